import type { OperatorRole } from '@tern/protocol';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from './support/market.ts';
import {
  codeAt,
  type Console,
  createConsole,
  OPERATOR_PASSWORD,
} from './support/operator-client.ts';
import { auditBooks } from '../src/audit/books.ts';
import { actsSealed } from '../src/audit/seals.ts';
import { EVER } from '../src/kernel/invariants/invariant.ts';
import { firstRoles } from '../src/kernel/operators/roles.ts';
import { hashSecret } from '../src/platform/secret-box.ts';
import { startServer, type TestServer } from './support/server.ts';
import { brokenInvariantsAfter, failedRulesAfter } from './support/tampering.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const clock = manualClock();
const reason = 'More people withdraw than before.';
let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;
let names = 0;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  // Earlier wrong attempts have expired.
  clock.advance(16 * MINUTE_MS);
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
});

interface Proposal {
  change?: 'add' | 'roles' | 'resetCodes';
  login?: string;
  roles?: OperatorRole[];
  reason?: string;
  requestId?: string;
}

const newName = () => `new-${(names += 1)}`;
const propose = (fields: Proposal, by = ada) => {
  const input = { change: 'add' as const, login: newName(), roles: ['support' as const], reason };
  return consoleApi.call('POST /operator/account/propose', { ...input, ...fields }, by);
};
const proposed = async (fields: Proposal, by = ada) => {
  const { code, data } = await propose(fields, by);
  expect(code).toBe(0);
  return (data as { reviewId: number }).reviewId;
};
async function agree(ID: number, by = bo) {
  await consoleApi.data('POST /operator/review/claim', { ID }, by);
  const { hash } = (await consoleApi.data('GET /operator/review/find', { ID }, by)).rereview;
  return consoleApi.call('POST /operator/review/approve', { ID, stage: 'second', hash }, by);
}
const account = async (login: string, by = ada) => {
  const { list } = await consoleApi.data('GET /operator/account/list', {}, by);
  return list.find((each) => each.login === login);
};
const half = async (ID: number, by: string) =>
  (await consoleApi.data('POST /operator/account/startHalf', { ID }, by)).half;
const start = (login: string, [firstHalf, secondHalf]: [string, string], password?: string) => {
  const chosen = password ?? OPERATOR_PASSWORD;
  return consoleApi.call('POST /operator/start', {
    login,
    firstHalf,
    secondHalf,
    password: chosen,
  });
};
const logIn = (login: string, code?: string) => {
  const input = { login, password: OPERATOR_PASSWORD };
  return consoleApi.call('POST /operator/login', {
    ...input,
    ...(code === undefined ? {} : { code }),
  });
};

async function added(roles: OperatorRole[] = ['support']) {
  const login = newName();
  expect((await agree(await proposed({ login, roles }))).code).toBe(0);
  return { login, ID: (await account(login))!.ID };
}

describe('a new operator', () => {
  it('is created by two operators, and starts with a half of the code from each', async () => {
    const login = newName();
    const reviewId = await proposed({ login, roles: ['support', 'auditor'] });
    expect(await account(login)).toBeUndefined();
    expect((await agree(reviewId)).code).toBe(0);
    const made = (await account(login))!;
    expect(made).toMatchObject({
      roles: ['auditor', 'support'],
      isActive: true,
      hasPassword: false,
      hasCodes: false,
      isHolder: true,
    });
    expect((await logIn(login)).code).toBe(4002);
    const halves: [string, string] = [await half(made.ID, ada), await half(made.ID, bo)];
    expect((await start(login, [halves[1], halves[0]], 'password')).code).toBe(5015);
    expect((await start(login, halves)).code).toBe(0);
    expect((await start(login, halves)).code).toBe(4002);
    const { data } = await logIn(login);
    const { ticket, secret } = (data as { enrolment: { ticket: string; secret: string } })
      .enrolment;
    const code = codeAt(clock.now(), secret);
    const { session } = await consoleApi.data('POST /operator/enrol', { ticket, code });
    expect(session.operator).toMatchObject({ login, roles: ['auditor', 'support'] });
    expect(await account(login)).toMatchObject({ hasPassword: true, isHolder: false });
    const { list } = await consoleApi.data(
      'GET /operator/audit/list',
      { subject: `operator:${made.ID}` },
      ada,
    );
    expect(list.map(({ action, login: by }) => [action, by])).toEqual([
      ['session.login', login],
      ['session.refused', ''],
      ['account.start', login],
      ['account.startHalf', 'operator-2'],
      ['account.startHalf', 'operator-1'],
      ['session.refused', ''],
    ]);
  });

  it('cannot be created by one operator: half of a code opens nothing', async () => {
    const { login, ID } = await added();
    const [old, fresh] = [await half(ID, ada), await half(ID, ada)];
    expect((await start(login, [old, fresh])).code).toBe(4002);
    expect((await start(login, [fresh, fresh])).code).toBe(4002);
    const other = await half(ID, bo);
    expect((await start(login, [old, other])).code).toBe(4002);
    const third = await consoleApi.enrolled(['reviewer', 'approver']);
    const asked = await consoleApi.call('POST /operator/account/startHalf', { ID }, third.token);
    expect(asked.code).toBe(5007);
    clock.advance(7 * DAY_MS);
    expect((await start(login, [fresh, other])).code).toBe(4002);
  });

  it('has a start code that allows ten attempts', async () => {
    const { login } = await added();
    const codes: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      codes.push((await start(login, ['A'.repeat(10), 'B'.repeat(10)])).code);
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 4002), 4024, 4024]);
  });

  it('is not created if the name was taken meanwhile', async () => {
    const login = newName();
    const [one, two] = [await proposed({ login }), await proposed({ login })];
    expect((await agree(one)).code).toBe(0);
    expect((await agree(two)).code).toBe(5036);
  });
});

describe('a change of roles', () => {
  it('ends the session immediately, and closes an account without roles', async () => {
    const { login, token, secret } = await consoleApi.enrolled(['support']);
    const reviewId = await proposed({ change: 'roles', login, roles: [] });
    expect((await consoleApi.call('GET /operator/me', {}, token)).code).toBe(0);
    expect((await agree(reviewId)).code).toBe(0);
    expect((await consoleApi.call('GET /operator/me', {}, token)).code).toBe(4016);
    clock.advance(MINUTE_MS);
    expect((await logIn(login, codeAt(clock.now(), secret))).code).toBe(4002);
    await agree(await proposed({ change: 'roles', login, roles: ['auditor'] }));
    clock.advance(MINUTE_MS);
    const { data } = await logIn(login, codeAt(clock.now(), secret));
    expect(data).toMatchObject({ session: { operator: { roles: ['auditor'] } } });
  });

  it('cannot be approved by its subject', async () => {
    expect((await propose({ change: 'roles', login: 'operator-1', roles: [] })).code).toBe(5032);
    const reviewId = await proposed({ change: 'roles', login: 'operator-2', roles: ['auditor'] });
    expect((await agree(reviewId)).code).not.toBe(0);
    const third = await consoleApi.enrolled(['approver']);
    await consoleApi.data('POST /operator/review/release', { ID: reviewId }, bo);
    await consoleApi.data('POST /operator/review/claim', { ID: reviewId }, third.token);
    const input = { ID: reviewId, reason: 'He stays.' };
    await consoleApi.data('POST /operator/review/reject', input, third.token);
    expect((await account('operator-2'))!.roles).toHaveLength(firstRoles.length);
  });

  it('leaves at least two approvers', async () => {
    const { list } = await consoleApi.data('GET /operator/account/list', {}, ada);
    const others = list.filter(
      ({ login, roles }) => roles.includes('approver') && !/^operator-[12]$/.test(login),
    );
    for (const { login } of others) {
      expect((await agree(await proposed({ change: 'roles', login, roles: [] }))).code).toBe(0);
    }
    const reviewId = await proposed({ change: 'roles', login: 'operator-2', roles: ['auditor'] });
    const { checks } = (await consoleApi.data('GET /operator/review/find', { ID: reviewId }, bo))
      .rereview;
    expect(checks).toMatchObject([
      { name: 'approvers-left', isPassed: false, level: 'stop' },
      { name: 'roles-in-force', isPassed: true },
    ]);
    expect((await agree(reviewId)).code).toBe(5036);
  });
});

describe('one-time codes', () => {
  it('are reset by two operators, who learn neither password nor secret', async () => {
    const { login, token, secret, recoveryCodes } = await consoleApi.enrolled(['support']);
    expect((await agree(await proposed({ change: 'resetCodes', login, roles: [] }))).code).toBe(0);
    expect((await consoleApi.call('GET /operator/me', {}, token)).code).toBe(4016);
    clock.advance(MINUTE_MS);
    const { data } = await logIn(login, codeAt(clock.now(), secret));
    expect(data).toMatchObject({ session: null });
    const { ticket, secret: fresh } = (data as { enrolment: { ticket: string; secret: string } })
      .enrolment;
    expect(fresh).not.toBe(secret);
    clock.advance(MINUTE_MS);
    await consoleApi.data('POST /operator/enrol', { ticket, code: codeAt(clock.now(), fresh) });
    expect((await logIn(login, recoveryCodes[0])).code).toBe(5035);
  });
});

describe('a proposal', () => {
  it.each([
    [{ login: 'Operator' }, 5001],
    [{ login: 'ope\u0433ator' }, 5001],
    [{ login: 'operator-2' }, 5016],
    [{ roles: [] }, 5001],
    [{ reason: '...' }, 5001],
    [{ change: 'roles', login: 'nobody' }, 5007],
    [{ change: 'resetCodes', login: 'operator-1' }, 5032],
  ] satisfies [Proposal, number][])('is refused with %j', async (fields, code) => {
    expect((await propose(fields)).code).toBe(code);
  });

  it('says that its name is taken', async () => {
    const { msg } = await propose({ login: 'operator-2' });
    expect(msg).toBe('An operator with this name already exists.');
  });

  it('sent twice is one', async () => {
    const fields = { login: newName(), requestId: 'the-same' };
    const reviewId = await proposed(fields);
    expect(await proposed(fields)).toBe(reviewId);
    expect((await propose({ ...fields, roles: ['auditor'] })).code).toBe(5002);
  });
});

describe('the database', () => {
  let app: Client;
  beforeAll(async () => {
    app = new Client(server.fresh.appTarget);
    await app.connect();
  });
  afterAll(() => app?.end());

  const REFUSED = { constraint: 'operators_agreed' };

  it('lets the server make no operator, not even one without a password, and give nobody a role or another secret', async () => {
    const { login, ID } = await added(['support']);
    for (const sql of [
      `insert into operators (login, password_hash, roles, created_at) values ('eve', 'x', '{reviewer,approver}', now())`,
      `insert into operators (login, created_at) values ('eve', now())`,
      `update operators set roles = '{reviewer,approver}' where id = ${ID}`,
      `update operators set is_active = false where login = 'operator-1'`,
      `update operators set password_hash = 'x' where login = 'operator-1'`,
      `update operators set sealed_totp = null where login = 'operator-1'`,
      `update operators set totp_step = totp_step - 1 where login = 'operator-1'`,
    ])
      await expect(app.query(sql), sql).rejects.toMatchObject(REFUSED);
    expect(await account(login)).toMatchObject({ roles: ['support'], isActive: true });
  });

  it('carries out an agreed change once', async () => {
    const { login, ID } = await added(['support']);
    const change = (roles: OperatorRole[]) => proposed({ change: 'roles', login, roles });
    await agree(await change(['approver']));
    await agree(await change(['support']));
    const again = `update operators set roles = '{approver}' where id = ${ID}`;
    await expect(app.query(again)).rejects.toMatchObject(REFUSED);
    await agree(await change([]));
    const opened = `update operators set roles = '{support}', is_active = true where id = ${ID}`;
    await expect(app.query(opened)).rejects.toMatchObject(REFUSED);
  });

  it('opens no session that was written into it, neither a new one nor another operator’s', async () => {
    const token = 'A'.repeat(43);
    const forged = `insert into operator_sessions (operator_id, token_hash, address, last_used_at, expires_at, created_at, seal)
      select $1, $2, '', to_timestamp($3), to_timestamp($3) + interval '1 hour', to_timestamp($3), $4`;
    const { rows } = await app.query(
      `delete from operator_sessions where operator_id in (select id from operators where login in ('operator-1', 'operator-2'))
        returning operator_id, token_hash, seal`,
    );
    const [mine, theirs] = rows;
    const now = clock.now() / 1_000;
    const isOpen = async (by: string) =>
      (await consoleApi.call('GET /operator/account/list', {}, by)).code === 0;
    await app.query(forged, [theirs.operator_id, hashSecret('operator session', token), now, null]);
    expect(await isOpen(token)).toBe(false);
    await app.query('delete from operator_sessions where operator_id = $1', [theirs.operator_id]);
    await app.query(forged, [theirs.operator_id, mine.token_hash, now, mine.seal]);
    expect([await isOpen(ada), await isOpen(bo)]).toEqual([false, false]);
  });

  it('commits no decision without its line in the log, and the check names a line that nobody wrote in a session', async () => {
    const find = () => actsSealed(server.deployment.secretBox).find(server.fresh.database, EVER);
    expect(await find()).toEqual([]);
    const reviewId = await proposed({});
    const approve = `update reviews set state = 'approved', decided_by = (select id from operators where login = 'operator-2'),
      decided_hash = first_hash, decided_at = now() where id = ${reviewId}`;
    await expect(app.query(approve)).rejects.toMatchObject({ constraint: 'reviews_logged' });
    const { rows } = await app.query(
      `insert into audit_log (operator_id, operator_login, action, subject, reason, detail, address, is_shown, created_at, seal)
        select o.id, o.login, 'review.approve', 'review:${reviewId}', '', '{}', '', true, now(),
          (select seal from audit_log where seal is not null order by id desc limit 1)
        from operators o where o.login = 'operator-2' returning id`,
    );
    await app.query(approve);
    const fault = `row ${rows[0].id} of the audit log (review.approve) was not written in a session of its operator`;
    expect(await find()).toEqual([fault]);
    const findings = await auditBooks(server.fresh.database, server.deployment.secretBox);
    expect(findings.flatMap(({ faults }) => faults)).toContain(fault);
  });

  it('has no third operator from the beginning, however it was written, that the checks do not name', async () => {
    for (const sql of [
      `insert into operators (login, password_hash, roles, created_at) values ('eve', 'x', '{reviewer,approver}', now())`,
      `update operators set roles = '{approver}' where login = '${(await added(['support'])).login}'`,
    ]) {
      const rule = 'operators and their roles are as two operators agreed';
      const stated = 'every published fact is stated as it is, for the public log';
      expect(await failedRulesAfter(server.fresh, sql)).toEqual([rule, stated]);
      expect(await brokenInvariantsAfter(server.fresh, sql)).toEqual(['operators-agreed']);
    }
  });
});

describe('a closed operator of paper mode', () => {
  it('stays closed when the server starts again', async () => {
    const third = await consoleApi.enrolled(['reviewer', 'approver']);
    const change = { change: 'roles' as const, login: 'operator-2', roles: [] };
    expect((await agree(await proposed(change), third.token)).code).toBe(0);
    expect(await account('operator-2')).toMatchObject({ roles: [] });
    await server.restart();
    expect(await account('operator-2', third.token)).toMatchObject({ roles: [] });
  });
});
