/** A burst of results stops new contracts of its accounts until two people have looked (ADR 88). */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { arrayOf, int2, int8, text, timestamptz } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { CONTRACT } from './support/ended-contracts.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole, type EnrolledOperator } from './support/operator-client.ts';
import { GUARDS_OFF, GUARDS_ON, INSERT_PAST, LOSS, WIN } from './support/past-contracts.ts';
import { PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const WINDOW_MS = 10 * 60_000;
const clock = manualClock();
let server: TestServer;
let operators: Console;
let reviewer: EnrolledOperator;
let approver: EnrolledOperator;

beforeAll(async () => {
  server = await startServer({ clock, ownJobs: ['futures.watch-bursts'] });
  operators = createConsole(server, clock);
  reviewer = await operators.enrolled(['reviewer']);
  approver = await operators.enrolled(['approver']);
});
afterAll(() => server.stop());

const run = (name: string, sql: string) =>
  server.fresh.owner.transaction((tx) =>
    tx.run(defineStatement({ name: `test.burst${name}`, text: sql, params: [] }), []),
  );
/** As the contracts of the past, but one each eleven seconds: more than a sixth of a minute apart. */
const insertBurst = defineStatement({
  name: 'test.insertBurst',
  text: INSERT_PAST.replace("(place - 1) * interval '61 s'", "(place - 1) * interval '11 s'"),
  params: [int8, text, arrayOf(int2), timestamptz],
});
/** Contracts within the last ten minutes, by member. */
async function ended(...placed: readonly (readonly [Person, readonly number[]])[]): Promise<void> {
  await endedFrom(clock.now() - WINDOW_MS + 1_000, placed);
}

async function endedFrom(
  from: number,
  placed: readonly (readonly [Person, readonly number[]])[],
): Promise<void> {
  await run(`Off${from}`, GUARDS_OFF);
  await server.fresh.owner.transaction(async (tx) => {
    for (const [{ memberId }, outcomes] of placed)
      await tx.run(insertBurst, [memberId, 'btcusdt', outcomes, from]);
  });
  await run(`On${from}`, GUARDS_ON);
  await server.runJob('futures.watch-bursts');
}
const times = (count: number, outcome: number) => Array.from({ length: count }, () => outcome);
const place = ({ token }: Person) =>
  server.api.call('POST /hyorder/createHyorder', CONTRACT, { token });
/** The clock may have run ahead of the prices. */
const untilPriced = ({ token }: Person) =>
  vi.waitFor(
    () => server.api.data('GET /recharge/exchangeFind', { symbol: 'USDT_BTC' }, { token }),
    { timeout: 60_000, interval: 100 },
  );
const alarmsOf = async (person: Person) => {
  const input = { pageSize: 100 };
  const { list } = await operators.data('GET /operator/resultAlarm/list', input, reviewer.token);
  return list.filter(({ stopped }) => stopped.includes(person.memberId));
};
const look = (ID: number, { token }: EnrolledOperator) =>
  operators.call('POST /operator/resultAlarm/review', { ID: String(ID), reason: 'Seen.' }, token);
const signInOn = async (person: Person, device: string) =>
  server.api.data('POST /base/login', {
    username: person.email,
    password: PASSWORD,
    device,
    ...(await server.captcha()),
  });

describe('an account that wins 50 of 50 contracts within minutes', () => {
  it('places no new one until two people have looked, and loses nothing else', async () => {
    const [winner, fair] = [await server.register(), await server.register()];
    await ended([winner, times(50, WIN)], [fair, [...times(20, LOSS), ...times(30, WIN)]]);
    const [alarm] = await alarmsOf(winner);
    expect(alarm).toMatchObject({
      kind: 'burst',
      memberId: winner.memberId,
      stopped: [winner.memberId],
      wins: 50,
      losses: 0,
      firstBy: null,
    });
    expect(await alarmsOf(fair)).toEqual([]);
    await untilPriced(winner);
    const refused = await place(winner);
    expect(refused.code).toBe(5011);
    expect(refused.msg).toContain('Your money, withdrawals and running contracts aren’t affected');
    const { token } = winner;
    const swap = { num: '10', from_coin: 'USDT', to_coin: 'BTC' };
    expect((await server.api.call('POST /recharge/exchange', swap, { token })).code).toBe(0);

    const { ID } = alarm!;
    expect(await look(ID, reviewer)).toMatchObject({ data: { isReviewed: false } });
    expect(await look(ID, reviewer)).toMatchObject({ code: 5032 });
    expect((await place(winner)).code).toBe(5011);
    await expect(run('Early', 'update futures_stops set ended_at = now()')).rejects.toThrow(
      'when two people have looked',
    );
    await expect(
      run(
        'Alone',
        `update futures_result_alarms set reviewed_by = first_by, reviewed_at = now(), reason = 'x' where kind = 'burst'`,
      ),
    ).rejects.toThrow('two_people');
    expect(await look(ID, approver)).toMatchObject({ data: { isReviewed: true } });
    expect((await place(winner)).code).not.toBe(5011);
    await server.runJob('futures.watch-bursts');
    expect(await alarmsOf(winner)).toHaveLength(1);
    expect((await place(winner)).code).not.toBe(5011);
  });
});

describe('accounts that share a device', () => {
  it('are looked at together', async () => {
    clock.advance(2 * WINDOW_MS);
    const [one, other, stranger] = [
      await server.register(),
      await server.register(),
      await server.register(),
    ];
    for (const person of [one, other]) await signInOn(person, 'e'.repeat(32));
    await signInOn(stranger, 'f'.repeat(32));
    await run('Apart', 'update member_devices set address = member_id::text');
    await ended([one, times(20, WIN)], [stranger, times(20, WIN)]);
    expect(await alarmsOf(one)).toEqual([]);
    await endedFrom(clock.now() - WINDOW_MS / 2, [[other, times(20, WIN)]]);
    expect(await alarmsOf(other)).toMatchObject([
      { stopped: [one.memberId, other.memberId], wins: 40, losses: 0 },
    ]);
    expect(await alarmsOf(stranger)).toEqual([]);
  });
});
