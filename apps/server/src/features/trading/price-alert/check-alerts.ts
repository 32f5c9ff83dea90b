/** Compares alerts with the reference ticks, each tick once and in order, also those of a pause or before a restart. */
import { formatDecimal, larger, type Price, smaller } from '@tern/money';
import type { Instrument, InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import { MEMBER_EVENTS_WAKE, recordMemberEvents } from '../../../kernel/events/member-events.ts';
import type { NoticeChannel } from '../../../kernel/messaging/notice-kinds.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import type { ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import type { PriceHistory, TickHistory } from '../../../kernel/prices/tick-history.ts';
import type { Bus } from '../../../platform/bus.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { follow, type PricePoint } from './rules.ts';
import { type Alert, alertsConcerned, followedMarkets, moveCursor, writeAlerts } from './store.ts';

export interface CheckDeps {
  database: Database;
  bus: Bus;
  instruments: InstrumentRegistry;
  prices: ReferencePrices;
  ticks: Pick<TickHistory, 'between'>;
  history: PriceHistory;
}

/** An hour of ticks in one transaction. */
const TICKS_MAX = 3_600;

type Followed = { instrumentId: number; seq: number; hasChanges: boolean };

export async function checkAlerts(deps: CheckDeps): Promise<void> {
  for (const market of await deps.database.many(followedMarkets, [])) {
    const instrument = deps.instruments.findById(market.instrumentId);
    const latest = instrument && deps.prices.latest(instrument.symbol);
    if (latest === undefined) continue;
    for (let { seq } = market; seq < latest.seq; ) {
      const through = Math.min(latest.seq, seq + TICKS_MAX);
      const isOurs = await checkTicks(deps, instrument!, { ...market, seq, through });
      if (!isOurs) break;
      seq = through;
    }
  }
}

/** Returns false when another instance has compared these ticks. */
async function checkTicks(
  deps: CheckDeps,
  instrument: Instrument,
  { instrumentId, seq, through, hasChanges }: Followed & { through: number },
): Promise<boolean> {
  const { database, bus } = deps;
  const segment = { instrumentId, fromSeq: seq + 1, toSeq: through };
  const ticks = await deps.ticks.between(database, segment);
  const points = hasChanges ? await withDayBefore(deps, instrument, ticks) : ticks;
  const done = await database.transaction(async (tx) => {
    if ((await tx.maybe(moveCursor, [instrumentId, seq, through])) === undefined) return undefined;
    return points.length === 0 ? 0 : reachAlerts(tx, instrument, points);
  });
  if (done !== undefined && done > 0) bus.publish(MEMBER_EVENTS_WAKE, null);
  return done !== undefined;
}

/** The price of 24 hours before is that of its minute, as the markets' 24 h figures have it. */
async function withDayBefore(
  { database, history }: CheckDeps,
  { symbol }: Instrument,
  ticks: readonly { at: number; price: Price }[],
): Promise<PricePoint[]> {
  const byMinute = new Map<number, Price | undefined>();
  const points: PricePoint[] = [];
  for (const { at, price } of ticks) {
    const before = at - DAY_MS;
    const minute = before - (before % MINUTE_MS);
    if (!byMinute.has(minute))
      byMinute.set(minute, await history.priceAt(database, symbol, minute));
    points.push({ at, price, dayBefore: byMinute.get(minute) });
  }
  return points;
}

async function reachAlerts(
  tx: Tx,
  instrument: Instrument,
  points: readonly PricePoint[],
): Promise<number> {
  const prices = points.map(({ price }) => price);
  const low = prices.reduce((least, price) => smaller(least, price));
  const high = prices.reduce((most, price) => larger(most, price));
  const alerts = await alertsConcerned(tx, { instrumentId: instrument.id, low, high });
  const changed: Alert[] = [];
  let reachedCount = 0;
  for (const alert of alerts) {
    const { reached, isArmed } = follow(alert, points, instrument.tickSize);
    const last = reached.at(-1);
    if (last === undefined && isArmed === alert.isArmed) continue;
    for (const point of reached) await notifyReached(tx, instrument, { alert, point });
    reachedCount += reached.length;
    changed.push({
      ...alert,
      isArmed,
      ...(last === undefined ? {} : { reachedAt: last.at, reachedPrice: last.price }),
      offAt: last === undefined || alert.repeats ? null : last.at,
    });
  }
  await writeAlerts(tx, changed);
  return reachedCount;
}

async function notifyReached(
  tx: Tx,
  { base, quote }: Instrument,
  { alert, point }: { alert: Alert; point: PricePoint },
): Promise<void> {
  const { id, memberId, kind, level, push, email } = alert;
  const { at, price, dayBefore } = point;
  const changeKind = dayBefore !== undefined && price < dayBefore ? 'fallen' : 'risen';
  const channels: NoticeChannel[] = [];
  if (push) channels.push('push');
  if (email) channels.push('email');
  await notify(
    tx,
    {
      memberId,
      kind: `priceAlert.${kind === 'change' ? changeKind : kind}`,
      values: {
        market: `${base}/${quote}`,
        base,
        quote,
        level: formatDecimal(level),
        price: formatDecimal(price),
        at: isoTime(at),
      },
      channels,
    },
    at,
  );
  await recordMemberEvents(tx, [{ memberId, topic: 'priceAlert.reached', data: { ID: id } }], at);
}
