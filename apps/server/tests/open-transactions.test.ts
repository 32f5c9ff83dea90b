/** An open transaction of anybody is measured: its age, and that members' events wait for it. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientConfig } from '../src/platform/database/connection.ts';
import { manualClock } from './support/market.ts';
import { scrape, valueOf } from './support/scrape.ts';
import { startServer, type TestServer } from './support/server.ts';
import { passTime } from './support/pass-time.ts';

const clock = manualClock();
let server: TestServer;
/** A person at the database, under another login than the server's. */
let person: Client;

beforeAll(async () => {
  server = await startServer({
    clock,
    prices: 'still',
    hasMetrics: true,
    ownJobs: ['operations.measure'],
  });
  const limits = { name: 'person', statementTimeoutMs: 30_000, lockTimeoutMs: 10_000 };
  person = new Client(clientConfig(server.fresh.ownerTarget, limits));
  await person.connect();
}, 120_000);
afterAll(async () => {
  await person?.end();
  await server?.stop();
});

const metric = async (name: string) => valueOf(await scrape(server.metricsUrl()), name, {});

async function ageAfter(ms: number): Promise<number | undefined> {
  clock.advance(ms);
  await server.runJob('operations.measure');
  return metric('tern_database_longest_transaction_seconds');
}

it('knows how old a transaction of another login is, which reads only', async () => {
  await person.query('begin');
  await person.query('select 1');
  await ageAfter(5_000);
  expect(await ageAfter(90_000)).toBeGreaterThanOrEqual(90);
  await person.query('commit');
  // Others that write in this cluster, which other tests share, are seen too, and this clock makes short ones look old.
  await expect.poll(() => ageAfter(5_000)).toBeLessThan(30);
});

it('says until when the events of members were read while a writing transaction holds them up', async () => {
  const readAt = async () => (await metric('tern_member_events_read_timestamp_seconds')) ?? 0;
  const isFresh = async () => (await readAt()) >= clock.now() / 1_000;
  await expect.poll(isFresh).toBe(true);
  await person.query('begin');
  await person.query('select pg_current_xact_id()');
  // Something that is written afterwards, and waits.
  await server.register();
  const heldAt = clock.now();
  clock.advance(60_000);
  await passTime(2_500, 'the reader of events sweeps each second');
  expect(await readAt()).toBeLessThanOrEqual(heldAt / 1_000);
  await person.query('commit');
  await expect.poll(isFresh).toBe(true);
});
