/** Cases on a whole server: hits and people open them, two people decide them, notes keep their level, nobody reads about themselves. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../src/platform/durations.ts';
import {
  ada,
  agree,
  auditor,
  ben,
  caseOf,
  clock,
  consoleApi,
  decide,
  FILER,
  list,
  open,
  propose,
  server,
  show,
  sql,
  startWithCases,
  timeline,
} from './support/cases.ts';
import { changeSetting } from './support/change-setting.ts';
import { sendDocuments } from './support/identities.ts';
import { fundedMember } from './support/market.ts';
import { closeAccountOf } from './support/members.ts';
import type { EnrolledOperator } from './support/operator-client.ts';
import type { Person } from './support/people.ts';

beforeAll(startWithCases);
afterAll(() => server?.stop());

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
    // The log is kept for ever, the case for five years.
    await propose(ID, 'clear', [ada]);
    await decide(ID, false, ben);
    const inLog = await sql<{ text: string }>(
      `select reason || detail::text as text from audit_log where action like 'case.%'`,
    );
    expect(JSON.stringify([audit.list, inLog])).not.toMatch(
      /October|990|under a limit|Structuring|I have read/,
    );
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

  it('is not there for the operator whose account it is', async () => {
    const dora = await consoleApi.enrolled(['compliance', 'support']);
    const mine = await server.register();
    const given = { memberId: mine.memberId, reason: 'Mine.' };
    await consoleApi.data('POST /operator/staffAccount/declare', given, dora.token);
    const { ID: own } = await open(mine.memberId, ada);
    const code = async (
      name: 'GET /operator/case/find' | 'GET /operator/case/timeline',
      who: EnrolledOperator,
    ) => (await consoleApi.call(name, { ID: own }, who.token)).code;
    for (const name of ['GET /operator/case/find', 'GET /operator/case/timeline'] as const)
      expect([await code(name, dora), await code(name, ben)]).toEqual([5007, 0]);
    expect((await propose(own, 'clear', [dora])).code).toBe(5007);
    const [seen, all] = [await list(dora), await list(ben)];
    expect(seen.list.some((one) => one.ID === own)).toBe(false);
    expect([seen.total, seen.late, seen.waiting]).toEqual([
      all.total - 1,
      all.late,
      seen.list.length,
    ]);
    await agree(own, 'report');
    const download = { ID: own, format: 'fincen' as const };
    const receipt = { ID: own, number: '1', receivedAt: new Date(clock.now()).toISOString() };
    for (const [who, expected] of [
      [dora, 5007],
      [ben, 0],
    ] as const) {
      const loaded = await consoleApi.call('GET /operator/case/report', download, who.token);
      const received = await consoleApi.call('POST /operator/case/receipt', receipt, who.token);
      expect([loaded.code, received.code]).toEqual([expected, expected]);
    }
    const closed = async (who: EnrolledOperator) => {
      const page = await consoleApi.data('GET /operator/case/closed', {}, who.token);
      const week = (await list(who)).closedThisWeek;
      return [page, { list: week, total: week.length }].map((one) => ({
        isThere: one.list.some((each) => each.ID === own),
        total: one.total,
      }));
    };
    const forBen = await closed(ben);
    expect(forBen.every(({ isThere }) => isThere)).toBe(true);
    expect(await closed(dora)).toEqual(
      forBen.map(({ total }) => ({ isThere: false, total: total - 1 })),
    );
  });
});

describe('a report', () => {
  it('is neither proposed nor agreed to before it is known who files it', async () => {
    const { ID } = await open((await server.register()).memberId);
    const fill = async (over: Partial<typeof FILER>) => {
      await changeSetting(server.fresh.database, 'cases.filer', { ...FILER, ...over });
      await server.runJob('settings.refresh');
    };
    await fill({ tcc: '' });
    expect(await propose(ID, 'report', [ada])).toMatchObject({
      code: 5011,
      msg: expect.stringContaining('Who files reports'),
    });
    await fill({ tcc: '', entityId: '42', currency: 'EUR', country: 'AT', state: '' });
    expect((await propose(ID, 'report', [ada])).code).toBe(0);
    await fill({ contact: '' });
    expect((await decide(ID, true, ben)).code).toBe(5011);
    expect(await show(ID)).toMatchObject({ outcome: null, proposal: { act: 'report' } });
    await fill({});
    expect((await decide(ID, true, ben)).code).toBe(0);
  });

  it('names a customer who has closed the account since the case was opened', async () => {
    const memberId = await fundedMember(server.fresh.database, {});
    const [member] = await sql<{ email: string; phone: string }>(
      `select email, country_code || phone as phone from members where id = ${memberId}`,
    );
    const { email, phone } = member!;
    const { ID } = await open(memberId);
    await closeAccountOf(server.fresh.owner, memberId, clock.now());
    expect((await show(ID)).person.email).toBe(email);
    await agree(ID, 'report');
    const given = { ID, format: 'fincen' as const };
    const { content } = await consoleApi.data('GET /operator/case/report', given, ben.token);
    expect(content).toContain(email);
    expect(content).toContain(phone);
  });

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
    const receipts = { action: 'case.receipt' } as const;
    const logged = await consoleApi.data('GET /operator/audit/list', receipts, auditor.token);
    expect(logged.list.length).toBeGreaterThan(0);
    expect(JSON.stringify(logged)).not.toContain('31000123456789');
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
    const devices = async (who = ada) =>
      (await show(first, who)).linked.filter(({ ground }) => ground === 'device');
    expect(await devices()).toMatchObject([{ memberId: two.memberId, caseId: second, value: '' }]);
    const emil = await consoleApi.enrolled(['compliance', 'support']);
    const given = { memberId: two.memberId, reason: 'Mine.' };
    await consoleApi.data('POST /operator/staffAccount/declare', given, emil.token);
    expect(await devices(emil)).toMatchObject([
      { memberId: two.memberId, caseId: null, caseOutcome: null },
    ]);
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
