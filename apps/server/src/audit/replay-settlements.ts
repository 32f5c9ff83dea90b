/** Replays settlements: settles ended contracts again, with the package that settles them and the ticks that are stored. */
import { futuresOutcome, futuresReason, futuresStatus } from '@tern/protocol';
import { add } from '@tern/money';
import { settle, type Settlement, settlementRules, type Tick } from '@tern/settlement';
import { directionOf, STAKE_ASSET, termsOf } from '../features/trading/futures/index.ts';
import { loadAssets } from '../kernel/catalog/assets.ts';
import { loadInstruments } from '../kernel/catalog/instruments.ts';
import type { Since } from '../kernel/invariants/invariant.ts';
import {
  amount,
  bool,
  int2,
  int4,
  int8,
  nullable,
  price,
  rate,
  timestamptz,
} from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';
import { FAULTS_MAX, pageByPage } from './every-row.ts';
import { contractsEnded } from './futures.ts';
import type { Finding } from './ledger.ts';

/** The first tick after the opening moment and the last one up to the due time, of those that the rule counts. */
const ended = defineQuery({
  name: 'futures.endedToSettle',
  text: `select c.id, c.instrument_id, c.direction, c.stake, c.rule, c.duration_s, c.payout_ratio, c.open_after_ms, c.open_within_ms,
      c.stale_after_ms, c.accepted_at, c.status, c.outcome, c.reason, c.open_seq, c.open_price, c.open_at, c.due_at, c.close_seq,
      c.close_price, c.close_at, c.payout, c.profit, f.seq as first_seq, f.price as first_price, f.at as first_at, l.seq as last_seq,
      l.price as last_price, l.at as last_at,
      exists (select from ticks t where t.instrument_id = c.instrument_id and t.at <= c.accepted_at) as is_kept
    from futures_contracts c
    left join lateral (
      select seq, price, at from ticks where instrument_id = c.instrument_id and (c.rule > 1 or backfilled_at is null)
        and at > c.accepted_at + make_interval(secs => c.open_after_ms / 1000.0) order by at limit 1
    ) f on true
    left join lateral (
      select seq, price, at from ticks where instrument_id = c.instrument_id and (c.rule > 1 or backfilled_at is null)
        and at <= c.due_at order by at desc limit 1
    ) l on true
    where c.id > $1 and c.status <> ${futuresStatus.pending} order by c.id limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
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
    status: int2,
    outcome: int2,
    reason: int2,
    openSeq: nullable(int8),
    openPrice: nullable(price),
    openAt: nullable(timestamptz),
    dueAt: nullable(timestamptz),
    closeSeq: nullable(int8),
    closePrice: nullable(price),
    closeAt: nullable(timestamptz),
    payout: amount,
    profit: amount,
    firstSeq: nullable(int8),
    firstPrice: nullable(price),
    firstAt: nullable(timestamptz),
    lastSeq: nullable(int8),
    lastPrice: nullable(price),
    lastAt: nullable(timestamptz),
    isKept: bool,
  },
});
type Ended = RowOf<typeof ended>;

type Nullable<T> = { [K in keyof T]: T[K] | null };
type Stored = Pick<Tick, 'seq' | 'price' | 'at'>;

function tickOf({ seq, price, at }: Nullable<Stored>): Tick[] {
  return seq === null || price === null || at === null ? [] : [{ seq, price, at }];
}

/** As stored; for contracts whose ticks were removed by retention, those kept with the contract. */
function ticksOf(row: Ended): Tick[] {
  const { firstSeq, firstPrice, firstAt, lastSeq, lastPrice, lastAt } = row;
  const { openSeq, openPrice, openAt, closeSeq, closePrice, closeAt } = row;
  const [first, last] = row.isKept
    ? [
        tickOf({ seq: firstSeq, price: firstPrice, at: firstAt }),
        tickOf({ seq: lastSeq, price: lastPrice, at: lastAt }),
      ]
    : [
        tickOf({ seq: openSeq, price: openPrice, at: openAt }),
        tickOf({ seq: closeSeq, price: closePrice, at: closeAt }),
      ];
  return [...first, ...last].sort((left, right) => left.seq - right.seq);
}

const outcomeCodes = {
  win: futuresOutcome.win,
  loss: futuresOutcome.loss,
  tie: futuresOutcome.tie,
  none: futuresOutcome.open,
} as const;

const reasonCodes = {
  settled: futuresReason.none,
  void: futuresReason.notOpened,
  invalid: futuresReason.staleClose,
} as const;

function isSame(row: Ended, settled: Settlement): boolean {
  const status = settled.status === 'settled' ? futuresStatus.settled : futuresStatus.invalid;
  const isResult =
    row.status === status &&
    row.reason === reasonCodes[settled.status] &&
    row.outcome === outcomeCodes[settled.outcome] &&
    row.profit === settled.profit &&
    row.payout === add(settled.returned, settled.winnings);
  if (settled.status === 'void') return isResult && row.openSeq === null && row.closeSeq === null;
  const { open, close, dueAt } = settled;
  return (
    isResult &&
    row.dueAt === dueAt &&
    isTick(open, { seq: row.openSeq, price: row.openPrice, at: row.openAt }) &&
    isTick(close, { seq: row.closeSeq, price: row.closePrice, at: row.closeAt })
  );
}

const isTick = (tick: Stored, stored: Nullable<Stored>) =>
  tick.seq === stored.seq && tick.price === stored.price && tick.at === stored.at;

async function replaySettlements(reader: Reader, after: number) {
  const instruments = await loadInstruments(reader);
  const assetScale = (await loadAssets(reader)).get(STAKE_ASSET).scale;
  const faults: string[] = [];
  let checked = 0;
  const read = (last: number, most: number) => reader.many(ended, [last, most]);
  for await (const row of pageByPage(read, after)) {
    checked += 1;
    const { id, acceptedAt, stake } = row;
    const symbol = instruments.findById(row.instrumentId)?.symbol ?? '';
    if (!(settlementRules as readonly number[]).includes(row.rule)) {
      faults.push(`contract ${id} names rule ${row.rule}, which there is not`);
      continue;
    }
    const terms = termsOf({ ...row, durationSeconds: row.durationS }, { symbol, assetScale });
    const contract = { terms, acceptedAt, direction: directionOf(row.direction), stake };
    if (!isSame(row, settle(contract, ticksOf(row)))) {
      faults.push(`contract ${id} settles otherwise by its ticks`);
    }
  }
  return { checked, faults: faults.slice(0, FAULTS_MAX) };
}

/** Our choice: under load a check settles the newest contracts again, the audit settles all. Some tenths of a second. */
const NEW_CONTRACTS_MAX = 3_000;

/** `since.own`: the id of a contract; earlier ones were settled again before. */
export async function findUnsettled(reader: Reader, { own }: Since): Promise<string[]> {
  const newest = await contractsEnded(reader);
  return (await replaySettlements(reader, Math.max(own, newest - NEW_CONTRACTS_MAX))).faults;
}

/** `reader` should be a snapshot. */
export async function auditSettlements(reader: Reader): Promise<Finding> {
  const rule = 'every contract settles again as it did, by the package that settles';
  return { rule, ...(await replaySettlements(reader, 0)) };
}
