/** The transfers that rails started or refused: a rail writes one before it sends anything (ADR 30). */
import { amount, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
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
  givenUpAt: nullable(timestamptz),
  createdAt: timestamptz,
  updatedAt: timestamptz,
}).omit('createdAt', 'updatedAt');

/** For good: a later call finds the refusal. */
export const insertRefused = railTransfers.insert(
  'rails.insertRefused',
  ['reference', 'network', 'asset', 'address', 'amount', 'reason', 'createdAt'],
  {
    also: { state: `'refused'`, updatedAt: '$createdAt' },
    onConflict: '(reference) do nothing',
  },
);
