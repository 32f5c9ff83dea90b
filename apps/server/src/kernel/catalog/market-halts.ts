/**
 * Halts of markets, by operators and by a jump of the price: each instance follows them, so that its instruments have their state (ADR 82). Delistings
 * are followed with them (ADR 95).
 */
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  int2,
  int8,
  nullable,
  price,
  rate,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineStatement, type RowOf } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';
import { SECOND_MS } from '../../platform/durations.ts';
import type { Feature } from '../../platform/feature.ts';
import { type InstrumentRegistry, instrumentState } from './instruments.ts';
import { type Delisting, liveDelistings, stateByDelisting } from './market-delistings.ts';

const table = defineTable('market_halts', {
  id: int8,
  instrumentId: int2,
  state: int2,
  message: text,
  reason: text,
  /** Null: the price jumped; the columns from `fromSeq` have it. */
  operatorId: nullable(int8),
  beganAt: timestamptz,
  until: nullable(timestamptz),
  confirmedBy: nullable(int8),
  confirmedAt: nullable(timestamptz),
  endedBy: nullable(int8),
  endedAt: nullable(timestamptz),
  fromSeq: nullable(int8),
  toSeq: nullable(int8),
  fromPrice: nullable(price),
  toPrice: nullable(price),
  bound: nullable(rate),
});

export const insertHalt = table.insert('catalog.insertHalt', [
  'instrumentId',
  'state',
  'message',
  'reason',
  'operatorId',
  'beganAt',
  'until',
]);

export const insertJumpHalt = table.insert('catalog.insertJumpHalt', [
  'instrumentId',
  'state',
  'message',
  'reason',
  'beganAt',
  'until',
  'fromSeq',
  'toSeq',
  'fromPrice',
  'toPrice',
  'bound',
]);

export const runningHalts = table.select(
  'catalog.runningHalts',
  'where ended_at is null order by id',
  [],
);

export type MarketHalt = RowOf<typeof runningHalts>;

export const runningHaltOf = table.select(
  'catalog.runningHaltOf',
  'where instrument_id = $1 and ended_at is null for update',
  [int2],
);

/** The newest of a market that an operator began after `$3`. */
export const recentHaltBy = table.select(
  'catalog.recentHaltBy',
  'where instrument_id = $1 and operator_id = $2 and began_at > $3 order by id desc limit 1',
  [int2, int8, timestamptz],
);

/** Those of a market, newest first. */
export const haltsOf = table.select(
  'catalog.haltsOf',
  'where instrument_id = $1 order by id desc limit $2',
  [int2, int8],
);

export const confirmHalt = defineStatement({
  name: 'catalog.confirmHalt',
  text: 'update market_halts set confirmed_by = $2, confirmed_at = $3, until = $4 where id = $1',
  params: [int8, int8, timestamptz, nullable(timestamptz)],
});

/** `ended_by` null: automatically. */
export const endHalt = defineStatement({
  name: 'catalog.endHalt',
  text: 'update market_halts set ended_by = $2, ended_at = $3 where id = $1',
  params: [int8, nullable(int8), timestamptz],
});

/** Bus topic: a halt began, was confirmed or ended, or a delisting was decided. Sent after a commit. */
export const HALTS_CHANGED = 'catalog.halts';

export interface MarketHalts extends Feature {
  /** The one in force, at most a second behind other instances. */
  of(instrumentId: number): MarketHalt | undefined;
  /** Proposed, agreed or closed. */
  delistingOf(instrumentId: number): Delisting | undefined;
  /** Reads them, and sets the states of the instruments. */
  refresh(): Promise<void>;
}

export function createMarketHalts(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly instruments: InstrumentRegistry;
}): MarketHalts {
  const { database, clock, bus, instruments } = deps;
  let halts: ReadonlyMap<number, MarketHalt> = new Map();
  let delistings: ReadonlyMap<number, Delisting> = new Map();
  const of = (instrumentId: number) => {
    const halt = halts.get(instrumentId);
    return halt === undefined || hasEnded(halt, clock.now()) ? undefined : halt;
  };
  const stateOf = (instrumentId: number): number => {
    const byDelisting = stateByDelisting(delistings.get(instrumentId), clock.now());
    if (byDelisting === instrumentState.closed) return byDelisting;
    return of(instrumentId)?.state ?? byDelisting;
  };
  const refresh = async () => {
    const rows = await database.many(runningHalts, []);
    halts = new Map(rows.map((halt) => [halt.instrumentId, halt]));
    const ending = await database.many(liveDelistings, []);
    delistings = new Map(ending.map((delisting) => [delisting.instrumentId, delisting]));
    for (const { id } of instruments.all) instruments.setState(id, stateOf(id));
  };
  let unsubscribe = () => {};
  return {
    slug: 'market-halts',
    of,
    delistingOf: (instrumentId) => delistings.get(instrumentId),
    refresh,
    jobs: [{ name: 'catalog.market-halts', everyMs: SECOND_MS, runs: 'everywhere', run: refresh }],
    async start() {
      unsubscribe = bus.subscribe(HALTS_CHANGED, () => void refresh().catch(() => undefined));
      await refresh();
    },
    async stop() {
      unsubscribe();
    },
  };
}

export const hasEnded = ({ until }: MarketHalt, now: number): boolean =>
  until !== null && until <= now;
