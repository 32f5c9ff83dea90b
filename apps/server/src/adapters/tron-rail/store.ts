/** The SQL of signed transactions that expire; the rest of a rail's is the EVM rail's. */
import { amount, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
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
    'feeLimit',
    'accountFee',
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
  'feeLimit',
  'accountFee',
  'createdAt',
]);

/** The block that was read last, which all nodes agreed on, with its time in epoch ms; null before the first. */
export const blockRead = defineQuery({
  name: 'rails.blockRead',
  text: 'select height, hash, block_time from rail_chains where network = $1',
  params: [text],
  row: { height: nullable(int8), hash: nullable(text), blockTime: nullable(timestamptz) },
});

/**
 * What a wallet's other transfers that have not ended may still take: of asset `$3`, of the chain's coin `$4`, and of the newest
 * transaction of each the most for energy and for new accounts, in sun. `$5`: the transfer that is not counted.
 */
export const pendingTransfers = defineQuery({
  name: 'rails.pendingTransfers',
  text: `select coalesce(sum(t.amount) filter (where t.asset = $3), 0) as amount,
      coalesce(sum(t.amount) filter (where t.asset = $4), 0) as coins,
      count(*)::int8 as transfers,
      coalesce(sum(coalesce(r.fee_limit, t.fee_limit)), 0)::int8 as fee_limits,
      coalesce(sum(coalesce(r.account_fee, t.account_fee)), 0)::int8 as account_fees
    from rail_transfers t left join lateral (
      select l.fee_limit, l.account_fee from rail_replacements l where l.reference = t.reference order by l.attempt desc limit 1
    ) r on true
    where t.network = $1 and t.sender = $2 and t.state = 'signed' and t.given_up_at is null and t.reference <> $5`,
  params: [text, text, text, nullable(text), text],
  row: { amount, coins: amount, transfers: int8, feeLimits: int8, accountFees: int8 },
});
