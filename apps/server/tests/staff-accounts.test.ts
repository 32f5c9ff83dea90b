/** Operators' own accounts as members: named, found by device and name, confirmed and released by two people (ADR 87). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberById } from '../src/kernel/members/members.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { approveIdentity, sendDocuments } from './support/identities.ts';
import { manualClock } from './support/market.ts';
import { codeAt, createConsole, OPERATOR_PASSWORD } from './support/operator-client.ts';
import { PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
const reason = 'It is mine.';
const DEVICE = 'd'.repeat(32);
let server: TestServer;
let operators: ReturnType<typeof createConsole>;
let owner: Awaited<ReturnType<typeof operators.enrolled>>;
let approvers: string[];

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still', ownJobs: ['operators.same-names'] });
  operators = createConsole(server, clock);
  owner = await operators.enrolled(['reviewer', 'approver']);
  approvers = [await operators.signIn(1), await operators.signIn(2)];
});
afterAll(() => server.stop());

const isStaff = async ({ memberId }: Person) =>
  (await memberById(server.fresh.database, memberId))!.isStaff;
const listed = async ({ memberId }: Person) => {
  const { list } = await operators.data('GET /operator/staffAccount/list', {}, approvers[0]);
  return list.filter((each) => each.memberId === memberId);
};
const declare = (person: Person) =>
  operators.call(
    'POST /operator/staffAccount/declare',
    { memberId: String(person.memberId), reason },
    owner.token,
  );
type Act = 'confirm' | 'release';
const decide = (act: Act, ID: number, token: string) =>
  operators.call(`POST /operator/staffAccount/${act}`, { ID: String(ID), reason }, token);
const swap = ({ token }: Person) =>
  server.api.call(
    'POST /recharge/exchange',
    { num: '10', from_coin: 'USDT', to_coin: 'BTC' },
    { token },
  );
const onDevice = async ({ email }: Person) =>
  server.api.data('POST /base/login', {
    username: email,
    password: PASSWORD,
    device: DEVICE,
    ...(await server.captcha()),
  });
async function signInOn(device: string) {
  clock.advance(30_000);
  const code = codeAt(clock.now(), owner.secret);
  const { session } = await operators.data('POST /operator/login', {
    login: owner.login,
    password: OPERATOR_PASSWORD,
    code,
    device,
  });
  owner = { ...owner, token: session!.token };
  approvers = [await operators.signIn(1), await operators.signIn(2)];
}

describe('an account that an operator has named', () => {
  it('does not trade, is confirmed by another person, and released by two others', async () => {
    const person = await server.register();
    const named = await declare(person);
    expect(named.code).toBe(0);
    const { ID } = named.data as { ID: number };
    expect(await declare(person)).toMatchObject({ code: 5034 });
    expect(await swap(person)).toMatchObject({ code: 5027 });
    expect(await decide('confirm', ID, owner.token)).toMatchObject({ code: 5032 });
    expect(await decide('confirm', ID, approvers[0]!)).toMatchObject({ code: 0 });
    expect(await decide('confirm', ID, approvers[1]!)).toMatchObject({ code: 5034 });
    expect(await listed(person)).toMatchObject([
      { login: owner.login, ground: 'declared', confirmedBy: 'operator-1', reason },
    ]);
    expect(await decide('release', ID, owner.token)).toMatchObject({ code: 5032 });
    expect(await decide('release', ID, approvers[0]!)).toMatchObject({
      data: { isReleased: false },
    });
    expect(await decide('release', ID, approvers[0]!)).toMatchObject({ code: 5032 });
    expect(await isStaff(person)).toBe(true);
    expect(await decide('release', ID, approvers[1]!)).toMatchObject({
      data: { isReleased: true },
    });
    expect(await isStaff(person)).toBe(false);
    expect((await swap(person)).code).not.toBe(5027);
  });

  it('is one that exists', async () => {
    const nobody = { memberId: '999999999', reason };
    const answer = operators.call('POST /operator/staffAccount/declare', nobody, owner.token);
    expect(await answer).toMatchObject({ code: 5007 });
  });
});

describe('an account that is found', () => {
  it('signed in on the device of an operator, before or after the operator did', async () => {
    const [before, after] = [await server.register(), await server.register()];
    await onDevice(before);
    expect(await isStaff(before)).toBe(false);
    await signInOn(DEVICE);
    expect(await isStaff(before)).toBe(true);
    await onDevice(after);
    expect(await listed(after)).toMatchObject([{ ground: 'device', login: owner.login }]);
  });

  it('stays released when it signs in on that device again', async () => {
    const person = await server.register();
    await onDevice(person);
    const ID = (await listed(person))[0]!.ID;
    for (const token of approvers) await decide('release', ID, token);
    await onDevice(person);
    expect(await isStaff(person)).toBe(false);
  });

  it('has the verified name of one that an operator has named', async () => {
    const people = [
      await server.register(),
      await server.register(),
      await server.register(),
    ] as const;
    const names = ['Ines Auditor', 'INES AUDITOR', 'Ines Auditorium'];
    for (const [index, person] of people.entries()) {
      const id = await sendDocuments(server, person, { name: names[index]! });
      await approveIdentity(operators, id, ['first', approvers[0]!]);
      await approveIdentity(operators, id, ['second', approvers[1]!]);
    }
    await declare(people[0]);
    await server.runJob('operators.same-names');
    expect(await Promise.all(people.map(isStaff))).toEqual([true, true, false]);
    expect(await listed(people[1])).toMatchObject([{ ground: 'name' }]);
  });
});

describe('the database', () => {
  const statement = (name: string, text: string) =>
    server.fresh.owner.transaction((tx) =>
      tx.run(defineStatement({ name: `test.staff${name}`, text, params: [] }), []),
    );
  it('lets nobody mark or unmark a member, or undo a decision', async () => {
    await expect(statement('Mark', 'update members set is_staff = not is_staff')).rejects.toThrow(
      'follows from staff_accounts',
    );
    await expect(
      statement('Undo', 'update staff_accounts set released_by = null, released_at = null'),
    ).rejects.toThrow('confirmed once and released once');
    await expect(statement('Delete', 'delete from staff_accounts')).rejects.toThrow('are kept');
  });
});
