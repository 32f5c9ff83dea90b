/** Closing an account: what stands in the way, the waiting time, the end, and what remains. */
import { Client } from 'pg';
import type { Input, Name } from '@tern/protocol/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditApprovals } from '../src/audit/approvals.ts';
import { auditClosings } from '../src/audit/closings.ts';
import { auditLedger } from '../src/audit/ledger.ts';
import { isCheckViolation } from '../src/platform/database/database-errors.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import {
  closedPerson,
  closingPerson,
  DAY,
  emptyAccount,
  emptyPerson,
  endClosings,
  OWN_CLOSING_JOB,
  WAIT,
} from './support/accounts.ts';
import { ownerOf } from './support/database.ts';
import { addTotp, codeAt, confirmed } from './support/factors.ts';
import { documentsOf } from './support/identities.ts';
import { manualClock } from './support/market.ts';
import { createConsole } from './support/operator-client.ts';
import { messagesIn, PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { TRON_ADDRESS } from './support/withdrawals.ts';

const listLater = defineStatement({
  name: 'test.listLater',
  text: `insert into assets (id, code, name, kind, scale) values (9999, 'LATER', 'Later', 'crypto', 8)`,
  params: [],
});
const WITHIN = { timeout: 60_000 };
const clock = manualClock();
let server: TestServer;
let consoleApi: ReturnType<typeof createConsole>;
/** With the rights of the server. */
let app: Client;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still', ownJobs: OWN_CLOSING_JOB });
  consoleApi = createConsole(server, clock);
  app = new Client(server.fresh.appTarget);
  await app.connect();
});
afterAll(async () => {
  const findings = await server.fresh.database.snapshot(async (reader) => [
    ...(await auditLedger(reader)),
    ...(await auditClosings(reader)),
    ...(await auditApprovals(reader)),
  ]);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await app?.end();
  await server?.stop();
});

const ask = <N extends Name>(person: Person, name: N, input: Input<N>) =>
  server.api.call(name, input, { token: person.token });
const data = <N extends Name>(person: Person, name: N, input: Input<N>) =>
  server.api.data(name, input, { token: person.token });
const close = (person: Person, password = PASSWORD) =>
  ask(person, 'POST /user/closeAccount', { password });
const stateOf = (person: Person) => data(person, 'GET /user/accountData', {});
const kindsOf = async ({ memberId }: Person) => {
  const { rows } = await app.query(
    'select kind from security_events where member_id = $1 order by id desc',
    [memberId],
  );
  return rows.map(({ kind }: { kind: string }) => kind);
};
const alertsTo = ({ email }: Person) =>
  messagesIn(server.outboxFile).filter(({ to, purpose }) => to === email && purpose === 'alert');
const closedAt = async ({ memberId }: Person) =>
  (await app.query('select closed_at from members where id = $1', [memberId])).rows[0].closed_at;
const refusalOf = (sql: string, values: unknown[] = []) =>
  app.query(sql, values).then(
    () => 'done',
    ({ constraint, code }: { constraint?: string; code: string }) => constraint ?? code,
  );

describe('an account with money or something open', () => {
  it('is not closed, and says what is left', async () => {
    const person = await server.register();
    const { code, data: detail } = await close(person);
    expect(code).toBe(5023);
    const { obstacles } = detail as unknown as { obstacles: { kind: string }[] };
    expect(obstacles).toContainEqual({ kind: 'available', coinname: 'USDT', amount: '10000' });
    expect((await stateOf(person)).obstacles).toEqual(obstacles);
  });

  it('counts open orders, and the money they hold', async () => {
    const person = await server.register();
    await data(person, 'POST /bborder/upbbbuy', {
      symbol: 'btcusdt',
      mprice: '20000',
      mnum: '0.01',
      buytype: 1,
    });
    await emptyAccount(server, person.memberId);
    expect((await stateOf(person)).obstacles).toEqual([
      { kind: 'held', coinname: 'USDT', amount: '200' },
      { kind: 'order', count: 1 },
    ]);
  });

  it('counts documents under review', async () => {
    const person = await emptyPerson(server);
    await data(person, 'POST /user_card/createUser_card', await documentsOf(server, person));
    expect((await stateOf(person)).obstacles).toEqual([{ kind: 'identity', count: 1 }]);
  });

  it('waits until a freeze is lifted', async () => {
    const person = await emptyPerson(server);
    await data(person, 'POST /user/freeze', {});
    expect((await stateOf(person)).obstacles).toEqual([{ kind: 'frozen' }]);
    expect((await close(person)).code).toBe(5023);
  });
});

describe('a machine in term', () => {
  /** Bought, and nothing else left. */
  async function owner() {
    const person = await server.register();
    const { list } = await data(person, 'GET /mining_machine/getMining_machineList', { type: 1 });
    const { ID, version } = list.find(({ name }) => name === 'Rig 100')!;
    const bought = { id: ID, num: 1, version };
    await data(person, 'POST /mining_machine/buySingleMining_machine', bought);
    await emptyAccount(server, person.memberId);
    return person;
  }
  const shownTo = async (person: Person) => {
    const { machines } = await stateOf(person);
    return machines.map(({ ID, toCome, frozen }) => ({ ID, toCome, frozen }));
  };
  const giveUp = (
    person: Person,
    machines: Awaited<ReturnType<typeof shownTo>>,
    password = PASSWORD,
  ) => ask(person, 'POST /user/giveUpMachines', { password, machines });

  it('is given up with the figures that were shown, and then the account can be closed', async () => {
    const person = await owner();
    const { obstacles, machines } = await stateOf(person);
    expect(obstacles).toEqual([{ kind: 'machine', count: 1 }]);
    expect(machines).toMatchObject([
      { orderNo: /^M-\d+$/.exec(machines[0]!.orderNo)![0], frozen: '0' },
    ]);
    expect(Number(machines[0]!.toCome)).toBeGreaterThan(0);
    expect((await close(person)).code).toBe(5023);
    const shown = await shownTo(person);
    expect((await giveUp(person, shown, 'wrong password 9')).code).toBe(4011);
    const other = shown.map((each) => ({ ...each, toCome: '0.00000001' }));
    expect((await giveUp(person, other)).code, 'figures that were not shown').toBe(5004);
    expect((await stateOf(person)).machines).toEqual(machines);

    expect(await giveUp(person, shown)).toMatchObject({ code: 0, data: { machines } });
    expect((await giveUp(person, shown)).code, 'once').toBe(5034);
    expect(await stateOf(person)).toMatchObject({ obstacles: [], machines: [] });
    expect((await close(person)).code).toBe(0);
  });

  it('is not given up by a frozen member, or without a second factor that is set', async () => {
    const person = await owner();
    const shown = await shownTo(person);
    await addTotp(server, person, clock.now());
    clock.advance(60_000);
    expect((await giveUp(person, shown)).code).toBe(5017);
    const other = await owner();
    await data(other, 'POST /user/freeze', {});
    expect((await giveUp(other, await shownTo(other))).code).toBe(4008);
  });
});

describe('the request', () => {
  it('needs the login password', async () => {
    const person = await emptyPerson(server);
    expect((await close(person, 'wrong password 9')).code).toBe(4011);
  });

  it('needs the second factor of a member who has one', async () => {
    const person = await emptyPerson(server);
    const { secret } = await addTotp(server, person, clock.now());
    clock.advance(60_000);
    const refused = await close(person);
    expect(refused.code).toBe(5017);
    expect((await stateOf(person)).closing).toBeNull();
    const sent = { name: 'POST /user/closeAccount', input: { password: PASSWORD } } as const;
    const { token } = person;
    const answer = await confirmed(server, { ...sent, ask: { token } }, () => ({
      method: 'totp',
      code: codeAt(secret, clock.now()),
    }));
    expect(answer.code).toBe(0);
  });

  it('waits a week, is reported everywhere, and changes nothing before', async () => {
    const person = await emptyPerson(server);
    expect((await close(person)).code).toBe(0);
    const { closing } = await stateOf(person);
    expect(Date.parse(closing!.endsAt)).toBe(clock.now() + WAIT);
    expect((await kindsOf(person))[0]).toBe('security.closing');
    await vi.waitFor(() => expect(alertsTo(person)).toHaveLength(1), WITHIN);
    expect(alertsTo(person)[0]?.body).toContain('/pages/login/notMe?token=');
    clock.advance(WAIT - 1);
    await endClosings(server);
    expect(await closedAt(person)).toBeNull();
    await server.login(person);
  });

  it('is one, however often it is sent', async () => {
    const person = await emptyPerson(server);
    const first = await close(person);
    clock.advance(DAY);
    expect((await close(person)).data).toEqual(first.data);
  });

  it('is cancelled with one tap, and the account stays', async () => {
    const person = await closingPerson(server, clock);
    await data(person, 'POST /user/keepAccount', {});
    await endClosings(server);
    expect(await closedAt(person)).toBeNull();
    expect((await kindsOf(person))[0]).toBe('security.closingKept');
    expect((await stateOf(person)).closing).toBeNull();
    expect((await ask(person, 'POST /user/keepAccount', {})).code).toBe(0);
    expect((await close(person)).code).toBe(0);
  });

  it.each([
    ['money arrived', (person: Person) => server.fund(person.memberId, { BTC: '0.00000001' })],
    ['it was frozen', (person: Person) => data(person, 'POST /user/freeze', {})],
  ])('ends without closing when %s meanwhile', async (_what, happen) => {
    const person = await closingPerson(server, clock);
    await happen(person);
    await endClosings(server);
    expect(await closedAt(person)).toBeNull();
    expect((await kindsOf(person))[0]).toBe('security.closingStopped');
    const { closing, obstacles } = await stateOf(person);
    expect(closing).toBeNull();
    expect(obstacles).toHaveLength(1);
  });
});

describe('a closed account', () => {
  it('answers a login like one that never was', async () => {
    const person = await emptyPerson(server);
    const logIn = async (username: string) =>
      server.api.call('POST /base/login', {
        username,
        password: PASSWORD,
        ...(await server.captcha()),
      });
    expect((await logIn(person.email)).code).toBe(0);
    ({ token: person.token } = await server.login(person));
    expect((await close(person)).code).toBe(0);
    clock.advance(WAIT);
    ({ token: person.token } = await server.login(person));
    await endClosings(server);
    const unknown = await logIn('nobody-has-this@tern.test');
    expect(await logIn(person.email)).toEqual(unknown);
    expect(await logIn(person.phone)).toEqual(unknown);
    expect(await logIn(`closed.${person.memberId}`)).toMatchObject({ code: unknown.code });
    expect((await ask(person, 'GET /user/getUserInfo', {})).code).toBe(4016);
  });

  it('ends its session with the reason', async () => {
    const person = await closingPerson(server, clock);
    await endClosings(server);
    const { token } = person;
    expect(await server.api.data('POST /base/endedSession', { token })).toMatchObject({
      cause: 'closing',
    });
  });

  it('leaves e-mail and phone for a new account', async () => {
    const person = await closedPerson(server, clock);
    const smsCode = await server.emailCode(person.email);
    const again = await server.registration();
    const { user } = await server.api.data('POST /base/registerUser', {
      ...again,
      email: person.email,
      phone: person.phone,
      smsCode,
    });
    expect(user.ID).not.toBe(person.memberId);
  });

  it('is reported to the address it had, and on its timeline', async () => {
    const person = await closedPerson(server, clock);
    await vi.waitFor(() => expect(alertsTo(person)).toHaveLength(2), WITHIN);
    expect(alertsTo(person)[1]?.body).toContain('is closed');
    expect((await kindsOf(person))[0]).toBe('security.closed');
  });

  it('keeps journal and identity, and nothing that logs in or reaches its owner', async () => {
    const person = await emptyPerson(server);
    await data(person, 'POST /user_qianbao/createUser_qianbao', {
      coin: 'USDT',
      czline: 'TRC20',
      addr: TRON_ADDRESS,
      name: 'Mine',
      remark: '',
    });
    await data(person, 'POST /user/setMailWord', { word: 'heron tide', password: PASSWORD });
    await data(person, 'POST /apiKey/createApiKey', {
      name: 'bot',
      scopes: ['read'],
      password: PASSWORD,
    });
    expect((await close(person)).code).toBe(0);
    clock.advance(WAIT);
    await endClosings(server);
    const gone = [
      'auth_sessions',
      'auth_alerts',
      'api_keys',
      'withdrawal_addresses',
      'bank_cards',
      'member_devices',
      'member_mail_words',
      'push_devices',
      'passkeys',
      'authenticators',
    ];
    for (const table of gone) {
      const { rows } = await app.query(`select 1 from ${table} where member_id = $1`, [
        person.memberId,
      ]);
      expect(rows, table).toEqual([]);
    }
    const { rows } = await app.query(
      'select count(*)::int as records from ledger_postings where owner_id = $1',
      [person.memberId],
    );
    expect(rows[0].records).toBeGreaterThan(0);
    const member = await app.query('select * from members where id = $1', [person.memberId]);
    expect(JSON.stringify(member.rows[0])).not.toContain(person.phone);
    expect(JSON.stringify(member.rows[0])).not.toContain('person-');
  });

  it('takes no money any more, in any asset, no matter who posts it', async () => {
    const person = await closedPerson(server, clock);
    const posted = server.fund(person.memberId, { BTC: '1' });
    await expect(posted).rejects.toSatisfy((error) =>
      isCheckViolation(error, 'ledger_balances_closed'),
    );
    const { database } = server.fresh;
    await ownerOf(database).transaction((tx) => tx.run(listLater, []));
    await expect(server.fund(person.memberId, { LATER: '1' })).rejects.toSatisfy((error) =>
      isCheckViolation(error, 'ledger_balances_closed'),
    );
  });

  it('gets no adjustment by operators', async () => {
    const person = await closedPerson(server, clock);
    const ada = await consoleApi.signIn(1);
    const proposal = {
      memberId: person.memberId,
      side: 'credit',
      coinname: 'USDT',
      amount: '5',
      reason: 'Goodwill.',
    } as const;
    const answer = await consoleApi.call('POST /operator/manual/propose', proposal, ada);
    expect(answer.code).toBe(5024);
  });

  it('is shown to operators with its time, and one that is closing too', async () => {
    const person = await closingPerson(server, clock);
    const ada = await consoleApi.signIn(1);
    const show = async () =>
      (await consoleApi.data('GET /operator/customer/find', { ID: person.memberId }, ada))
        .recustomer;
    expect(await show()).toMatchObject({
      closesAt: new Date(clock.now()).toISOString(),
      closedAt: null,
    });
    await endClosings(server);
    expect(await show()).toMatchObject({
      closesAt: null,
      closedAt: new Date(clock.now()).toISOString(),
      isFrozen: true,
    });
  });
});

describe('the database', () => {
  it('closes no account that was not asked for, is early, or has something under review', async () => {
    const person = await emptyPerson(server);
    const set = `update members set closed_at = $2, is_frozen = true where id = $1`;
    const at = () => [person.memberId, new Date(clock.now())];
    expect(await refusalOf(set, at())).toBe('account_closing');
    expect((await close(person)).code).toBe(0);
    expect(await refusalOf(set, at())).toBe('account_closing');
    clock.advance(WAIT);
    ({ token: person.token } = await server.login(person));
    await data(person, 'POST /user_card/createUser_card', await documentsOf(server, person));
    expect(await refusalOf(set, at())).toBe('account_not_empty');
  });

  it('closes no account with money, and opens no closed one', async () => {
    const person = await closingPerson(server, clock);
    await server.fund(person.memberId, { ETH: '0.1' });
    const set = `update members set closed_at = $2, is_frozen = true where id = $1`;
    expect(await refusalOf(set, [person.memberId, new Date(clock.now())])).toBe(
      'ledger_balances_closed',
    );
    const closed = await closedPerson(server, clock);
    const of = [closed.memberId];
    expect(await refusalOf('update members set closed_at = null where id = $1', of)).toBe(
      'account_closing',
    );
    expect(await refusalOf('update members set is_frozen = false where id = $1', of)).toBe(
      'members_closed_stay_frozen',
    );
  });

  it('shortens no waiting time', async () => {
    const person = await emptyPerson(server);
    const early = `insert into account_closings (member_id, requested_at, ends_at)
      values ($1, now(), now() + interval '6 days')`;
    expect(await refusalOf(early, [person.memberId])).toBe('account_closings_wait');
    expect((await close(person)).code).toBe(0);
    const sooner = 'update account_closings set ends_at = now() where member_id = $1';
    expect(await refusalOf(sooner, [person.memberId])).toBe('42501');
  });
});
