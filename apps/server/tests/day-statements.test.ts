/** A closed day beside what its chain and its bank state: what differs, what is missing, and what two people sign (ADR 112). */
import type { Amount } from '@tern/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditDayCloses } from '../src/audit/day-closes.ts';
import { auditSignedFacts } from '../src/audit/signed-facts.ts';
import {
  explainDifference,
  settleRemainder,
} from '../src/features/backoffice/day-close/explain-difference.ts';
import { newestClose } from '../src/features/backoffice/day-close/newest-close.ts';
import { showDay } from '../src/features/backoffice/day-close/show-days.ts';
import { signDay } from '../src/features/backoffice/day-close/sign-day.ts';
import { dayOf, startOfDay } from '../src/platform/clock.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { outsideWorld } from './support/outside-world.ts';
import { failedRulesOf } from './support/tampering.ts';

const FIRST = startOfDay('2026-12-01');
const DAY_MINUTES = 24 * 60;
const [day, next] = [FIRST, FIRST + DAY_MS].map(dayOf) as [string, string];
const ETHER = 10n ** 18n;
const LOST = 1n as Amount;
let world: Awaited<ReturnType<typeof outsideWorld>>;

const actorNamed = (login: string) => ({ operatorId: 0, login, permissions: [], address: '' });
const [ann, ben] = [actorNamed('ann'), actorNamed('ben')];
const newOperator = defineQuery({
  name: 'test.statementSigner',
  text: `insert into operators (login, password_hash, sealed_totp, roles, created_at) values ($1, 'x', '\\x01', '{approver}', now()) returning id`,
  params: [text],
  row: { id: int8 },
});
const stated = defineQuery({
  name: 'test.statedDay',
  text: `select statement from transparency_facts where kind = 'day' order by id`,
  params: [],
  row: { statement: text },
});

const deps = () => ({
  database: world.fresh.database,
  clock: world.clock,
  secretBox: createSecretBox(new Uint8Array(32)),
});
const shown = (of: string, { operatorId } = ann) =>
  showDay(world.fresh.database, of, { operatorId, at: world.clock.now() });
const sign = async (of: string, actor: typeof ann) =>
  signDay(deps(), actor, { day: of, hash: (await shown(of)).signOff.hash, note: '' });
const explain = (given: Partial<Parameters<typeof explainDifference>[2]>) =>
  explainDifference(deps(), ann, {
    day,
    asset: 'ETH',
    account: 'network.ERC20',
    against: 'statement',
    amount: '-0.000000000000000001',
    record: undefined,
    dueOn: '2026-12-20',
    login: undefined,
    reason: 'The node is asked.',
    ...given,
  });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: number }) => error.code,
  );
const statementOf = async (of: string, coin: string) =>
  (await shown(of)).coins.find(({ coinname }) => coinname === coin)?.statements[0];

/** A wallet has one unit less than everything that was seen, and the bank sends no statement. */
beforeAll(async () => {
  world = await outsideWorld(FIRST);
  for (const actor of [ann, ben])
    ({ id: actor.operatorId } = await world.fresh.owner.transaction((tx) =>
      tx.one(newOperator, [actor.login]),
    ));
  const of = (amount: bigint) => ({ amount: amount as Amount, bookedAfter: 0 });
  world.happens({ kind: 'deposit', minute: 3, ...of(100n * ETHER) });
  world.happens({ kind: 'credit', minute: 3, ...of(50n * ETHER) });
  world.happens({ kind: 'debit', minute: 10, ...of(20n * ETHER) });
  world.happens({ kind: 'deposit', minute: DAY_MINUTES - 1, ...of(7n * ETHER) });
  world.happens({ kind: 'deposit', minute: 5, ...of(2n * ETHER), bookedAfter: undefined });
  world.happens({ kind: 'payout', minute: DAY_MINUTES - 2, ...of(ETHER) });
  world.happens({ kind: 'fee', minute: DAY_MINUTES - 2, ...of(4n), bookedAfter: 9000 });
  await world.count(FIRST + DAY_MS, LOST);
  await world.close(FIRST + DAY_MS, { hasStatement: false });
});
afterAll(() => world?.fresh.drop());

it('names what is on one side only, and the rest is a difference that raises the alert', async () => {
  expect(await statementOf(day, 'ETH')).toEqual({
    account: 'network.ERC20',
    source: 'chain',
    ledger: '100',
    stated: '107.999999999999999995',
    arrived: '9',
    paid: '1',
    fees: '0.000000000000000004',
    reference: '1439 0xb',
    difference: '-0.000000000000000001',
  });
  const { isTiedOut, differences, unstated } = await shown(day);
  expect([isTiedOut, differences, unstated]).toEqual([false, 1, 1]);
  expect((await newestClose(world.fresh.database))?.differences).toBe(1);
});

it('is not signed before the difference is explained, and a missing statement has an owner', async () => {
  expect(await refusal(sign(day, ann))).toBe(5036);
  expect(await refusal(explain({ against: 'books' }))).toBe(5007);
  expect(await refusal(explain({ amount: '0' }))).toBe(5001);
  await explain({});
  expect(await refusal(sign(day, ann))).toBe(5036);
  expect(await statementOf(day, 'EUR')).toMatchObject({
    source: 'bank',
    stated: null,
    ledger: '30',
  });
  const missing = { asset: 'EUR', account: 'custody', amount: '0' } as const;
  expect(await refusal(explain({ ...missing, amount: '50' }))).toBe(5001);
  expect(await refusal(explain({ ...missing, record: '1', dueOn: undefined }))).toBe(5001);
  await explain(missing);
  expect((await newestClose(world.fresh.database))?.differences).toBe(0);
  expect(await sign(day, ann)).toBe('first');
});

it('loses its first signature when the statement comes, and both sign what it says, with what was taken out', async () => {
  await world.count(FIRST + 2 * DAY_MS);
  await world.close(FIRST + 2 * DAY_MS);
  const { signOff } = await shown(day);
  expect(signOff.state).toBe('open');
  expect(await statementOf(day, 'EUR')).toMatchObject({ stated: '30', difference: '0' });
  world.clock.set(world.clock.now() - 6 * 60 * 60_000);
  await sign(day, ann);
  expect(await sign(day, ben)).toBe('signed');
  const [fact] = await world.fresh.database.many(stated, []);
  expect(fact!.statement).toMatch(new RegExp(`^tern day close 2\\|${day}\\|${signOff.hash}\\|`));
  expect(await refusal(explain({}))).toBe(5034);
});

it('ends what was waited for with the number of the statement', async () => {
  const { carried } = (await shown(next)).signOff;
  const waited = carried.find(({ amount }) => amount === '0')!;
  await settleRemainder(deps(), ann, { id: waited.ID, record: next, reason: 'It came.' });
  expect((await shown(next)).signOff.carried.map(({ amount }) => amount)).toEqual([
    '-0.000000000000000001',
  ]);
});

it('is found by the audit when a statement, or what was signed, is changed', async () => {
  const { database } = world.fresh;
  const clean = await database.snapshot(async (reader) => [
    ...(await auditDayCloses(reader)),
    ...(await auditSignedFacts(reader)),
  ]);
  expect(clean.flatMap(({ faults }) => faults)).toEqual([]);
  const one = `where day = '${day}' and asset = 'ETH'`;
  const compared = 'a closed day is compared with what the ledger and the chains had';
  const signed = 'a signed day was signed by two operators who saw its sums';
  for (const [change, rules] of [
    [`update day_close_statements set ledger = ledger + 1 ${one}`, [compared, signed]],
    [`update day_close_statements set stated = stated + 1 ${one}`, [compared, signed]],
    [`update day_close_statements set arrived = 0 ${one}`, [signed]],
    [`delete from day_close_statements ${one}`, [signed]],
    [`update wallet_counts set held = held + 1 where until = '${next}T00:00:00Z'`, [compared]],
  ] as const)
    expect([change, await failedRulesOf(auditDayCloses, world.fresh, [change])]).toEqual([
      change,
      rules,
    ]);
});
