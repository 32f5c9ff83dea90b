/** Results of timed contracts outside what chance allows raise an alarm for operators (ADR 37). */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bool, int2, int8, numeric, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { type Console, createConsole, type EnrolledOperator } from './support/operator-client.ts';
import {
  insertPastContracts,
  LOSS,
  outcomesOf,
  PAST_EVERY_MS,
  TIE,
  WIN,
} from './support/past-contracts.ts';
import { startServer, type TestServer } from './support/server.ts';

const DAY_MS = 86_400_000;
const COUNTED = { timeout: 60_000 };

const sequencesQuery = defineQuery({
  name: 'test.resultSequences',
  text: `select subject, subject_id, sequence, wins, losses, ties, net, expected_net from futures_result_sequences
    where subject = $1 and subject_id = $2 order by period, sequence`,
  params: [text, int8],
  row: {
    subject: text,
    subjectId: int8,
    sequence: int2,
    wins: int8,
    losses: int8,
    ties: int8,
    net: numeric,
    expectedNet: numeric,
  },
});

const totals = defineQuery({
  name: 'test.resultTotals',
  text: `select (select count(*) from futures_contracts where outcome = 1) = sum(wins)
      and (select count(*) from futures_contracts where outcome = 2) = sum(losses)
      and (select count(*) from futures_contracts where outcome = 3) = sum(ties)
      and (select sum(profit) from futures_contracts) = sum(net) as is_each_once
    from futures_result_sequences where subject = $1`,
  params: [text],
  row: { isEachOnce: bool },
});

describe('a server whose member wins 58 % of their contracts', () => {
  const clock = manualClock();
  let server: TestServer;
  let consoleApi: Console;
  let reviewer: EnrolledOperator;
  let auditor: EnrolledOperator;

  beforeAll(async () => {
    server = await startServer({ clock });
    consoleApi = createConsole(server, clock);
    reviewer = await consoleApi.enrolled(['reviewer']);
    auditor = await consoleApi.enrolled(['auditor']);
  });
  afterAll(() => server?.stop());

  const alarmsOf = async (memberId: number, state?: 'open' | 'reviewed') => {
    const input = { pageSize: 100, ...(state === undefined ? {} : { state }) };
    const { list } = await consoleApi.data('GET /operator/resultAlarm/list', input, auditor.token);
    return list.filter((alarm) => alarm.memberId === memberId);
  };
  const logOf = async (memberId: number) => {
    const input = { action: 'resultAlarm.', memberId };
    return (await consoleApi.data('GET /operator/audit/list', input, auditor.token)).list;
  };
  const isCounted = (memberId: number, contracts: number) =>
    vi.waitFor(async () => {
      await server.runJob('futures.count-results');
      const sequences = await server.fresh.database.many(sequencesQuery, ['account', memberId]);
      const counted = sequences.map(({ wins, losses, ties }) => wins + losses + ties);
      expect(counted.reduce((sum, each) => sum + each, 0)).toBe(contracts);
    }, COUNTED);
  const from = WEDNESDAY_NOON - 17 * DAY_MS;
  const placed = (memberId: number, outcomes: readonly number[], after = 0) =>
    insertPastContracts(server.fresh.owner, [
      { memberId, outcomes, from: from + after * PAST_EVERY_MS },
    ]);

  it('raises one alarm with its figures, and another one after twice as many contracts', async () => {
    const { database } = server.fresh;
    const { memberId } = await server.register();
    const { memberId: fair } = await server.register();
    const won = outcomesOf(3_400, 0.58);
    await placed(memberId, won);
    await placed(fair, outcomesOf(3_400, 0.5, 7));
    await isCounted(fair, 3_400);
    await isCounted(memberId, 3_400);

    expect(await alarmsOf(fair)).toEqual([]);
    const open = await alarmsOf(memberId, 'open');
    expect(open).toMatchObject([{ subject: 'account', symbol: null, side: 'above', reason: '' }]);
    const { ID, wins, losses, winsLimit, net, expectedNet, netLimit } = open[0]!;
    expect(wins).toBe(won.filter((each) => each === WIN).length);
    expect(wins + losses).toBe(won.length);
    expect(wins).toBeGreaterThan(winsLimit);
    expect(winsLimit).toBeGreaterThan(won.length / 2);
    expect(net).toBe(String(85 * wins - 100 * losses));
    expect(expectedNet).toBe(String(-7.5 * won.length));
    expect(Number(net)).toBeGreaterThan(Number(netLimit));
    expect(await logOf(memberId)).toMatchObject([{ action: 'resultAlarm.raise', login: '' }]);

    const input = { ID, reason: 'A bot reads the feed of a slow source; the market is paused.' };
    const review = (who: EnrolledOperator, given = input) =>
      consoleApi.call('POST /operator/resultAlarm/review', given, who.token);
    expect(await review(auditor)).toMatchObject({ code: 5030 });
    expect(await review(reviewer, { ID, reason: ' - ' })).toMatchObject({ code: 5001 });
    expect(await review(reviewer)).toMatchObject({ code: 0 });
    expect(await review(reviewer)).toMatchObject({ code: 5034 });
    const { login } = reviewer;
    const { reason } = input;
    expect(await alarmsOf(memberId)).toMatchObject([{ ID, reviewedBy: login, reason }]);
    expect(await logOf(memberId)).toMatchObject([
      { action: 'resultAlarm.review', subject: `resultAlarm:${ID}`, login, reason },
      { action: 'resultAlarm.raise' },
    ]);

    await placed(memberId, outcomesOf(3_000, 0.58, 3), 3_400);
    await server.restart();
    await isCounted(memberId, 6_400);
    expect(await alarmsOf(memberId, 'open')).toEqual([]);
    await placed(memberId, outcomesOf(600, 0.58, 5), 6_400);
    await isCounted(memberId, 7_000);
    expect(await alarmsOf(memberId, 'open')).toMatchObject([{ side: 'above' }]);
    expect((await database.one(totals, ['account'])).isEachOnce).toBe(true);
    expect((await database.one(totals, ['market'])).isEachOnce).toBe(true);
  }, 180_000);
});

describe('counting', () => {
  let fresh: FreshDatabase;
  let world: FuturesWorld;

  beforeAll(async () => {
    fresh = await freshDatabase();
    world = await futuresWorld(fresh.database);
  });
  afterAll(async () => {
    await world?.stop();
    await fresh.drop();
  });

  const sequencesOf = (subject: string, id: number) =>
    fresh.database.many(sequencesQuery, [subject, id]);
  const count = async (times = 1) => {
    for (let time = 0; time < times; time += 1) await world.futures.countResults();
  };

  it('counts each ended contract once, and overlapping ones separately', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    await world.tick('btcusdt', '64000');
    world.clock.advance(500);
    await world.place({ memberId, stake: '100' });
    await world.place({ memberId, stake: '50', direction: 'down' });
    world.clock.advance(500);
    await world.tick('btcusdt', '64000');
    for (let second = 0; second < 31; second += 1) {
      world.clock.advance(1_000);
      await world.tick('btcusdt', '64001');
    }
    await count();
    expect(await sequencesOf('account', memberId)).toEqual([]);
    await world.place({ memberId, stake: '10' });
    world.clock.advance(500);
    await world.tick('btcusdt', '64001');
    world.clock.advance(20_000);
    await world.tick('btcusdt', '64001');
    world.clock.advance(15_000);
    await world.tick('btcusdt', '64001');
    world.clock.advance(60_000);
    await Promise.all([count(), count(), count()]);
    await count();
    expect(await sequencesOf('account', memberId)).toMatchObject([
      { sequence: 0, wins: 1, losses: 0, ties: 1 },
      { sequence: 1, wins: 0, losses: 1, ties: 0 },
    ]);
    for (const subject of ['account', 'market', 'house']) {
      expect((await fresh.database.one(totals, [subject])).isEachOnce).toBe(true);
    }
  });

  it('counts no contract behind one that has not ended', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    await world.tick('btcusdt', '64001');
    world.clock.advance(500);
    await world.place({ memberId, seconds: 300 });
    world.clock.advance(500);
    await world.tick('btcusdt', '64000');
    const behind = world.clock.now() + 1_000;
    await insertPastContracts(fresh.owner, [{ memberId, outcomes: [TIE, WIN], from: behind }]);
    world.clock.advance(200_000);
    await world.price('btcusdt', '64000');
    await count(2);
    expect(await sequencesOf('account', memberId)).toEqual([]);
    world.clock.advance(100_000);
    await world.tick('btcusdt', '64001');
    world.clock.advance(60_000);
    await count();
    expect(await sequencesOf('account', memberId)).toMatchObject([
      { sequence: 0, wins: 1, losses: 0, ties: 0 },
      { sequence: 1, wins: 1, losses: 0, ties: 1 },
    ]);
  });

  it('detects an exchange that turns every twentieth result against its members', async () => {
    const from = WEDNESDAY_NOON + DAY_MS;
    const members: number[] = [];
    for (let each = 0; each < 10; each += 1) members.push(await fundedMember(fresh.database, {}));
    const rigged = outcomesOf(30_000, 0.475, 11);
    const past = rigged.flatMap((_, index) =>
      index % 3_000 === 0 ? [rigged.slice(index, index + 3_000)] : [],
    );
    await insertPastContracts(
      fresh.owner,
      past.map((outcomes, index) => ({
        memberId: members[index]!,
        symbol: 'ethusdt',
        outcomes,
        from: from + index * 3_000 * PAST_EVERY_MS,
      })),
    );
    world.clock.set(from + 22 * DAY_MS);
    await count(4);
    const { list } = (await listed()) as { list: Record<string, unknown>[] };
    expect(list.map(({ subject, side, symbol }) => ({ subject, side, symbol }))).toEqual(
      expect.arrayContaining([
        { subject: 'house', side: 'below', symbol: null },
        { subject: 'market', side: 'below', symbol: 'ethusdt' },
      ]),
    );
    expect(list.some(({ subject }) => subject === 'account')).toBe(false);
  });

  it('deletes the counts of an account after a month, and those of a market and the exchange after a year', async () => {
    const memberId = await fundedMember(fresh.database, {});
    const from = Date.parse('2027-01-04T12:00:00Z');
    await insertPastContracts(fresh.owner, [{ memberId, outcomes: [WIN, LOSS], from }]);
    world.clock.set(from + DAY_MS);
    await count();
    const { accounts, others } = await fresh.database.one(keptSequences, []);
    expect({ accounts, others }).toEqual({ accounts: 1, others: 2 });
  });

  const listed = () =>
    world.futures
      .routes!.find(({ call }) => call.path === '/operator/resultAlarm/list')!
      .answer({
        input: {},
        lang: 'en',
        address: '127.0.0.1',
        idempotencyKey: undefined,
      } as never);

  it('never changes a reviewed alarm and deletes none', async () => {
    const asOwner = (statement: typeof review) =>
      fresh.owner.transaction((tx) => tx.run(statement, []));
    await fresh.owner.transaction((tx) => tx.run(anOperator, []));
    await asOwner(review);
    await expect(asOwner(review)).rejects.toThrow(/a reviewed alarm does not change/);
    await expect(asOwner(deleteAlarms)).rejects.toMatchObject({ code: '42501' });
  });
});

const keptSequences = defineQuery({
  name: 'test.keptResultSequences',
  text: `select count(*) filter (where subject = 'account') as accounts, count(*) filter (where subject <> 'account') as others
    from futures_result_sequences`,
  params: [],
  row: { accounts: int8, others: int8 },
});
const anOperator = defineStatement({
  name: 'test.alarmOperator',
  text: `insert into operators (login, password_hash, roles, created_at) values ('of-alarms', 'x', '{reviewer}', now())
    on conflict do nothing`,
  params: [],
});
const review = defineStatement({
  name: 'test.reviewAlarms',
  text: `update futures_result_alarms set reviewed_at = now(), reason = 'Looked at.',
    reviewed_by = (select min(id) from operators)`,
  params: [],
});
const deleteAlarms = defineStatement({
  name: 'test.deleteAlarms',
  text: 'delete from futures_result_alarms',
  params: [],
});
