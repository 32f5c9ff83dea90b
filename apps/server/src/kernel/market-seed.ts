/** The seed of the simulated markets: given by the operator, or drawn once and kept. */
import { jsonb, text } from '../platform/database/columns.ts';
import type { Database } from '../platform/database/database.ts';
import { defineQuery, defineStatement } from '../platform/database/query.ts';
import type { Random } from '../platform/random.ts';

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

/** A given seed counts only before the first start: a market that has begun goes on as it began. */
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
