/** Sets the fee levels of a day, once: adds up what members traded on the days since the last one, and stores whose level changes. */
import { type Amount, add, type Price, ZERO } from '@tern/money';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { PriceHistory } from '../../../kernel/prices/tick-history.ts';
import type { Valuation } from '../../../kernel/prices/valuation.ts';
import { storedSettings } from '../../../kernel/settings/settings.ts';
import { type Clock, dayOf, startOfDay } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { ordersTraded } from '../spot/index.ts';
import { swapsTraded } from '../swap/index.ts';
import { feeLevels } from './settings.ts';
import { addTurnover, beginDay, newestDays, setMemberLevels, type Turnover } from './store.ts';

export interface LevelDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly instruments: InstrumentRegistry;
  readonly valuation: Valuation;
  readonly history: PriceHistory;
}

/** Trades of a day have committed a minute after it. */
const SETTLED_MS = MINUTE_MS;
/** After 00:00 UTC; every instance has read the levels long before. */
const FROM_MS = 10 * MINUTE_MS;
const AHEAD_MS = 5 * MINUTE_MS;
const WINDOW_DAYS = 30;

const daysBefore = (day: string, count: number) => dayOf(startOfDay(day) - count * DAY_MS);

/** Does nothing when the levels of this day are set. */
export async function setLevels(deps: LevelDeps): Promise<void> {
  const { database, clock } = deps;
  const now = clock.now();
  const today = dayOf(now - SETTLED_MS);
  const [last] = await database.many(newestDays, []);
  if (last !== undefined && last.day >= today) return;
  await database.transaction(async (tx) => {
    const stored = (await storedSettings(tx)).get(feeLevels.key) as object | undefined;
    const levels = stored ?? (feeLevels.document as object);
    const from = Math.max(startOfDay(today) + FROM_MS, now + AHEAD_MS);
    if ((await tx.run(beginDay, [today, levels, now, from])) === 0) return;
    const first = daysBefore(today, WINDOW_DAYS);
    const since = last === undefined || last.day < first ? first : last.day;
    await addTurnover(tx, await turnoverBetween(tx, deps, { since, until: today }));
    await tx.run(setMemberLevels, [today]);
  });
}

type Part = Exclude<keyof Turnover, 'memberId' | 'day'>;

/** Both days at 00:00 UTC; what `until` itself brings is not in it. */
async function turnoverBetween(
  tx: Tx,
  deps: LevelDeps,
  days: { since: string; until: string },
): Promise<Turnover[]> {
  const range = { since: startOfDay(days.since), until: startOfDay(days.until) };
  const [orders, swaps] = await Promise.all([ordersTraded(tx, range), swapsTraded(tx, range)]);
  const worthAt = createMidnightWorth(tx, deps);
  const rows = new Map<string, Record<Part, Amount> & { memberId: number; day: string }>();
  const count = async (
    { memberId, day, asset }: { memberId: number; day: string; asset: string },
    amounts: Partial<Record<Part, Amount>>,
  ) => {
    const key = `${memberId} ${day}`;
    const none = { waited: ZERO, atOnce: ZERO, swapped: ZERO, orderFees: ZERO, swapFees: ZERO };
    const row = rows.get(key) ?? { memberId, day, ...none };
    rows.set(key, row);
    for (const [part, amount] of Object.entries(amounts) as [Part, Amount][]) {
      row[part] = add(row[part], await worthAt(day, asset, amount));
    }
  };
  for (const { instrumentId, waited, atOnce, fees, ...of } of orders) {
    const asset = deps.instruments.findById(instrumentId)!.quote;
    await count({ ...of, asset }, { waited, atOnce, orderFees: fees });
  }
  for (const { swapped, fees, ...of } of swaps) await count(of, { swapped, swapFees: fees });
  return [...rows.values()];
}

/** What is not in USDT counts at the reference prices of 00:00 UTC after the day; without a price it counts nothing. */
function createMidnightWorth(tx: Tx, { valuation, history }: LevelDeps) {
  const read = new Map<string, Price | undefined>();
  return async (day: string, asset: string, amount: Amount): Promise<Amount> => {
    if (asset === 'USDT' || amount === ZERO) return amount;
    const at = startOfDay(day) + DAY_MS;
    for (const symbol of valuation.symbolsFor([asset])) {
      const key = `${symbol} ${day}`;
      if (!read.has(key)) read.set(key, await history.priceAt(tx, symbol, at));
    }
    return valuation.worth(asset, amount, (symbol) => read.get(`${symbol} ${day}`)) ?? ZERO;
  };
}
