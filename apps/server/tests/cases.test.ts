/** Cases on a whole server: hits and people open them, two people decide them, restrictions hold without a word, notes keep their level. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paperAccounts } from '../src/features/account/auth/index.ts';
import { endDueRestrictions } from '../src/features/backoffice/cases/end-restrictions.ts';
import { DAY_MS, HOUR_MS } from '../src/platform/durations.ts';
import { sendDocuments } from './support/identities.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole, type EnrolledOperator } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const PAY_PASSWORD = '135790';
const OWN_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
/** With all roles. */
let staff: string[];
let ada: EnrolledOperator;
let ben: EnrolledOperator;
let auditor: EnrolledOperator;

beforeAll(async () => {
  server = await startServer({
    clock,
    prices: 'still',
    ownJobs: [
      'screening.read-lists',
      'screening.screen-again',
      'cases.end-restrictions',
      'cases.prune',
    ],
  });
  await server.runJob('screening.read-lists');
  consoleApi = createConsole(server, clock);
  staff = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  ada = await consoleApi.enrolled(['compliance']);
  ben = await consoleApi.enrolled(['compliance']);
  auditor = await consoleApi.enrolled(['auditor']);
});
afterAll(() => server?.stop());

const list = (who = ada) => consoleApi.data('GET /operator/case/list', {}, who.token);
const caseOf = async (memberId: number) =>
  (await list()).list.find((one) => one.memberId === memberId);
const show = async (ID: number, who = ada) =>
  (await consoleApi.data('GET /operator/case/find', { ID }, who.token)).case;
const open = async (memberId: number, who = ada) =>
  consoleApi.data(
    'POST /operator/case/open',
    { memberId, why: 'Deposits just under a limit', risk: 'high', reason: 'Four of 990.00.' },
    who.token,
  );
type Act = 'clear' | 'restrict' | 'lift' | 'report';
type Part = 'withdrawals' | 'payouts' | 'trading' | 'deposits';
const report = {
  suspicions: ['belowThreshold' as const, 'sourceOfFunds' as const],
  from: '2026-11-16',
  until: '2026-11-18',
  usd: 3950,
  narrative: 'Four deposits of 980.00 to 995.00 within 16 hours, no source stated.',
};
const propose = (ID: number, act: Act, [who, ...parts]: readonly [EnrolledOperator, ...Part[]]) =>
  consoleApi.call(
    'POST /operator/case/propose',
    {
      ID,
      act,
      reason: 'Structuring suspected.',
      ...(parts.length > 0 && { parts }),
      ...(act === 'report' && { report }),
    },
    who.token,
  );
const decide = async (ID: number, isAgreed: boolean, who: EnrolledOperator) => {
  const proposal = (await show(ID)).proposals.find(({ state }) => state === 'open');
  const given = { ID, proposalId: proposal?.ID ?? 1, act: proposal?.act ?? ('clear' as const) };
  return consoleApi.call(
    'POST /operator/case/decide',
    { ...given, isAgreed, reason: 'I have read it.' },
    who.token,
  );
};
/** By Ada and Ben. */
const agree = async (ID: number, act: Act, parts: readonly Part[] = []) => {
  expect((await propose(ID, act, [ada, ...parts])).code).toBe(0);
  expect((await decide(ID, true, ben)).code).toBe(0);
};
const timeline = async (ID: number) =>
  (await consoleApi.data('GET /operator/case/timeline', { ID, group: 'case' }, ada.token)).list;
/** As the owner of the database, with every trigger in force. */
async function sql<Row extends object>(text: string): Promise<Row[]> {
  const client = new Client(server.fresh.appTarget);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('a hit of screening', () => {
  let person: Person;
  let caseId: number;
  const sayOfHit = (ID: number, who: EnrolledOperator, place: number) =>
    consoleApi.call(
      'POST /operator/screening/decide',
      { ID, round: 1, place, finding: 'notSame', signs: ['birth'], reason: 'Born 1991.' },
      who.token,
    );
  beforeAll(async () => {
    person = await server.register();
    await sendDocuments(server, person, { name: 'Tomas Varga' });
    caseId = (await caseOf(person.memberId))!.ID;
  });

  it('opens a case, due by the setting, which only compliance and auditors read', async () => {
    const found = await show(caseId);
    expect(found).toMatchObject({
      recordNo: `CS-${caseId}`,
      source: 'hit',
      why: 'Name like one on a list',
      memberName: 'Tomas Varga',
      owner: null,
      proposal: null,
      restricted: [],
      findings: [{ found: expect.stringContaining('VARGA, Tamás'), hitState: 'open' }],
    });
    expect(Date.parse(found.dueAt) - Date.parse(found.CreatedAt)).toBe(48 * HOUR_MS);
    const { token } = await consoleApi.enrolled(['reviewer', 'approver', 'support', 'content']);
    const code = async (ID: number) =>
      (await consoleApi.call('GET /operator/case/find', { ID }, token)).code;
    expect([await code(caseId), await code(1)]).toEqual([5030, 5030]);
    const shown = await consoleApi.data(
      'GET /operator/customer/timeline',
      { ID: person.memberId },
      token,
    );
    expect(JSON.stringify(shown)).not.toMatch(/case/);
  });

  it('closes it when two people say it is someone else, and nobody had begun to work on it', async () => {
    const { hitId } = (await show(caseId)).findings[0]!;
    expect((await sayOfHit(hitId!, ada, 1)).code).toBe(0);
    expect(await show(caseId)).toMatchObject({ outcome: null });
    expect((await sayOfHit(hitId!, ben, 2)).data).toEqual({ state: 'notSame' });
    expect(await show(caseId)).toMatchObject({ outcome: 'cleared', decidedBy: [], mayWork: false });
    expect((await timeline(caseId)).map(({ what }) => what)).toEqual([
      'closed',
      'hit',
      'hit',
      'alert',
      'opened',
    ]);
  });

  it('opens another one when it is reopened, and does not close what a person works on', async () => {
    const { hitId } = (await show(caseId)).findings[0]!;
    const again = { ID: hitId!, reason: 'A new document.' };
    expect((await consoleApi.call('POST /operator/screening/reopen', again, ada.token)).code).toBe(
      0,
    );
    const second = (await caseOf(person.memberId))!;
    expect(second.ID).not.toBe(caseId);
    await consoleApi.data('POST /operator/case/take', { ID: second.ID }, ada.token);
    const take = await consoleApi.call('POST /operator/case/take', { ID: second.ID }, ben.token);
    expect(take.code).toBe(5031);
    const say = (who: EnrolledOperator, place: number) =>
      consoleApi.call(
        'POST /operator/screening/decide',
        {
          ID: hitId!,
          round: 2,
          place,
          finding: 'notSame',
          signs: ['birth'],
          reason: 'Born 1991.',
        },
        who.token,
      );
    await say(ada, 1);
    await say(ben, 2);
    expect(await show(second.ID)).toMatchObject({ outcome: null, owner: { login: ada.login } });
    await agree(second.ID, 'clear');
    expect(await show(second.ID)).toMatchObject({
      outcome: 'cleared',
      decidedBy: [ada.login, ben.login],
    });
  });
});

describe('a case by hand', () => {
  let memberId: number;
  let ID: number;
  beforeAll(async () => {
    ({ memberId } = await server.register());
    ({ ID } = await open(memberId));
  });

  it('is one for each customer, also when two people open it concurrently', async () => {
    const other = (await server.register()).memberId;
    const [one, two] = await Promise.all([open(other, ada), open(other, ben)]);
    expect(one.ID).toBe(two.ID);
    expect([one, two].filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await show(one.ID)).toMatchObject({ alerts: 2, points: 100, risk: 'high' });
  });

  it('keeps notes by level, and each look is in the audit log, without the customer', async () => {
    const note = (text: string, level: 'case' | 'compliance') =>
      consoleApi.call('POST /operator/case/note', { ID, note: text, level }, ada.token);
    expect((await note('Asks for the bank statement.', 'case')).code).toBe(0);
    expect((await note('Same pattern as in October.', 'compliance')).code).toBe(0);
    const texts = async (who: EnrolledOperator) =>
      (await show(ID, who)).notes.map((one) => one.note);
    expect(await texts(ben)).toEqual([
      'Same pattern as in October.',
      'Asks for the bank statement.',
    ]);
    expect(await texts(auditor)).toEqual(['Asks for the bank statement.']);
    await expect(sql(`update case_events set body = 'x' where case_id = ${ID}`)).rejects.toThrow();
    await expect(sql(`delete from case_events where case_id = ${ID}`)).rejects.toThrow();
    const audit = await consoleApi.data(
      'GET /operator/audit/list',
      { action: 'case.', pageSize: 100 },
      auditor.token,
    );
    const ours = audit.list.filter(({ subject }) => subject === `case:${ID}`);
    expect(ours.map(({ action, login }) => [action, login])).toEqual(
      expect.arrayContaining([
        ['case.view', ben.login],
        ['case.view', auditor.login],
        ['case.note', ada.login],
        ['case.open', ada.login],
      ]),
    );
    expect(JSON.stringify(audit.list)).not.toContain('October');
    expect(ours.every((entry) => entry.memberId === null)).toBe(true);
  });

  it('is decided by two people, once, also when they decide concurrently', async () => {
    const cara = await consoleApi.enrolled(['compliance']);
    expect((await propose(ID, 'report', [ada])).code).toBe(0);
    expect((await propose(ID, 'clear', [ben])).code).toBe(5033);
    expect((await decide(ID, true, ada)).code).toBe(5032);
    const codes = (await Promise.all([decide(ID, true, ben), decide(ID, false, cara)])).map(
      ({ code }) => code,
    );
    expect(codes.toSorted((left, right) => left - right)).toEqual([0, 5034]);
    const { proposals, outcome } = await show(ID);
    expect(proposals[0]!.state).toBe(codes[0] === 0 ? 'agreed' : 'declined');
    expect(outcome).toBe(codes[0] === 0 ? 'reported' : null);
    if (outcome === null) await agree(ID, 'report');
    expect((await propose(ID, 'clear', [ada])).code).toBe(5034);
  });

  it('is not closed by a server that believes otherwise', async () => {
    const { ID: other } = await open((await server.register()).memberId);
    const close = `update cases set outcome = 'cleared', closed_at = now() where id = ${other}`;
    await expect(sql(close)).rejects.toMatchObject({ constraint: 'cases_two_people' });
    await propose(other, 'clear', [ada]);
    await expect(
      sql(`update case_proposals set state = 'agreed', decided_by = proposed_by, decided_at = now()
        where case_id = ${other}`),
    ).rejects.toMatchObject({ constraint: 'case_proposals_two_people' });
    await expect(sql(`delete from cases where id = ${other}`)).rejects.toMatchObject({
      constraint: 'cases_kept',
    });
  });

  it('is not worked on by the operator whose account it is', async () => {
    const dora = await consoleApi.enrolled(['compliance', 'support']);
    const mine = await server.register();
    const given = { memberId: mine.memberId, reason: 'Mine.' };
    await consoleApi.data('POST /operator/staffAccount/declare', given, dora.token);
    const { ID: own } = await open(mine.memberId, ada);
    expect(await show(own, dora)).toMatchObject({ mayWork: false });
    expect((await propose(own, 'clear', [dora])).code).toBe(5030);
  });
});

describe('a report', () => {
  it('is made when two people agreed, stays as it was, and keeps its receipt', async () => {
    const { memberId } = await server.register();
    const { ID } = await open(memberId);
    const bare = { ID, act: 'report' as const, reason: 'Structuring suspected.' };
    expect((await consoleApi.call('POST /operator/case/propose', bare, ada.token)).code).toBe(5001);
    expect((await propose(ID, 'report', [ada])).code).toBe(0);
    const download = (format: 'fincen' | 'goaml', who = ben) =>
      consoleApi.call('GET /operator/case/report', { ID, format }, who.token);
    const receive = () =>
      consoleApi.call(
        'POST /operator/case/receipt',
        { ID, number: '31000123456789', receivedAt: new Date(clock.now()).toISOString() },
        ben.token,
      );
    expect((await download('fincen')).code).toBe(5007);
    expect((await receive()).code).toBe(5007);
    await expect(
      sql(
        `update case_reports set fincen = 'x', goaml = 'x', made_at = now() where case_id = ${ID}`,
      ),
    ).rejects.toMatchObject({ constraint: 'case_reports_two_people' });
    expect((await decide(ID, true, ben)).code).toBe(0);
    const file = await consoleApi.data(
      'GET /operator/case/report',
      { ID, format: 'fincen' },
      ben.token,
    );
    expect(file.name).toBe(`CS-${ID}-fincen.xml`);
    expect(file.content).toContain(`<AccountNumberText>${memberId}</AccountNumberText>`);
    expect(file.content).toContain('<TotalSuspiciousAmountText>3950</TotalSuspiciousAmountText>');
    expect((await download('goaml')).code).toBe(0);
    expect((await download('fincen', auditor)).code).toBe(5030);
    await expect(
      sql(`update case_reports set fincen = 'x' where case_id = ${ID}`),
    ).rejects.toMatchObject({ constraint: 'case_reports_stay' });
    expect((await receive()).code).toBe(0);
    expect((await receive()).code).toBe(5034);
    expect(await show(ID)).toMatchObject({
      outcome: 'reported',
      report: { usd: 3950, receipt: { number: '31000123456789', login: ben.login } },
    });
    const { list } = await consoleApi.data(
      'GET /operator/audit/list',
      { action: 'case.download' },
      auditor.token,
    );
    expect(JSON.parse(list[1]!.detail)).toMatchObject({ format: 'fincen', sha256: file.sha256 });
  });
});

describe('a restriction', () => {
  let token: string;
  let memberId: number;
  let ID: number;
  const withdraw = async () => {
    const out = { num: '50', address: OWN_ADDRESS, coinname: 'USDT', czline: 'ERC20' };
    const input = { ...out, pay_password: PAY_PASSWORD };
    return (await server.api.data('POST /withdraw/createWithdraw', input, { token })).withdraw.ID;
  };
  const approve = async (id: number) => {
    const filter = { kind: 'withdrawal', search: `W-${id}` };
    const [review] = (await consoleApi.data('GET /operator/review/list', filter, staff[0])).list;
    const given = { ID: review!.ID };
    await consoleApi.data('POST /operator/review/claim', given, staff[0]);
    const { hash } = (await consoleApi.data('GET /operator/review/find', given, staff[0])).rereview;
    const approval = { ...given, stage: 'first' as const, hash, acknowledged: true };
    return consoleApi.call('POST /operator/review/approve', approval, staff[0]);
  };
  /** A limit order, which needs no fresh price. */
  const buy = async () => {
    const order = { symbol: 'btcusdt', buytype: 1, mprice: '1000', mnum: '0.1' } as const;
    return (await server.api.call('POST /bborder/upbbbuy', order, { token })).code;
  };
  /** What the job does then; sessions would not last so long. */
  const afterThreeDays = () =>
    endDueRestrictions({
      database: server.fresh.database,
      clock: { now: () => clock.now() + 72 * HOUR_MS },
      reviews: { announce: () => undefined },
    });
  beforeAll(async () => {
    const { email, password } = paperAccounts.member;
    const signedIn = await server.login({ email }, password);
    token = signedIn.token;
    memberId = signedIn.user.ID;
    const secret = { password: PAY_PASSWORD, loginPassword: password };
    await server.api.data('POST /user/changePayPassword', secret, { token });
    ({ ID } = await open(memberId));
  });

  it('by one person holds what it names without a word, for three days at most', async () => {
    const free = await withdraw();
    expect((await propose(ID, 'restrict', [ada, 'withdrawals'])).code).toBe(0);
    const found = await show(ID);
    expect(found.restricted).toEqual(['withdrawals']);
    expect(Date.parse(found.restrictedUntil!)).toBe(clock.now() + 72 * HOUR_MS);
    expect(await approve(free)).toMatchObject({
      code: 5036,
      data: { checks: ['screening-clear'] },
    });
    expect(await buy()).toBe(0);
    const held = await server.api.data('GET /withdraw/findWithdraw', { ID: free }, { token });
    expect(JSON.stringify(held)).not.toMatch(/restrict|case|complian|screening/i);
    await expect(
      sql(`update member_restrictions set ended_at = since where member_id = ${memberId}`),
    ).rejects.toMatchObject({ constraint: 'member_restrictions_two_people' });
    await afterThreeDays();
    expect((await show(ID)).restricted).toEqual([]);
    expect((await approve(free)).code).toBe(0);
  });

  it('is not renewed by the same person alone, nor stays when a colleague declines', async () => {
    expect((await decide(ID, false, ben)).code).toBe(0);
    expect((await propose(ID, 'restrict', [ada, 'withdrawals'])).code).toBe(5032);
    expect((await propose(ID, 'restrict', [ben, 'payouts'])).code).toBe(0);
    expect((await decide(ID, false, ada)).code).toBe(0);
    // It ends by itself: nobody lifts alone what a colleague has set.
    expect((await show(ID)).restricted).toEqual(['payouts']);
    await afterThreeDays();
  });

  it('of trading refuses orders without a reason, and is replaced and lifted by two', async () => {
    const cara = await consoleApi.enrolled(['compliance']);
    expect((await propose(ID, 'restrict', [cara, 'trading'])).code).toBe(0);
    expect((await decide(ID, true, ada)).code).toBe(0);
    expect(Date.parse((await show(ID)).restrictedUntil!)).toBe(clock.now() + 30 * DAY_MS);
    expect(await buy()).toBe(5011);
    await agree(ID, 'restrict', ['withdrawals', 'payouts']);
    expect((await show(ID)).restricted).toEqual(['withdrawals', 'payouts']);
    expect(await buy()).toBe(0);
    await agree(ID, 'lift');
    expect((await show(ID)).restricted).toEqual([]);
    expect((await propose(ID, 'lift', [ada])).code).toBe(5034);
  });

  it('ends when two people clear the case, and no stop is left in the account', async () => {
    await agree(ID, 'restrict', ['trading']);
    await agree(ID, 'clear');
    expect(await buy()).toBe(0);
    const closed = await consoleApi.data('GET /operator/case/closed', {}, ada.token);
    expect(closed.list[0]).toMatchObject({ ID, outcome: 'cleared', restricted: [] });
    const acts = (await timeline(ID)).filter(({ what }) => what === 'agreed');
    expect(acts.map(({ facts }) => facts?.['act'])).toEqual([
      'clear',
      'restrict',
      'lift',
      'restrict',
      'restrict',
    ]);
  });

  it('is in no export of the customer’s own data', async () => {
    const found = await sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'members' and column_name like '%stopped%'`,
    );
    expect(found).toEqual([{ name: 'is_trading_stopped' }]);
  });
});

describe('accounts with something in common', () => {
  it('are linked by device, with the case that each has', async () => {
    const one = await server.register();
    const two = await server.register();
    const owner = new Client(server.fresh.ownerTarget);
    await owner.connect();
    await owner.query('begin read write');
    await owner.query(
      `insert into member_devices (member_id, key_hash, name, address, network, method, first_seen_at, last_seen_at, logged_in_at)
       select id, 'shared-by-a-test', 'Firefox', '', '', 'password', now(), now(), now() from members where id = any($1)`,
      [[one.memberId, two.memberId]],
    );
    await owner.query('commit');
    await owner.end();
    const { ID: first } = await open(one.memberId);
    const { ID: second } = await open(two.memberId);
    const devices = (await show(first)).linked.filter(({ ground }) => ground === 'device');
    expect(devices).toMatchObject([{ memberId: two.memberId, caseId: second, value: '' }]);
  });
});

describe('a closed case', () => {
  it('is removed after five years with all that belongs to it, and not before', async () => {
    const { ID } = await open((await server.register()).memberId);
    await agree(ID, 'clear');
    await server.runJob('cases.prune');
    expect(await show(ID)).toMatchObject({ outcome: 'cleared' });
    const owner = new Client(server.fresh.ownerTarget);
    await owner.connect();
    await owner.query('begin read write');
    await owner.query('alter table cases disable trigger user');
    await owner.query(
      `update cases set closed_at = now() - interval '5 years 30 days' where id = $1`,
      [ID],
    );
    await owner.query('alter table cases enable trigger user');
    await owner.query('commit');
    await owner.end();
    await server.runJob('cases.prune');
    const { code } = await consoleApi.call('GET /operator/case/find', { ID }, ada.token);
    expect(code).toBe(5007);
    const left = await sql(`select from case_events where case_id = ${ID}`);
    expect(left).toEqual([]);
  });
});
