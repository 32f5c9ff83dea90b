/** Roles as two operators change them, over HTTP and in the database (ADR 108). */
import { startRoles } from '@tern/protocol/operator';
import type { Permission } from '@tern/protocol';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRole } from '../src/kernel/operators/roles.ts';
import { text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole, type EnrolledOperator } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { brokenInvariantsAfter, failedRulesAfter } from './support/tampering.ts';

const clock = manualClock();
const reason = 'Nights are long.';
let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;
/** Writes announcements. */
let cy: EnrolledOperator;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  cy = await consoleApi.enrolled(['content']);
});
afterAll(() => server?.stop());

interface Proposal {
  change: 'add' | 'edit' | 'end';
  key: string;
  name?: string;
  version?: number;
  permissions?: Permission[];
  requestId?: string;
}
/** On the version that is in force, where the test names none. */
async function propose(given: Proposal, by = ada) {
  const version = (await roleNamed(given.key))?.version;
  const opened = given.change === 'add' || version === undefined ? { version: 1 } : { version };
  const wanted = { permissions: [], reason, ...(given.change === 'add' ? {} : opened), ...given };
  return consoleApi.call('POST /operator/role/propose', wanted, by);
}
async function proposed(given: Proposal): Promise<number> {
  const { code, msg, data } = await propose(given);
  expect([code, msg]).toEqual([0, expect.anything()]);
  return (data as { reviewId: number }).reviewId;
}
async function agree(ID: number, { by = bo, acknowledged = false } = {}) {
  await consoleApi.call('POST /operator/review/claim', { ID }, by);
  const { hash } = (await consoleApi.data('GET /operator/review/find', { ID }, by)).rereview;
  const given = { ID, stage: 'second' as const, hash, acknowledged };
  return (await consoleApi.call('POST /operator/review/approve', given, by)).code;
}
const shown = async () => consoleApi.data('GET /operator/account/roles', {}, ada);
const roleNamed = async (key: string) => (await shown()).roles.find((role) => role.key === key);
const codeOf = async (by: string) =>
  (await consoleApi.call('GET /operator/outbox/list', {}, by)).code;
const without = (role: keyof typeof startRoles, ...taken: Permission[]): Permission[] =>
  startRoles[role].filter((each) => !taken.includes(each));

const stated = defineQuery({
  name: 'test.statedRoles',
  text: `select statement from transparency_facts where kind = 'role' order by id`,
  params: [],
  row: { statement: text },
});

it('begins with the roles of before, each with its rights', async () => {
  const rows = await everyRole(server.fresh.database);
  expect(rows.map(({ key, permissions }) => [key, permissions.toSorted()])).toEqual(
    Object.entries(startRoles).map(([key, permissions]) => [key, permissions.toSorted()]),
  );
});

describe('a changed role', () => {
  it('is agreed to by a second person, and holds for open sessions from then on', async () => {
    const permissions: Permission[] = [...startRoles.content, 'outbox.read'];
    const ID = await proposed({ change: 'edit', key: 'content', permissions });
    expect(await codeOf(cy.token)).toBe(5030);
    expect((await roleNamed('content'))!.reviewId).toBe(ID);
    expect(await agree(ID, { by: ada })).not.toBe(0);
    expect(await codeOf(cy.token)).toBe(5030);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, bo);
    const marks = Object.fromEntries(rereview.rows.map(({ label, ...row }) => [label, row]));
    expect(marks['See e-mails and SMS that were sent']).toEqual({
      values: ['no', 'yes'],
      isEqual: false,
    });
    expect(marks['See announcements and drafts']!.isEqual).toBe(true);
    expect(await agree(ID)).toBe(0);
    expect(await codeOf(cy.token)).toBe(0);
    const me = await consoleApi.data('GET /operator/me', {}, cy.token);
    expect(me.operator.permissions).toContain('outbox.read');
    expect(await roleNamed('content')).toMatchObject({ version: 2, reviewId: null });
    const lines = await server.fresh.database.many(stated, []);
    expect(lines.at(-1)!.statement).toBe(
      'tern role 1|4|content|2|content.read,content.write,outbox.read,ownAccounts.name|inForce',
    );
    const { list } = await consoleApi.data(
      'GET /operator/audit/list',
      { subject: 'role:content' },
      ada,
    );
    expect(list.map(({ action, login }) => [action, login])).toEqual([
      ['role.propose', 'operator-1'],
    ]);
  });

  it('is not carried out after the role has changed otherwise', async () => {
    const edit = (...more: Permission[]) =>
      proposed({ change: 'edit', key: 'support', permissions: [...startRoles.support, ...more] });
    const [first, second] = [await edit('content.read'), await edit('reviews.read')];
    expect(await agree(second)).toBe(0);
    expect(await agree(first)).not.toBe(0);
    expect((await roleNamed('support'))!.permissions).not.toContain('content.read');
  });

  it('is looked at anew before it is given to an operator', async () => {
    const account = { change: 'roles' as const, login: cy.login, roles: ['support'], reason };
    const { reviewId: ID } = await consoleApi.data('POST /operator/account/propose', account, ada);
    await consoleApi.call('POST /operator/review/claim', { ID }, bo);
    const { hash } = (await consoleApi.data('GET /operator/review/find', { ID }, bo)).rereview;
    const permissions = [...startRoles.support, 'offer.read'] as Permission[];
    expect(await agree(await proposed({ change: 'edit', key: 'support', permissions }))).toBe(0);
    const given = { ID, stage: 'second' as const, hash, acknowledged: true };
    expect((await consoleApi.call('POST /operator/review/approve', given, bo)).code).toBe(5033);
  });

  it('is proposed on the version that was shown, or refused as changed since', async () => {
    const { version, permissions } = (await roleNamed('support'))!;
    const older = {
      change: 'edit' as const,
      key: 'support',
      version: version - 1,
      permissions: [...startRoles.support],
    };
    expect((await propose(older)).code).toBe(5033);
    const { version: _none, ...unread } = older;
    const sent = { ...unread, reason };
    expect((await consoleApi.call('POST /operator/role/propose', sent, ada)).code).toBe(5001);
    expect((await roleNamed('support'))!.permissions).toEqual(permissions);
  });

  it('may be another name, which no other role has, had or waits for', async () => {
    const { permissions } = (await roleNamed('content'))!;
    const rename = (name: string, key = 'content') =>
      propose({ change: 'edit', key, name, permissions: key === 'content' ? permissions : [] });
    expect((await rename('Content')).code).toBe(5034);
    expect((await rename('AUDITOR')).code).toBe(5016);
    const ID = await proposed({ change: 'edit', key: 'content', name: 'Editors', permissions });
    const same = { permissions: ['offer.read' as const], change: 'add' as const };
    expect((await propose({ ...same, key: 'editors', name: 'editors' })).code).toBe(5016);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, bo);
    expect(rereview.rows[0]).toMatchObject({ label: 'Name', values: ['Content', 'Editors'] });
    expect(await agree(ID)).toBe(0);
    const { roleNames } = await consoleApi.data('GET /operator/me', {}, cy.token);
    expect(roleNames).toContainEqual({ key: 'content', name: 'Editors' });
    const moved = { change: 'roles' as const, login: cy.login, roles: ['support'], reason };
    const { reviewId } = await consoleApi.data('POST /operator/account/propose', moved, ada);
    const account = await consoleApi.data('GET /operator/review/find', { ID: reviewId }, bo);
    expect(account.rereview.rows[0]!.values).toEqual(['Editors', 'Support']);
    const subject = { subject: 'role:content' };
    const { list } = await consoleApi.data('GET /operator/audit/list', subject, ada);
    expect(JSON.parse(list[0]!.detail)).toMatchObject({ name: 'Editors', nameBefore: 'Content' });
  });

  it('names duties that two people should have, which the second person confirms', async () => {
    const permissions: Permission[] = [...startRoles.compliance, 'reviews.first'];
    const ID = await proposed({ change: 'edit', key: 'compliance', permissions });
    expect(await agree(ID)).toBe(5036);
    expect(await agree(ID, { acknowledged: true })).toBe(0);
  });

  it.each([
    [
      'the only role that reads the audit log',
      'auditor',
      without('auditor', 'audit.read'),
      'audit',
    ],
    [
      'the only one that decides second',
      'approver',
      without('approver', 'reviews.second'),
      'reviews',
    ],
    [
      'the only one that proposes operators',
      'approver',
      without('approver', 'operators.propose'),
      'operators',
    ],
  ] as const)(
    'is refused when it would leave work undone: %s',
    async (_name, key, permissions, row) => {
      const { code, data } = await propose({ change: 'edit', key, permissions: [...permissions] });
      expect([code, (data as { rows: string[] }).rows]).toEqual([
        5036,
        expect.arrayContaining([row]),
      ]);
    },
  );

  it('is refused without a change, without a role, and to whom it is not', async () => {
    const same = [...startRoles.auditor];
    expect((await propose({ change: 'edit', key: 'auditor', permissions: same })).code).toBe(5034);
    expect((await propose({ change: 'edit', key: 'nobody', permissions: same })).code).toBe(5007);
    expect((await propose({ change: 'edit', key: 'auditor' })).code).toBe(5001);
    const own = { change: 'edit', key: 'content', permissions: same } as const;
    expect((await propose(own, cy.token)).code).toBe(5030);
  });
});

describe('a new role', () => {
  it('takes no name that another one waits for', async () => {
    const permissions: Permission[] = ['offer.read'];
    const nights = { change: 'add' as const, permissions };
    await proposed({ ...nights, key: 'nights', name: 'Night watch' });
    const same = { ...nights, name: 'night WATCH' };
    expect((await propose({ ...same, key: 'others' })).code).toBe(5016);
    expect((await propose({ ...nights, key: 'nights', name: 'Another name' })).code).toBe(5016);
  });

  it('opens what it names; it ends when nobody holds it, and its name does not return', async () => {
    const watch = { change: 'add', key: 'watch', name: 'Market watch' } as const;
    const permissions: Permission[] = ['offer.read', 'markets.halt'];
    const wanted = { ...watch, permissions, requestId: 'one' };
    const ID = await proposed(wanted);
    expect(await proposed(wanted)).toBe(ID);
    expect((await propose({ ...wanted, permissions: ['offer.read'] })).code).toBe(5002);
    expect(await agree(ID)).toBe(0);
    expect((await propose({ ...watch, permissions })).code).toBe(5016);

    const di = await consoleApi.enrolled(['watch']);
    const code = async (name: 'GET /operator/market/list' | 'GET /operator/treasury/moves') =>
      (await consoleApi.call(name, {}, di.token)).code;
    expect(await code('GET /operator/market/list')).toBe(0);
    expect(await code('GET /operator/treasury/moves')).toBe(5030);
    expect((await shown()).rows.find(({ key }) => key === 'halt')!.marks).toContainEqual({
      role: 'watch',
      mark: 'alone',
    });

    const held = await propose({ change: 'end', key: 'watch' });
    expect([held.code, held.data]).toEqual([5036, expect.objectContaining({ logins: [di.login] })]);
    const account = { change: 'roles' as const, login: di.login, reason };
    const moved = { ...account, roles: ['support'] };
    const { reviewId } = await consoleApi.data('POST /operator/account/propose', moved, ada);
    expect(await agree(reviewId)).toBe(0);
    const back = { ...account, roles: ['watch'] };
    const waiting = await consoleApi.data('POST /operator/account/propose', back, ada);
    expect(await agree(await proposed({ change: 'end', key: 'watch' }))).toBe(0);
    expect(await roleNamed('watch')).toBeUndefined();
    // Whoever was to receive it meanwhile does not.
    expect(await agree(waiting.reviewId)).toBe(5036);
    expect((await consoleApi.call('POST /operator/account/propose', back, ada)).code).toBe(5001);
    expect((await propose({ ...watch, permissions })).code).toBe(5016);
  });
});

describe('the database', () => {
  let app: Client;
  beforeAll(async () => {
    app = new Client(server.fresh.appTarget);
    await app.connect();
  });
  afterAll(() => app?.end());

  it('changes no role that two did not agree to, once, and ends none that an operator holds', async () => {
    const agreed = { constraint: 'operator_roles_agreed' };
    const edit = `update operator_roles set permissions = permissions || '{audit.read}', version = version + 1 where key = 'content'`;
    await expect(app.query(edit)).rejects.toMatchObject(agreed);
    const again = `update operator_roles set permissions = '{content.read,content.write,outbox.read,ownAccounts.name}',
      version = version + 1 where key = 'content'`;
    await expect(app.query(again)).rejects.toMatchObject(agreed);
    const added = `insert into operator_roles (key, name, permissions) values ('all', 'All', '{audit.read}')`;
    await expect(app.query(added)).rejects.toMatchObject(agreed);
    const over = edit.replace(', version = version + 1', '');
    await expect(app.query(over)).rejects.toMatchObject({ constraint: 'operator_roles_course' });
    const end = `update operator_roles set ended_at = now(), version = version + 1 where key = 'content'`;
    await expect(app.query(end)).rejects.toMatchObject({ constraint: 'operator_roles_unheld' });
    await expect(app.query(`delete from operator_roles`)).rejects.toThrow();
  });

  it('says in the checks which role the owner of the database has changed', async () => {
    const sql = `update operator_roles set permissions = '{audit.read}', version = version + 1 where key = 'content'`;
    expect(await failedRulesAfter(server.fresh, sql)).toEqual([
      'operators and their roles are as two operators agreed',
      'every published fact is stated as it is, for the public log',
    ]);
    expect(await brokenInvariantsAfter(server.fresh, sql)).toEqual(['operators-agreed']);
  });

  it.each([
    ['the permissions', `permissions = '{audit.read}'`],
    ['the name', `name = 'Watch'`],
  ])('says so of a role that nobody has changed yet: %s', async (_what, change) => {
    const sql = `update operator_roles set ${change} where key = 'auditor'`;
    expect(await brokenInvariantsAfter(server.fresh, sql)).toEqual(['operators-agreed']);
  });

  it('gives no role the name of another, also without a proposal', async () => {
    const sql = `update operator_roles set name = 'SUPPORT', version = version + 1 where key = 'auditor'`;
    const owner = new Client(server.fresh.ownerTarget);
    await owner.connect();
    await expect(owner.query(sql)).rejects.toMatchObject({ constraint: 'operator_roles_names' });
    await owner.end();
  });

  it('gives nobody a role that there is not, not even the owner of the database', async () => {
    const owner = new Client(server.fresh.ownerTarget);
    await owner.connect();
    const unknown = `update operators set roles = '{nosuch}' where login = '${cy.login}'`;
    await expect(owner.query(unknown)).rejects.toMatchObject({ constraint: 'operators_roles' });
    await owner.end();
  });
});
