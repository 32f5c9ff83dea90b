/**
 * The server as shipped is down while contracts fall due: stopped by a signal, or killed and started again. The missing
 * ticks are backfilled and marked, and every contract settles at the price of its due time (ADR 17).
 */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinEmbedded } from '../../src/platform/database/embedded.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { type Api, createApi } from '../support/api-client.ts';
import { buildServer, type Build, type Instance } from '../support/built-server.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { changeSettingEarlier } from '../support/change-setting.ts';
import { registerEmbedded } from '../support/embedded-owner.ts';
import type { Person } from '../support/people.ts';
import { passTime, until } from '../support/pass-time.ts';

/** Some fall due within the pause and some after it. Units: seconds. */
const DURATIONS = [3, 6, 15];
const PAUSE_MS = 9_000;
/** Ticks created later than this are marked as backfilled. */
const MARKED_AFTER_MS = 2_000;

let build: Build;
let instance: Instance;
let api: Api;
let person: Person;

beforeAll(async () => {
  build = buildServer();
  await copyFirstStart(build.dataDir);
  instance = await build.start();
  api = createApi(() => instance.url);
  const logins = await joinEmbedded(build.dataDir);
  const owner = await openDatabase({ connection: logins!.owner, poolSize: 1 });
  const ratios = Object.fromEntries(DURATIONS.map((seconds) => [seconds, '0.8']));
  await changeSettingEarlier(owner, 'futures.ratios', ratios);
  await owner.close();
  instance.kill('SIGTERM');
  await instance.ended;
  instance = await build.start();
  [person] = (await registerEmbedded(api, build.dataDir, 1)) as [Person];
});

afterAll(async () => {
  instance?.kill('SIGCONT');
  instance?.kill('SIGKILL');
  await instance?.ended;
  await build?.remove();
});

/** Returns the id. Retries if rate limited or without a price right after a start. */
async function place(seconds: number, cate: number): Promise<number> {
  const input = { cate, usdt: '10', coinname: 'btcusdt', ctime_num: seconds };
  for (;;) {
    const answer = await api.call('POST /hyorder/createHyorder', input, { token: person.token });
    if (answer.code === 0) return answer.data.order.ID;
    if (![4024, 5005, 5006].includes(answer.code)) throw new Error(`refused: ${answer.code}`);
    await passTime(100, 'a member who asks too often waits');
  }
}

/** Up and down for each duration, three times within three seconds; the last ones are not opened yet. */
async function placeAll(): Promise<number[]> {
  const ids: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    if (round > 0) await passTime(1_000, 'contracts of different seconds');
    for (const seconds of DURATIONS) {
      for (const cate of [1, 2]) ids.push(await place(seconds, cate));
    }
  }
  return ids;
}

async function untilAllEnded(): Promise<void> {
  const ask = { token: person.token };
  const pending = async () =>
    (await api.data('GET /hyorder/myHyorderList', { status: 1 }, ask)).total;
  await until('the end of all contracts', async () => (await pending()) === 0, { everyMs: 250 });
}

interface Settled {
  status: number;
  outcome: number;
  direction: number;
  dueAt: number;
  openPrice: number;
  closePrice: number;
  closeSeq: number;
  /** From the chain: the last tick dated at or before the due time, and its time of creation if backfilled. */
  lastPrice: number;
  lastSeq: number;
  backfilledAt: number | null;
}

/** From the tables, read by their owner. */
async function look(ids: readonly number[], since: number) {
  const client = new Client((await joinEmbedded(build.dataDir))!.owner);
  await client.connect();
  try {
    const epoch = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
    const contracts = await client.query<Settled>(
      `select c.status, c.outcome, c.direction, ${epoch('c.due_at')} as "dueAt", c.open_price::float8 as "openPrice",
          c.close_price::float8 as "closePrice", c.close_seq::float8 as "closeSeq", t.price::float8 as "lastPrice",
          t.seq::float8 as "lastSeq", ${epoch('t.backfilled_at')} as "backfilledAt"
        from futures_contracts c left join lateral (
          select * from ticks t where t.instrument_id = c.instrument_id and t.at <= c.due_at order by t.seq desc limit 1
        ) t on true
        where c.id = any($1::bigint[])`,
      [ids],
    );
    const ticks = await client.query<{ at: number; price: number; backfilledAt: number | null }>(
      `select ${epoch('at')} as at, price::float8 as price, ${epoch('backfilled_at')} as "backfilledAt" from ticks
        where instrument_id = (select id from instruments where symbol = 'btcusdt') and at >= to_timestamp($1::float8 / 1000)
        order by seq`,
      [since],
    );
    return { contracts: contracts.rows, ticks: ticks.rows };
  } finally {
    await client.end();
  }
}

it.each([
  [
    'stopped for some seconds',
    async () => {
      instance.kill('SIGSTOP');
      await passTime(PAUSE_MS, 'contracts become due meanwhile');
      instance.kill('SIGCONT');
    },
  ],
  [
    'killed and started again',
    async () => {
      instance.kill('SIGKILL');
      await instance.ended;
      await passTime(PAUSE_MS, 'contracts become due meanwhile');
      instance = await build.start();
    },
  ],
])(
  'a server that is %s settles every contract at the price of its due time',
  async (_how, pause) => {
    const since = Date.now();
    const ids = await placeAll();
    const pausedAt = Date.now();
    await pause();
    const resumedAt = Date.now();
    await untilAllEnded();
    const { contracts, ticks } = await look(ids, since);

    expect(contracts).toHaveLength(ids.length);
    for (const contract of contracts) {
      const { openPrice, closePrice, direction, lastPrice, lastSeq } = contract;
      // None is void or invalid, so delaying ticks gains nothing.
      expect(contract).toMatchObject({ status: 2, closePrice: lastPrice, closeSeq: lastSeq });
      const moved = Math.sign(closePrice - openPrice) * (direction === 1 ? 1 : -1);
      expect(contract.outcome).toBe(moved > 0 ? 1 : moved < 0 ? 2 : 3);
    }
    const seconds = ticks.map(({ at }) => Math.floor(at / 1_000));
    expect(seconds).toEqual(seconds.map((_, index) => seconds[0]! + index));
    // The first millisecond of a second may have passed when the pause began, and one in which it ended is late by a little only.
    const missed = ticks.filter(
      ({ at }) => at > pausedAt + 1_000 && at < resumedAt - MARKED_AFTER_MS - 1_000,
    );
    expect(missed.length).toBeGreaterThanOrEqual(4);
    for (const { at, backfilledAt } of missed) {
      expect(backfilledAt).toBeGreaterThan(at + MARKED_AFTER_MS);
    }
    // On a busy machine others are late too: what is marked was late.
    const marked = ticks.filter(({ backfilledAt }) => backfilledAt !== null);
    for (const { at, backfilledAt } of marked) {
      expect(backfilledAt).toBeGreaterThan(at + MARKED_AFTER_MS);
    }

    const during = contracts.filter(({ dueAt }) => missed.some(({ at }) => at === dueAt));
    expect(during.length).toBeGreaterThanOrEqual(4);
    for (const { backfilledAt } of during) expect(backfilledAt).not.toBeNull();
    // The last price before the pause would have settled some of them differently.
    const seen = ticks.findLast(({ at }) => at <= pausedAt)!.price;
    expect(during.some(({ closePrice }) => closePrice !== seen)).toBe(true);

    const { code, output } = build.run('audit');
    expect([code, output.split('\n').filter((line) => line.startsWith('FAIL'))]).toEqual([0, []]);
  },
);
