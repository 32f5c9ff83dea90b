/** Screening on a whole server: a hit stops what it names, two people decide it, and a changed list asks again. */
import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readList } from '../src/adapters/sanction-lists/read-list.ts';
import { createWatchedFolder } from '../src/adapters/watched-folder.ts';
import { paperAccounts } from '../src/features/account/auth/index.ts';
import { readLists } from '../src/features/backoffice/screening/read-lists.ts';
import { sampleList } from '../src/features/backoffice/screening/sample-list.ts';
import { importList } from '../src/kernel/screening/import-list.ts';
import type { ListedEntry, ListFile } from '../src/kernel/screening/list-entry.ts';
import { isMemberStopped, listsCheck, screen } from '../src/kernel/screening/screen.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { HOUR_MS } from '../src/platform/durations.ts';
import { createLog } from '../src/platform/log.ts';
import { approveIdentity, sendDocuments } from './support/identities.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { withoutGuards } from './support/tampering.ts';

const pretendLive = defineStatement({
  name: 'test.screeningLive',
  text: `create or replace function is_live() returns boolean language sql stable parallel safe as 'select true'`,
  params: [],
});
const approveByHand = defineStatement({
  name: 'test.screeningApproveByHand',
  text: `update reviews set state = 'approved', decided_by = 1, decided_hash = facts_hash, decided_at = created_at
    where kind = $1 and subject_id = $2`,
  params: [text, int8],
});
const decideByHand = defineStatement({
  name: 'test.screeningDecideByHand',
  text: `update screening_hits set state = 'notSame', decided_at = created_at where id = $1`,
  params: [int8],
});

const LISTED = '0x5a4d504c45000000000000000000000000000bad';
const CHECKED = 5036;
const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
/** Reviewers with all roles, and three people of compliance. */
let staff: string[];
let people: string[];

beforeAll(async () => {
  server = await startServer({
    clock,
    prices: 'still',
    ownJobs: ['screening.read-lists', 'screening.screen-again'],
  });
  await server.runJob('screening.read-lists');
  consoleApi = createConsole(server, clock);
  staff = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  people = [];
  for (let count = 0; count < 3; count += 1) {
    people.push((await consoleApi.enrolled(['compliance'])).token);
  }
});
afterAll(() => server?.stop());

const list = () => consoleApi.data('GET /operator/screening/list', {}, people[0]!);
const openOf = async (memberId: number) =>
  (await list()).open.filter((hit) => hit.memberId === memberId);
const show = async (ID: number, token = people[0]!) =>
  (await consoleApi.data('GET /operator/screening/hit', { ID }, token)).hit;
const say = (
  ID: number,
  finding: 'notSame' | 'match',
  [token, place, round = 1]: readonly [token: string, place: number, round?: number],
) =>
  consoleApi.call(
    'POST /operator/screening/decide',
    { ID, round, place, finding, signs: ['birth'], reason: 'Born in another year.' },
    token,
  );
/** By the first two. */
const agree = async (ID: number, finding: 'notSame' | 'match', round = 1) => {
  await say(ID, finding, [people[0]!, 1, round]);
  return say(ID, finding, [people[1]!, 2, round]);
};
const take = (file: ListFile) =>
  server.fresh.database.transaction((tx) => importList(tx, file, clock.now()));
const changed = (number: string, over: Partial<ListedEntry>): ListFile => ({
  ...sampleList,
  entries: sampleList.entries.map((entry) =>
    entry.number === number ? { ...entry, ...over } : entry,
  ),
});

describe('a member whose name is like a listed one', () => {
  let person: Person;
  let documents: number;
  let hitId: number;
  beforeAll(async () => {
    person = await server.register();
    documents = await sendDocuments(server, person, { name: 'Tomas Varga' });
    hitId = (await openOf(person.memberId))[0]!.ID;
  });
  const status = async () =>
    (await server.api.data('GET /user_card/findMyUser_card', {}, { token: person.token })).status;

  it('waits like anyone, and compliance sees why', async () => {
    expect(await status()).toBe(1);
    expect(await show(hitId)).toMatchObject({
      value: 'Tomas Varga',
      what: 'person',
      list: 'SAMPLE',
      matched: 'VARGA, Tamás',
      foundIn: `I-${documents}`,
      requests: [`I-${documents}`],
      entry: { number: 'SL.2219.07', births: ['1968', '1969'] },
      document: { images: [{ id: 'front' }, { id: 'back' }, { id: 'hand' }] },
      people: [],
      mayDecide: true,
    });
    const { token } = await consoleApi.enrolled(['reviewer', 'approver', 'support', 'content']);
    expect((await consoleApi.call('GET /operator/screening/list', {}, token)).code).toBe(5030);
    expect((await consoleApi.call('GET /operator/screening/hit', { ID: hitId }, token)).code).toBe(
      5030,
    );
    const timeline = await consoleApi.data(
      'GET /operator/customer/timeline',
      { ID: person.memberId },
      token,
    );
    expect(JSON.stringify(timeline)).not.toMatch(/screening|hit/);
  });

  it('is in a case, also when an instance without cases found it', async () => {
    const casesOf = async () => {
      const { list } = await consoleApi.data('GET /operator/case/list', {}, people[0]!);
      return list.filter((each) => each.memberId === person.memberId).length;
    };
    expect(await casesOf()).toBe(1);
    const own = `(select id from cases where member_id = ${person.memberId})`;
    for (const table of ['case_alerts', 'case_events'])
      await withoutGuards(server.fresh, `delete from ${table} where case_id in ${own}`);
    await withoutGuards(server.fresh, `delete from cases where member_id = ${person.memberId}`);
    expect(await casesOf()).toBe(0);
    await server.runJob('screening.screen-again');
    expect(await casesOf()).toBe(1);
    await server.runJob('screening.screen-again');
    expect(await casesOf()).toBe(1);
  });

  it('is not there for the operator whose account it is', async () => {
    const dora = await consoleApi.enrolled(['compliance', 'support']);
    const mine = { memberId: person.memberId, reason: 'Mine.' };
    const { total } = await list();
    await consoleApi.data('POST /operator/staffAccount/declare', mine, dora.token);
    const seen = await consoleApi.data('GET /operator/screening/list', {}, dora.token);
    expect([seen.total, seen.open.some(({ ID }) => ID === hitId)]).toEqual([total - 1, false]);
    const look = await consoleApi.call('GET /operator/screening/hit', { ID: hitId }, dora.token);
    expect([look.code, (await say(hitId, 'notSame', [dora.token, 1])).code]).toEqual([5007, 5007]);
    const reopen = { ID: hitId, reason: 'Mine.' };
    expect(
      (await consoleApi.call('POST /operator/screening/reopen', reopen, dora.token)).code,
    ).toBe(5007);
  });

  it('is not verified meanwhile, whatever the server believes', async () => {
    const answer = await approveIdentity(consoleApi, documents, ['first', staff[0]!]);
    expect(answer).toMatchObject({ code: CHECKED, data: { checks: ['screening-clear'] } });
    await expect(
      server.fresh.owner.transaction((tx) => tx.run(approveByHand, ['identity', documents])),
    ).rejects.toMatchObject({ constraint: 'reviews_screened' });
    await expect(
      server.fresh.database.transaction((tx) => tx.run(decideByHand, [hitId])),
    ).rejects.toMatchObject({ constraint: 'screening_hits_two_people' });
    expect(await isMemberStopped(server.fresh.database, person.memberId)).toBe(true);
  });

  it('is decided by two different people who agree; of two who disagree a third decides', async () => {
    expect((await say(hitId, 'notSame', [people[0]!, 2])).code).toBe(5033);
    expect(await say(hitId, 'notSame', [people[0]!, 1])).toMatchObject({
      code: 0,
      data: { state: 'open' },
    });
    expect((await say(hitId, 'notSame', [people[0]!, 2])).code).toBe(5032);
    expect((await say(hitId, 'match', [people[1]!, 2])).data).toEqual({ state: 'open' });
    expect((await approveIdentity(consoleApi, documents, ['first', staff[0]!])).code).toBe(CHECKED);
    expect((await say(hitId, 'notSame', [people[2]!, 3])).data).toEqual({ state: 'notSame' });
    expect((await say(hitId, 'match', [staff[0]!, 3])).code).toBe(5034);
    expect(await show(hitId)).toMatchObject({ state: 'notSame', mayDecide: false });
  });

  it('is then verified, and not asked about again for the same entry', async () => {
    expect((await approveIdentity(consoleApi, documents, ['first', staff[0]!])).code).toBe(0);
    expect((await approveIdentity(consoleApi, documents, ['second', staff[1]!])).code).toBe(0);
    expect(await take(sampleList)).toEqual({ version: null, changed: 0, removed: 0 });
    await server.runJob('screening.screen-again');
    expect(await openOf(person.memberId)).toEqual([]);
  });

  it('is asked about again when the entry changes, and stopped meanwhile', async () => {
    const news = { nationalities: ['Czechia'] };
    expect(await take(changed('SL.2219.07', news))).toMatchObject({ changed: 1 });
    await server.runJob('screening.screen-again');
    const [again] = await openOf(person.memberId);
    expect(await show(again!.ID)).toMatchObject({ entry: news, before: { ofEntry: 1 } });
    expect(await isMemberStopped(server.fresh.database, person.memberId)).toBe(true);
    // Changed once more while it is open: the old question ends, a new one stands in the same moment.
    await take(changed('SL.2219.07', { births: ['1991'] }));
    expect(await show(again!.ID)).toMatchObject({ state: 'gone' });
    const [newest] = await openOf(person.memberId);
    expect(newest!.ID).not.toBe(again!.ID);
    await agree(newest!.ID, 'match');
    expect(await isMemberStopped(server.fresh.database, person.memberId)).toBe(true);
  });

  it('stays stopped by a match until it is reopened and two agree', async () => {
    const { decided } = await list();
    const match = decided.find(
      ({ state, memberId }) => state === 'match' && memberId === person.memberId,
    )!;
    const reopen = (token: string) =>
      consoleApi.call(
        'POST /operator/screening/reopen',
        { ID: match.ID, reason: 'New facts.' },
        token,
      );
    expect((await reopen(people[2]!)).code).toBe(0);
    expect((await reopen(people[2]!)).code).toBe(5034);
    expect(await isMemberStopped(server.fresh.database, person.memberId)).toBe(true);
    expect((await agree(match.ID, 'notSame', 2)).data).toEqual({ state: 'notSame' });
    expect(await isMemberStopped(server.fresh.database, person.memberId)).toBe(false);
  });
});

describe('a withdrawal to a listed address', () => {
  const PAY_PASSWORD = '135790';
  let token: string;
  const withdraw = async (address: string) => {
    const out = { num: '50', address, coinname: 'USDT', czline: 'ERC20' };
    const input = { ...out, pay_password: PAY_PASSWORD };
    const { withdraw: made } = await server.api.data('POST /withdraw/createWithdraw', input, {
      token,
    });
    return made.ID;
  };
  const approve = async (id: number, stage: 'first' | 'second', by: string) => {
    const filter = { kind: 'withdrawal', search: `W-${id}` };
    const [review] = (await consoleApi.data('GET /operator/review/list', filter, by)).list;
    const { ID } = review!;
    await consoleApi.data('POST /operator/review/claim', { ID }, by);
    const { hash } = (await consoleApi.data('GET /operator/review/find', { ID }, by)).rereview;
    const approval = { ID, stage, hash, acknowledged: true };
    return (await consoleApi.call('POST /operator/review/approve', approval, by)).code;
  };
  beforeAll(async () => {
    const { email, password } = paperAccounts.member;
    ({ token } = await server.login({ email }, password));
    const secret = { password: PAY_PASSWORD, loginPassword: password };
    await server.api.data('POST /user/changePayPassword', secret, { token });
  });

  it('waits with its hold; another address of the member does not', async () => {
    const stopped = await withdraw(LISTED);
    const free = await withdraw('0x52908400098527886E0F7030069857D2E4169EE7');
    expect(await approve(free, 'first', staff[0]!)).toBe(0);
    expect(await approve(stopped, 'first', staff[0]!)).toBe(CHECKED);
    const [hit] = (await list()).open;
    expect(hit).toMatchObject({ what: 'address', score: 100, foundIn: `W-${stopped}` });
    await agree(hit!.ID, 'notSame');
    expect(await approve(stopped, 'first', staff[0]!)).toBe(0);
  });
});

describe('a list', () => {
  it('opens hits on names that were known before, by the background job', async () => {
    const person = await server.register();
    await sendDocuments(server, person, { name: 'Wilhelmina Testowska' });
    expect(await openOf(person.memberId)).toEqual([]);
    const more: ListFile = {
      ...sampleList,
      entries: [
        ...sampleList.entries,
        { ...sampleList.entries[0]!, number: 'SL.1', names: ['TESTOWSKA, Wilhelmina'] },
      ],
    };
    await take(more);
    await server.runJob('screening.screen-again');
    expect(await openOf(person.memberId)).toHaveLength(1);
    // Dropped again before anyone decided.
    await take(sampleList);
    expect(await openOf(person.memberId)).toEqual([]);
  });

  it('names the payer of a wire, a company too', async () => {
    const { memberId } = await server.register();
    const named = { kind: 'wire', subjectId: 1, memberId };
    await server.fresh.database.transaction((tx) =>
      screen(tx, { ...named, values: [['party', 'Sample Mixer Trading Limited']] }, clock.now()),
    );
    expect(await openOf(memberId)).toMatchObject([{ what: 'party' }]);
    // What comes in from others does not stop what goes out.
    expect(await isMemberStopped(server.fresh.database, memberId)).toBe(false);
  });

  it('is read from the folder; a file that is no list, or lacks half of it, is refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tern-lists-'));
    const put = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      const before = (clock.now() - 2 * 60_000) / 1000;
      utimesSync(join(folder, name), before, before);
    };
    const entries = Array.from(
      { length: 60 },
      (
        _none,
        at,
      ) => `<Designation><UniqueID>T${at}</UniqueID><IndividualEntityShip>Individual</IndividualEntityShip>
        <Names><Name><Name1>Nobody</Name1><Name6>Number${at}</Name6><NameType>Primary Name</NameType></Name></Names></Designation>`,
    );
    const uk = (of: readonly string[]) =>
      `<Designations><DateGenerated>21/11/2026</DateGenerated>${of.join('')}</Designations>`;
    const deps = {
      database: server.fresh.database,
      clock,
      log: createLog('silent'),
      reviews: { kinds: () => [], announce: () => undefined },
      mode: 'live' as const,
      readList,
      listFolder: createWatchedFolder(folder, { clock, bytesMax: 100_000 }),
    };
    put('uk.xml', uk(entries));
    put('other.xml', '<rss></rss>');
    await readLists(deps);
    expect(readdirSync(join(folder, 'imported'))).toEqual(['uk.xml']);
    expect(readFileSync(join(folder, 'refused', 'other.xml.reason.txt'), 'utf8')).toMatch(
      /no list of a known format/,
    );
    put('uk.xml', uk(entries.slice(0, 20)));
    await readLists(deps);
    expect(readFileSync(join(folder, 'refused', 'uk.xml.reason.txt'), 'utf8')).toMatch(
      '40 of 60 entries are missing',
    );
    const shown = (await list()).lists.find((one) => one.list === 'UK');
    expect(shown).toMatchObject({ day: '2026-11-21', entries: 60, isOld: false });
  });

  it('that is old lets nobody be verified where money is real', async () => {
    const checkAt = (at: number) =>
      server.fresh.owner.transaction(async (tx) => {
        await tx.run(pretendLive, []);
        const { isPassed } = await listsCheck(tx, at);
        throw new Error(String(isPassed));
      });
    await expect(checkAt(clock.now())).rejects.toThrow('true');
    await expect(checkAt(clock.now() + 49 * HOUR_MS)).rejects.toThrow('false');
    const { isPassed } = await listsCheck(server.fresh.database, clock.now() + 49 * HOUR_MS);
    expect(isPassed).toBe(true);
  });
});
