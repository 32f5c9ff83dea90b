/** The seed of the simulated markets, from the configuration or drawn once and stored; and the seed of each UTC day. */
import { createHmac } from 'node:crypto';
import { jsonb, text } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import type { Random } from '../../platform/random.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { dayOf } from '../../platform/clock.ts';

const KEY = 'market.seed';

const insertSeed = defineStatement({
  name: 'kernel.insertMarketSeed',
  text: 'insert into settings (key, value) values ($1, $2) on conflict (key) do nothing',
  params: [text, jsonb<string>()],
});

const findSeed = defineQuery({
  name: 'kernel.findMarketSeed',
  text: 'select value from settings where key = $1',
  params: [text],
  row: { value: jsonb<string>() },
});

/** A configured seed is used at the first start only: later, the stored one stays. */
export async function marketSeed(
  database: Database,
  random: Random,
  given: string | undefined,
): Promise<string> {
  return database.transaction(async (tx) => {
    await tx.run(insertSeed, [KEY, given ?? random.token(24)]);
    return (await tx.one(findSeed, [KEY])).value;
  });
}

/** The UTC day of a moment (epoch milliseconds): "2026-11-21". */
export function marketDay(at: number): string {
  return dayOf(at);
}

/** Start and end of a day, in epoch milliseconds. */
export function marketDaySpan(day: string): { readonly from: number; readonly to: number } {
  const from = Date.parse(`${day}T00:00:00Z`);
  return { from, to: from + DAY_MS };
}

/** The seed of one day, in hexadecimal: HMAC-SHA256 of the day, keyed by the market's seed (ADR 15). */
export function daySeed(marketSeed: string, day: string): string {
  return createHmac('sha256', marketSeed).update(`tern market day ${day}`).digest('hex');
}
