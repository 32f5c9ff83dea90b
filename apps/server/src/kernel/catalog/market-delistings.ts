/** Delistings of markets: proposed, agreed by two people, with their three dates (ADR 95). */
import { bool, int2, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';
import { instrumentState } from './instruments.ts';

const table = defineTable('market_delistings', {
  id: int8,
  instrumentId: int2,
  reason: text,
  proposedBy: int8,
  createdAt: timestamptz,
  state: text,
  ordersUntil: timestamptz,
  closesAt: timestamptz,
  withdrawalsUntil: nullable(timestamptz),
  agreedAt: nullable(timestamptz),
  withdrawnBy: nullable(int8),
  endedAt: nullable(timestamptz),
  notifiedThrough: int8,
  notifiedAt: nullable(timestamptz),
});

export const insertDelisting = table
  .pick('id')
  .insertReturning('catalog.insertDelisting', [
    'instrumentId',
    'reason',
    'proposedBy',
    'createdAt',
    'ordersUntil',
    'closesAt',
    'withdrawalsUntil',
  ]);

/** Proposed, agreed or closed; one of a market at most. */
export const liveDelistings = table.select(
  'catalog.liveDelistings',
  `where state in ('proposed', 'agreed', 'closed') order by id`,
  [],
);
/** Times in epoch ms. Nothing is traded from `closesAt` on; the coin itself goes if `withdrawalsUntil` is set. */
export type Delisting = RowOf<typeof liveDelistings>;

export const delistingById = table.select('catalog.delistingById', 'where id = $1 for update', [
  int8,
]);

export const liveDelistingOf = table.select(
  'catalog.liveDelistingOf',
  `where instrument_id = $1 and state in ('proposed', 'agreed', 'closed') for update`,
  [int2],
);

export const agreeDelisting = defineStatement({
  name: 'catalog.agreeDelisting',
  text: `update market_delistings set state = 'agreed', agreed_at = $2 where id = $1`,
  params: [int8, timestamptz],
});

/** Refused by a person, or its market has closed. */
export const endDelisting = defineStatement({
  name: 'catalog.endDelisting',
  text: 'update market_delistings set state = $2, ended_at = $3 where id = $1',
  params: [int8, text, timestamptz],
});

/** Members who were notified that the market closes are notified that it stays. */
export const withdrawDelisting = defineStatement({
  name: 'catalog.withdrawDelisting',
  text: `update market_delistings set state = 'withdrawn', withdrawn_by = $2, ended_at = $3, notified_through = 0, notified_at = null
    where id = $1`,
  params: [int8, int8, timestamptz],
});

/** The oldest one of which members are still to be notified. */
export const delistingToNotify = table.select(
  'catalog.delistingToNotify',
  `where notified_at is null and state in ('agreed', 'withdrawn') order by id limit 1 for update skip locked`,
  [],
);

export const setDelistingNotified = defineStatement({
  name: 'catalog.setDelistingNotified',
  text: 'update market_delistings set notified_through = $2, notified_at = $3 where id = $1',
  params: [int8, int8, nullable(timestamptz)],
});

/** A coin that goes: no deposits from the end of its market on, and later no withdrawals. */
export const closeCoin = defineStatement({
  name: 'catalog.closeCoin',
  text: `update assets set takes_deposits = false, takes_withdrawals = $2
    where code = $1 and (takes_deposits or takes_withdrawals is distinct from $2)`,
  params: [text, bool],
});

/** Locks a coin that takes withdrawals, so that its last one is not ended while one is being made. Nothing for a closed coin. */
export const openForWithdrawals = defineQuery({
  name: 'catalog.openForWithdrawals',
  text: 'select code from assets where code = $1 and takes_withdrawals for share',
  params: [text],
  row: { code: text },
});

/** What a delisting makes of its market at `now`, whether or not a job has run. */
export function stateByDelisting(delisting: Delisting | undefined, now: number): number {
  if (delisting === undefined || delisting.state === 'proposed') return instrumentState.normal;
  if (delisting.closesAt <= now) return instrumentState.closed;
  return delisting.ordersUntil <= now ? instrumentState.cancelOnly : instrumentState.normal;
}
