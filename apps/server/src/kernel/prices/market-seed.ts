/**
 * The seed of the simulated markets, drawn once and stored sealed, so that rows of the database show no price of the day; and
 * the seed of each UTC day (ADR 15).
 */
import { createHmac } from 'node:crypto';
import { bytea, jsonb } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import type { Random } from '../../platform/random.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { dayOf } from '../../platform/clock.ts';

/** What the seed is sealed as. */
const CONTEXT = 'market.seed';

const insertSeed = defineStatement({
  name: 'kernel.insertMarketSeed',
  text: 'insert into market_seed (sealed) values ($1) on conflict (is_one) do nothing',
  params: [bytea],
});

const findSeed = defineQuery({
  name: 'kernel.findMarketSeed',
  text: 'select sealed from market_seed',
  params: [],
  row: { sealed: bytea },
});

interface SeedDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly random: Random;
}

/**
 * The stored seed; the first start stores `given`, the configured one, or draws one.
 * @throws Error when the seed was sealed with another key
 */
export async function marketSeed(
  { database, secretBox, random }: SeedDeps,
  given: string | undefined,
): Promise<string> {
  const sealed = Buffer.from(secretBox.seal(given ?? random.token(24), CONTEXT));
  const stored = await database.transaction(async (tx) => {
    await tx.run(insertSeed, [sealed]);
    return (await tx.one(findSeed, [])).sealed;
  });
  return secretBox.open(stored, CONTEXT);
}

const findClearSeed = defineQuery({
  name: 'kernel.findClearMarketSeed',
  text: `select value from settings where key = 'market.seed'`,
  params: [],
  row: { value: jsonb<string>() },
});

const deleteClearSeed = defineStatement({
  name: 'kernel.deleteClearMarketSeed',
  text: `delete from settings where key = 'market.seed'`,
  params: [],
});

/**
 * Once, by the owner of the database after an upgrade: seals the seed that an earlier release stored in clear. Returns whether
 * there was one; opens the key only then.
 */
export async function sealClearSeed(
  owner: Database,
  openBox: () => Promise<SecretBox>,
): Promise<boolean> {
  const clear = await owner.maybe(findClearSeed, []);
  if (clear === undefined) return false;
  const sealed = Buffer.from((await openBox()).seal(clear.value, CONTEXT));
  await owner.transaction(async (tx) => {
    await tx.run(insertSeed, [sealed]);
    await tx.run(deleteClearSeed, []);
  });
  return true;
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
