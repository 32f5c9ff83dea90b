/** The SQL of signed transactions that expire; the rest of a rail's is the EVM rail's. */
import { nullable, text, timestamptz } from '../../platform/database/columns.ts';
import { defineQuery } from '../../platform/database/query.ts';
import { railReplacements, railTransfers } from '../../kernel/rails/stored-transfers.ts';

export const insertExpiring = railTransfers.insert(
  'rails.insertExpiring',
  [
    'reference',
    'network',
    'asset',
    'address',
    'amount',
    'sender',
    'nonce',
    'txid',
    'signed',
    'referenceHeight',
    'expiresAt',
    'createdAt',
  ],
  { also: { state: `'signed'`, updatedAt: '$createdAt' } },
);

/** In the order in which they were signed. */
export const laterAttempts = railReplacements
  .pick('txid', 'signed', 'referenceHeight', 'expiresAt')
  .select('rails.laterAttempts', 'where reference = $1 order by attempt', [text]);

/** @throws a violation when the transfer ended, was resolved or signed again meanwhile, or the one before may still be taken */
export const insertLaterAttempt = railReplacements.insert('rails.insertLaterAttempt', [
  'reference',
  'network',
  'sender',
  'nonce',
  'attempt',
  'txid',
  'signed',
  'referenceHeight',
  'expiresAt',
  'createdAt',
]);

/** The time of the last block that was read, in epoch ms; null before the first. */
export const blockTime = defineQuery({
  name: 'rails.blockTime',
  text: 'select block_time from rail_chains where network = $1',
  params: [text],
  row: { blockTime: nullable(timestamptz) },
});
