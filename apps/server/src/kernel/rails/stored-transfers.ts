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
  minedTxid: nullable(text),
  givenUpAt: nullable(timestamptz),
  createdAt: timestamptz,
  updatedAt: timestamptz,
}).omit('updatedAt');

/** The same transfers signed again, with the same nonce and higher fees: a chain takes one of them (ADR 105). */
export const railReplacements = defineTable('rail_replacements', {
  txid: text,
  reference: text,
  network: text,
  sender: text,
  nonce: int8,
  attempt: int4,
  signed: text,
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
