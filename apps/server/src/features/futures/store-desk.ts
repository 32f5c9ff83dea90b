/** The SQL of the desk: contracts that wait for a price or are due. Own tables only. */
import { type Amount, add, type Price } from '@tern/money';
import type { Payout } from '@tern/settlement';
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
} from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import type { Contract } from './contract.ts';

const nextMoments = defineQuery({
  name: 'futures.nextMoments',
  text: `select
      (select min(due_at) from futures_contracts where status = 1) as due_at,
      (select min(accepted_at) from futures_contracts where status = 1 and open_seq is null) as accepted_at`,
  params: [],
  row: { dueAt: nullable(timestamptz), acceptedAt: nullable(timestamptz) },
});

const unopened = defineQuery({
  name: 'futures.unopened',
  text: `select id, member_id, instrument_id, direction, stake, rule, duration_s, payout_ratio, open_within_ms,
      stale_after_ms, accepted_at
    from futures_contracts where status = 1 and open_seq is null
    order by accepted_at, id limit $1 for no key update skip locked`,
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
    openWithinMs: int4,
    staleAfterMs: int4,
    acceptedAt: timestamptz,
  },
});

/**
 * By index in the order of the due time: a burst of one second is read batch by batch without sorting it.
 * Contracts that agree in everything the rule looks at come as one row.
 */
const dueGroups = defineQuery({
  name: 'futures.dueGroups',
  text: `with due as (
      select id, member_id, instrument_id, direction, stake, rule, duration_s, payout_ratio, open_within_ms, stale_after_ms,
        open_seq, open_price, open_at, due_at
      from futures_contracts where status = 1 and due_at <= $1
      order by due_at, id limit $2 for no key update skip locked
    )
    select array_agg(id) as ids, array_agg(member_id) as member_ids, instrument_id, direction, stake, rule, duration_s,
      payout_ratio, open_within_ms, stale_after_ms, open_seq, open_price, open_at, due_at
    from due group by 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14`,
  params: [timestamptz, int8],
  row: {
    ids: arrayOf(int8),
    memberIds: arrayOf(int8),
    instrumentId: int2,
    direction: int2,
    stake: amount,
    rule: int2,
    durationS: int4,
    payoutRatio: rate,
    openWithinMs: int4,
    staleAfterMs: int4,
    openSeq: nullable(int8),
    openPrice: nullable(price),
    openAt: nullable(timestamptz),
    dueAt: nullable(timestamptz),
  },
});

const openContracts = defineStatement({
  name: 'futures.openContracts',
  text: `update futures_contracts c set open_seq = o.seq, open_price = o.price, open_at = o.at, due_at = o.due_at, updated_at = $6
    from unnest($1::bigint[], $2::bigint[], $3::numeric[], $4::timestamptz[], $5::timestamptz[]) as o(id, seq, price, at, due_at)
    where c.id = o.id and c.status = 1 and c.open_seq is null`,
  params: [
    arrayOf(int8),
    arrayOf(int8),
    arrayOf(price),
    arrayOf(timestamptz),
    arrayOf(timestamptz),
    timestamptz,
  ],
});

const endContracts = defineStatement({
  name: 'futures.endContracts',
  text: `update futures_contracts c set status = e.status, outcome = e.outcome, reason = e.reason, close_seq = e.close_seq,
      close_price = e.close_price, close_at = e.close_at, payout = e.payout, profit = e.profit, settled_at = $11, updated_at = $11
    from unnest($1::bigint[], $2::int[]) as m(id, place)
    join unnest($3::smallint[], $4::smallint[], $5::smallint[], $6::bigint[], $7::numeric[], $8::timestamptz[],
      $9::numeric[], $10::numeric[]) with ordinality
      as e(status, outcome, reason, close_seq, close_price, close_at, payout, profit, place) on e.place = m.place
    where c.id = m.id and c.status = 1`,
  params: [
    arrayOf(int8),
    arrayOf(int4),
    arrayOf(int2),
    arrayOf(int2),
    arrayOf(int2),
    arrayOf(nullable(int8)),
    arrayOf(nullable(price)),
    arrayOf(nullable(timestamptz)),
    arrayOf(amount),
    arrayOf(amount),
    timestamptz,
  ],
});

/** Locked in the order of the markets, so that batches side by side cannot wait for each other in a circle. */
const takeExposure = defineStatement({
  name: 'futures.takeExposure',
  text: `with taken as (
      select e.instrument_id, t.up_stake, t.up_profit, t.down_stake, t.down_profit
      from futures_exposure e join unnest($1::smallint[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[])
        as t(instrument_id, up_stake, up_profit, down_stake, down_profit) on t.instrument_id = e.instrument_id
      order by e.instrument_id for no key update of e
    )
    update futures_exposure e set up_stake = e.up_stake - t.up_stake, up_profit = e.up_profit - t.up_profit,
      down_stake = e.down_stake - t.down_stake, down_profit = e.down_profit - t.down_profit
    from taken t where e.instrument_id = t.instrument_id`,
  params: [arrayOf(int2), arrayOf(amount), arrayOf(amount), arrayOf(amount), arrayOf(amount)],
});

/** What is pending next: the earliest due time, and since when one waits for its opening price. */
export function findNextMoments(reader: Reader): Promise<RowOf<typeof nextMoments>> {
  return reader.one(nextMoments, []);
}

/** Contracts without an opening price, oldest first, locked; others may be working on those left out. */
export function lockUnopened(tx: Tx, limit: number): Promise<RowOf<typeof unopened>[]> {
  return tx.many(unopened, [limit]);
}

/** Contracts that are due by the moment, earliest first, locked; others may be working on those left out. */
export function lockDue(tx: Tx, by: number, limit: number): Promise<RowOf<typeof dueGroups>[]> {
  return tx.many(dueGroups, [by, limit]);
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

/** Fails with: a thrown error when one of them was opened or ended meanwhile. */
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

/** How contracts ended that agree in everything but their owners. */
export type EndedGroup = Pick<
  Contract,
  | 'instrumentId'
  | 'direction'
  | 'stake'
  | 'status'
  | 'outcome'
  | 'reason'
  | 'closeSeq'
  | 'closePrice'
  | 'closeAt'
> & {
  readonly ids: readonly number[];
  readonly memberIds: readonly number[];
  /** What each of them is paid. */
  readonly paid: Payout;
  /** What a win would have added to each. */
  readonly possibleProfit: Amount;
};

/** Fails with: a thrown error when one of them was ended meanwhile. */
export async function writeEndings(
  tx: Tx,
  ended: readonly EndedGroup[],
  at: number,
): Promise<void> {
  const ids = ended.flatMap((group) => group.ids);
  const written = await tx.run(endContracts, [
    ids,
    ended.flatMap((group, index) => group.ids.map(() => index + 1)),
    ended.map((group) => group.status),
    ended.map((group) => group.outcome),
    ended.map((group) => group.reason),
    ended.map((group) => group.closeSeq),
    ended.map((group) => group.closePrice),
    ended.map((group) => group.closeAt),
    ended.map(({ paid }) => add(paid.returned, paid.winnings)),
    ended.map(({ paid }) => paid.profit),
    at,
  ]);
  if (written !== ids.length) throw new Error('a contract that was to be ended has changed');
}

/** One row per market: what its ended contracts no longer stand for. */
export interface Relief {
  readonly instrumentId: number;
  upStake: Amount;
  upProfit: Amount;
  downStake: Amount;
  downProfit: Amount;
}

export async function relieveExposure(tx: Tx, reliefs: readonly Relief[]): Promise<void> {
  await tx.run(takeExposure, [
    reliefs.map((each) => each.instrumentId),
    reliefs.map((each) => each.upStake),
    reliefs.map((each) => each.upProfit),
    reliefs.map((each) => each.downStake),
    reliefs.map((each) => each.downProfit),
  ]);
}
