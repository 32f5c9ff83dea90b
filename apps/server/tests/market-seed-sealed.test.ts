/** Rows of the database show no price of the day: the seed of simulated prices is stored sealed (ADR 15). */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { marketSeed, sealClearSeed } from '../src/kernel/prices/market-seed.ts';
import { jsonb, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { systemRandom } from '../src/platform/random.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

const secretBox = createSecretBox(randomBytes(32));
const open = (given?: string) =>
  marketSeed({ database: fresh.database, secretBox, random: systemRandom }, given);
let statements = 0;
const run = (sql: string) => {
  statements += 1;
  const statement = defineStatement({ name: `test.seed${statements}`, text: sql, params: [] });
  return fresh.owner.transaction((tx) => tx.run(statement, []));
};

/** Every row of the two tables as text, bytes also as the text they may contain. */
const rows = defineQuery({
  name: 'test.rowsOfSeeds',
  text: `select coalesce(string_agg(row, ' '), '') as row from (
    select s::text as row from settings s
    union all select encode(sealed, 'escape') from market_seed) every_row`,
  params: [],
  row: { row: text },
});

it('an earlier seed in clear is sealed once by the owner, and stays the seed', async () => {
  await run('alter table settings disable trigger settings_market_seed_sealed');
  await fresh.owner.transaction((tx) =>
    tx.run(
      defineStatement({
        name: 'test.insertClearSeed',
        text: `insert into settings (key, value) values ('market.seed', $1)`,
        params: [jsonb<string>()],
      }),
      ['seed-of-old'],
    ),
  );
  await run('alter table settings enable trigger settings_market_seed_sealed');
  const openBox = () => Promise.resolve(secretBox);
  expect(await sealClearSeed(fresh.owner, openBox)).toBe(true);
  expect(await sealClearSeed(fresh.owner, openBox)).toBe(false);
  expect(await open('another')).toBe('seed-of-old');
  expect((await fresh.database.one(rows, [])).row).not.toContain('seed-of-old');
});

it('nobody changes or deletes the seed, or stores one in clear', async () => {
  await expect(run(`update market_seed set sealed = ''`)).rejects.toThrow('cannot be changed');
  await run(`insert into deployment_key (fingerprint) values ('known')`);
  await expect(run('delete from market_seed')).rejects.toThrow('while its key is known');
  await expect(
    run(`insert into settings (key, value) values ('market.seed', '"x"')`),
  ).rejects.toThrow('stored sealed');
});

it('after the loss of the key a new seed is drawn, once', async () => {
  await run('delete from deployment_key');
  await run('delete from market_seed');
  const [first, second] = [await open(), await open()];
  expect(first).toBe(second);
  expect(first).not.toBe('seed-of-old');
});
