/** The SQL of the settlement scheduler: contracts that wait for a price or are due, and their opening. */
import type { Price } from '@tern/money';
import {
  amount,
  arrayOf,
  int2,
  int4,
  int8,
  nullable,
  price,
  rate,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { statusCodes } from './contract.ts';

const nextMoments = defineQuery({
  name: 'futures.nextMoments',
  text: `select (select min(at) from futures_waiting where for_end) as due_at,
      (select min(at) from futures_waiting where not for_end) as accepted_at`,
  params: [],
  row: { dueAt: nullable(timestamptz), acceptedAt: nullable(timestamptz) },
});

const unopened = defineQuery({
  name: 'futures.unopened',
  text: `with waiting as (
      select id from futures_waiting where not for_end order by at, id limit $1 for update skip locked
    )
    select c.id, c.member_id, c.instrument_id, c.direction, c.stake, c.rule, c.duration_s, c.payout_ratio, c.open_after_ms, c.open_within_ms,
      c.stale_after_ms, c.accepted_at
    from waiting w join futures_contracts c on c.id = w.id order by c.accepted_at, c.id`,
  params: [int8],
  row: {
    id: int8,
    memberId: int8,
    instrumentId: int2,
    direction: int2,
    stake: amount,
    rule: int2,
    durationS: int4,
    payoutRatio: rate,
    openAfterMs: int4,
    openWithinMs: int4,
    staleAfterMs: int4,
    acceptedAt: timestamptz,
  },
});

/** Contracts with the same terms, opening and result form one row. */
const dueGroups = defineQuery({
  name: 'futures.dueGroups',
  text: `select ids, member_ids, instrument_id, direction, stake, rule, duration_s, payout_ratio, open_after_ms, open_within_ms,
      stale_after_ms,      open_seq, open_price, open_at, due_at, status, outcome, reason, payout, profit from futures_due($1, $2, $3, $4)`,
  params: [timestamptz, timestamptz, int8, int8],
  row: {
    ids: arrayOf(int8),
    memberIds: arrayOf(int8),
    instrumentId: int2,
    direction: int2,
    stake: amount,
    rule: int2,
    durationS: int4,
    payoutRatio: rate,
    openAfterMs: int4,
    openWithinMs: int4,
    staleAfterMs: int4,
    openSeq: int8,
    openPrice: price,
    openAt: timestamptz,
    dueAt: timestamptz,
    status: int2,
    outcome: int2,
    reason: int2,
    payout: amount,
    profit: amount,
  },
});

const removeContracts = defineQuery({
  name: 'futures.forgetWaiting',
  text: 'select futures_remove_waiting($1) as removed',
  params: [arrayOf(int8)],
  row: { removed: int8 },
});

const openContracts = defineStatement({
  name: 'futures.openContracts',
  text: `with opened as (
      update futures_waiting w set for_end = true, at = o.due_at
      from unnest($1::bigint[], $2::bigint[], $3::numeric[], $4::timestamptz[], $5::timestamptz[]) as o(id, seq, price, at, due_at)
      where w.id = o.id and not w.for_end
      returning o.id, o.seq, o.price, o.at, o.due_at
    )
    update futures_contracts c set open_seq = o.seq, open_price = o.price, open_at = o.at, due_at = o.due_at, updated_at = $6
    from opened o where c.id = o.id and c.status = ${statusCodes.pending} and c.open_seq is null`,
  params: [
    arrayOf(int8),
    arrayOf(int8),
    arrayOf(price),
    arrayOf(timestamptz),
    arrayOf(timestamptz),
    timestamptz,
  ],
});

/** The earliest due time, and the earliest acceptance of a contract without an opening price. */
export function findNextMoments(reader: Reader): Promise<RowOf<typeof nextMoments>> {
  return reader.one(nextMoments, []);
}

/** Locks contracts without an opening price, oldest first; skips rows locked by others. */
export function lockUnopened(tx: Tx, limit: number): Promise<RowOf<typeof unopened>[]> {
  return tx.many(unopened, [limit]);
}

/** A position in the order of due times. */
export interface DuePosition {
  readonly at: number;
  readonly id: number;
}

/** Locks contracts due by a moment and after a position, earliest first; skips rows locked by others. */
export function lockDue(
  tx: Tx,
  { by, after, limit }: { by: number; after: DuePosition; limit: number },
): Promise<RowOf<typeof dueGroups>[]> {
  return tx.many(dueGroups, [by, after.at, after.id, limit]);
}

/** Removes contracts whose members were notified. @throws Error when one of them is gone */
export async function removeWaiting(tx: Tx, ids: readonly number[]): Promise<void> {
  const { removed } = await tx.one(removeContracts, [ids]);
  if (removed !== ids.length) throw new Error('a contract was notified meanwhile');
}

export type UnopenedRow = RowOf<typeof unopened>;
export type DueGroup = RowOf<typeof dueGroups>;

export interface Opening {
  readonly id: number;
  readonly openSeq: number;
  readonly openPrice: Price;
  readonly openAt: number;
  readonly dueAt: number;
}

/** @throws Error when one of them has opened or ended meanwhile */
export async function writeOpenings(
  tx: Tx,
  openings: readonly Opening[],
  at: number,
): Promise<void> {
  if (openings.length === 0) return;
  const written = await tx.run(openContracts, [
    openings.map((each) => each.id),
    openings.map((each) => each.openSeq),
    openings.map((each) => each.openPrice),
    openings.map((each) => each.openAt),
    openings.map((each) => each.dueAt),
    at,
  ]);
  if (written !== openings.length) throw new Error('a contract that was to be opened has changed');
}
