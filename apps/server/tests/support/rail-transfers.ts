/** Transfers out of the EVM rail for tests, and what was signed for one again. */
import { type Amount, decimal } from '@tern/money';
import type { TransferOut } from '../../src/kernel/rails/rail.ts';
import { int8, text } from '../../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';
import { NETWORK } from './anvil-world.ts';

export const signedAgain = defineQuery({
  name: 'test.signedAgain',
  text: 'select txid, nonce from rail_replacements where reference = $1 order by attempt',
  params: [text],
  row: { txid: text, nonce: int8 },
});

export const signAgain = defineStatement({
  name: 'test.signAgain',
  text: `insert into rail_replacements (txid, reference, network, sender, nonce, attempt, signed, created_at)
    select $2, reference, network, sender, nonce, 2, '0x00', now() from rail_transfers where reference = $1`,
  params: [text, text],
});

let count = 0;
/** A new transfer. */
export function transfer(over: Partial<TransferOut> = {}): TransferOut {
  count += 1;
  return {
    reference: `withdrawal:${100_000 + count}`,
    asset: 'ETH',
    network: NETWORK,
    address: `0x${count.toString(16).padStart(40, '5')}`,
    memo: '',
    amount: decimal<Amount>('0.5'),
    ...over,
  };
}
/** The same, of a token. */
export const tokens = (amount = '2', over: Partial<TransferOut> = {}) =>
  transfer({ asset: 'USDT', amount: decimal<Amount>(amount), ...over });
