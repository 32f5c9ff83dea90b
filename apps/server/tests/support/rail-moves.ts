/** The rows of moves between the exchange's own wallets of a chain, for tests. */
import { amount, arrayOf, text } from '../../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';

export const movesOf = defineQuery({
  name: 'test.movesOf',
  text: 'select kind, recipient, state, txid from rail_moves where sender = $1 order by nonce, attempt',
  params: [text],
  row: { kind: text, recipient: text, state: text, txid: text },
});

export const amountsOf = defineQuery({
  name: 'test.amountsOf',
  text: 'select recipient, amount from rail_moves where sender = $1 order by nonce, attempt',
  params: [text],
  row: { recipient: text, amount },
});

export const unsweptOf = defineQuery({
  name: 'test.unsweptOf',
  text: 'select asset, amount from rail_unswept where address = $1 and amount > 0',
  params: [text],
  row: { asset: text, amount },
});

export const feesOf = defineQuery({
  name: 'test.feesOf',
  text: 'select coalesce(sum(amount), 0) as paid from network_fees where wallet = any($1)',
  params: [arrayOf(text)],
  row: { paid: amount },
});

export const forgeMove = defineStatement({
  name: 'test.forgeMove',
  text: `insert into rail_moves (txid, network, kind, asset, sender, recipient, amount, nonce, attempt, signed, created_at)
    values ('0x1', $1, 'sweep', 'USDT', $2, $3, 1, 99, 1, '0x', now())`,
  params: [text, text, text],
});
