/** The transfers that rails started or refused: a rail writes one before it sends anything (ADR 30). */
import {
  amount,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineTable } from '../../platform/database/table.ts';

export const railTransfers = defineTable('rail_transfers', {
  reference: text,
  network: text,
  asset: text,
  address: text,
  amount,
  state: text,
  reason: text,
  sender: nullable(text),
  nonce: nullable(int8),
  txid: nullable(text),
  signed: nullable(text),
  /** The height of its reference block, and when it expires by the time of blocks; null where no transaction expires (EVM). */
  referenceHeight: nullable(int8),
  expiresAt: nullable(timestamptz),
  /** The most that it may burn for energy, and for a new account, in the chain's smallest units; null where none expires. */
  feeLimit: nullable(int8),
  accountFee: nullable(int8),
  minedTxid: nullable(text),
  givenUpAt: nullable(timestamptz),
  createdAt: timestamptz,
  updatedAt: timestamptz,
}).omit('updatedAt');

/** The same transfers signed again: with the same nonce and higher fees, of which a chain takes one (ADR 105), or after the one before expired (ADR 118). */
export const railReplacements = defineTable('rail_replacements', {
  txid: text,
  reference: text,
  network: text,
  sender: text,
  nonce: int8,
  attempt: int4,
  signed: text,
  referenceHeight: nullable(int8),
  expiresAt: nullable(timestamptz),
  feeLimit: nullable(int8),
  accountFee: nullable(int8),
  createdAt: timestamptz,
});

/** For good: a later call finds the refusal. */
export const insertRefused = railTransfers.insert(
  'rails.insertRefused',
  ['reference', 'network', 'asset', 'address', 'amount', 'reason', 'createdAt'],
  {
    also: { state: `'refused'`, updatedAt: '$createdAt' },
    onConflict: '(reference) do nothing',
  },
);
