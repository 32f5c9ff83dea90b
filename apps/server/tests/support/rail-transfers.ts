/** Transfers out of the EVM rail for tests, and their rows in the database. */
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

/** The same of a transfer that expires. */
export const signExpiringAgain = defineStatement({
  name: 'test.signExpiringAgain',
  text: `insert into rail_replacements
      (txid, reference, network, sender, nonce, attempt, signed, reference_height, expires_at, fee_limit,
       account_fee, created_at)
    select $2, reference, network, sender, nonce, 2, '00', reference_height, expires_at, fee_limit, account_fee, now()
    from rail_transfers where reference = $1`,
  params: [text, text],
});

export const kept = defineQuery({
  name: 'test.railTransfer',
  text: 'select state from rail_transfers where reference = $1',
  params: [text],
  row: { state: text },
});
export const payElsewhere = defineStatement({
  name: 'test.payElsewhere',
  text: `update rail_transfers set signed = '0x00' where reference = $1`,
  params: [text],
});
export const forget = defineStatement({
  name: 'test.forgetTransfer',
  text: 'delete from rail_transfers where reference = $1',
  params: [text],
});

export const unlockedWallet = defineQuery({
  name: 'test.unlockedWallet',
  text: 'select next_nonce from rail_wallets where address = $1 for update skip locked',
  params: [text],
  row: { nextNonce: int8 },
});

export const signedOf = defineQuery({
  name: 'test.signedOf',
  text: 'select signed from rail_transfers where reference = $1',
  params: [text],
  row: { signed: text },
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
