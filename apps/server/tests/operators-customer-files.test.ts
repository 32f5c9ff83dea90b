/** Files of a customer's timeline for an authority: two people, what is in one, and who reads it. */
import { createHash } from 'node:crypto';
import type { OperatorInput } from '@tern/protocol/operator/client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { attachmentsOf, textsOfPages } from '../src/commands/verify/read-pdf.ts';
import { dayOf } from '../src/platform/clock.ts';
import { int8 } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { HOUR_MS } from '../src/platform/durations.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;
let person: Person;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still', ownJobs: ['operators.customer-files'] });
  consoleApi = createConsole(server, clock);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  person = await server.register();
});

const stand = (by: string, act: 'freeze' | 'unfreeze') =>
  consoleApi.call(
    'POST /operator/customer/setStanding',
    { ID: person.memberId, act, reason: 'The police asked for it.', isSuspicion: false },
    by,
  );
const order = () => {
  const input = { symbol: 'btcusdt', mprice: '60000', mnum: '0.0015', buytype: 1 };
  return server.api.call('POST /bborder/upbbbuy', input, { token: person.token });
};
const own = async () =>
  (await server.api.data('GET /user/staffActions', {}, { token: person.token })).list;

type Asked = OperatorInput<'POST /operator/customerFile/propose'>;
const today = () => dayOf(clock.now());
const asked = (more: Partial<Asked> = {}): Asked => ({
  ID: String(person.memberId),
  groups: ['money', 'orders', 'security', 'acts'],
  from: today(),
  until: today(),
  reason: 'Order 31 Js 7/26 of the court of Vienna.',
  ...more,
});
const propose = (more: Partial<Asked> = {}, by = ada) =>
  consoleApi.call('POST /operator/customerFile/propose', asked(more), by);
const reviewOf = async (more: Partial<Asked> = {}, by = ada) =>
  (await consoleApi.data('POST /operator/customerFile/propose', asked(more), by)).reviewId;
const decide = async (ID: number, by = bo) => {
  const claimed = await consoleApi.call('POST /operator/review/claim', { ID }, by);
  if (claimed.code !== 0) return claimed.code;
  const { hash } = (await consoleApi.data('GET /operator/review/find', { ID }, by)).rereview;
  const approval = { ID, stage: 'second', hash } as const;
  return (await consoleApi.call('POST /operator/review/approve', approval, by)).code;
};
const listed = async (by = ada) =>
  (await consoleApi.data('GET /operator/customerFile/list', { ID: person.memberId }, by)).list;
const linkTo = (ID: number, by = ada) =>
  consoleApi.call('POST /operator/customerFile/link', { ID }, by);
const contentOf = async (ID: number, by = ada) => {
  const { path } = await consoleApi.data('POST /operator/customerFile/link', { ID }, by);
  return (await fetch(`${server.url()}${path}`)).text();
};
/** A file that two people agreed on and that was made. */
const made = async (more: Partial<Asked> = {}, by = ada) => {
  expect(await decide(await reviewOf(more, by))).toBe(0);
  await server.runJob('operators.customer-files');
  const [file] = await listed(by);
  expect(file).toMatchObject({ state: 'ready', isReadable: true });
  return file!;
};

it('needs two people, and holds what its proposer reads in the timeline', async () => {
  await order();
  await consoleApi.data(
    'POST /operator/customer/addNote',
    { ID: person.memberId, note: 'A suspicion.' },
    ada,
  );
  expect((await stand(ada, 'freeze')).code).toBe(0);
  const reviewId = await reviewOf();
  expect(await reviewOf()).toBe(reviewId);
  expect((await propose({ reason: 'Another ground.' })).code).toBe(5034);
  await server.runJob('operators.customer-files');
  expect(await listed()).toMatchObject([{ state: 'waiting', isReadable: false, by: 'operator-1' }]);
  expect(await decide(reviewId, ada)).toBe(5032);
  expect(await decide(reviewId)).toBe(0);
  clock.advance(1_000);
  expect((await stand(ada, 'unfreeze')).code).toBe(0);
  await server.runJob('operators.customer-files');
  const [file] = await listed();
  const content = await contentOf(file!.ID);
  expect(createHash('sha256').update(content).digest('hex')).toBe(file!.sha256);
  const [head, ...lines] = content.trimEnd().split('\r\n');
  expect(head).toBe('time,group,id,what,reference,asset,amount,place,by');
  expect(lines).toHaveLength(file!.rows);
  const has = (what: string) => lines.filter((line) => line.includes(`,${what},`)).length;
  for (const group of ['money', 'orders', 'security', 'acts'])
    expect(content, group).toContain(`Z,${group},`);
  // Not what happened after the agreement.
  expect([has('member.note'), has('member.freeze'), has('member.unfreeze')]).toEqual([1, 1, 0]);

  const link = { ID: file!.ID, format: 'pdf' as const };
  const { path } = await consoleApi.data('POST /operator/customerFile/link', link, ada);
  const answer = await fetch(`${server.url()}${path}`);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  const pdf = new Uint8Array(await answer.arrayBuffer());
  expect(attachmentsOf(pdf).map(String)).toEqual([content]);
  const [page = []] = textsOfPages(pdf);
  expect(page).toEqual(
    expect.arrayContaining([`Timeline of customer ${person.memberId}`, 'member.freeze']),
  );

  const { list } = await consoleApi.data(
    'GET /operator/audit/list',
    { memberId: person.memberId },
    ada,
  );
  const actions = list.map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['customerFile.propose', 'customerFile.download', 'customer.files']),
  );
  expect(JSON.stringify(await own())).not.toContain('File');
});

it('has no act in it that its reader does not see', async () => {
  const reviewer = (await consoleApi.enrolled(['reviewer'])).token;
  await consoleApi.data(
    'POST /operator/customer/addNote',
    { ID: person.memberId, note: 'A suspicion.' },
    ada,
  );
  expect((await stand(ada, 'freeze')).code).toBe(0);
  const ofReviewer = await made({ groups: ['acts'] }, reviewer);
  const lines = await contentOf(ofReviewer.ID, reviewer);
  expect([lines.includes('member.freeze'), lines.includes('member.note')]).toEqual([true, false]);
  const whole = await made({ groups: ['acts'] });
  const [seen] = await listed(reviewer);
  expect(seen).toMatchObject({ ID: whole.ID, hasAllActs: true, isReadable: false });
  expect((await linkTo(whole.ID, reviewer)).code).toBe(5030);
});

it('has its groups and days only, and no content after a week', async () => {
  await order();
  clock.advance(24 * HOUR_MS);
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  const { rows } = await made({ groups: ['money', 'orders'] });
  expect(rows).toBe(0);
  const yesterday = dayOf(clock.now() - 24 * HOUR_MS);
  const file = await made({ groups: ['orders'], from: yesterday });
  expect(await contentOf(file.ID)).not.toContain(',money,');
  expect(file.rows).toBe(1);
  expect((await propose({ from: today(), until: yesterday })).code).toBe(5001);
  clock.advance(8 * 24 * HOUR_MS);
  await server.runJob('operators.customer-files');
  ada = await consoleApi.signIn(1);
  const left = await listed();
  expect(left.map(({ state }) => state)).toEqual(['removed', 'removed']);
  expect((await linkTo(file.ID)).code).toBe(5007);
});

it('is not made when it is rejected, nor by the database without two people', async () => {
  const ID = await reviewOf();
  await consoleApi.data('POST /operator/review/claim', { ID }, bo);
  await consoleApi.data('POST /operator/review/reject', { ID, reason: 'No such court.' }, bo);
  expect(await listed()).toMatchObject([{ state: 'refused' }]);
  await reviewOf();
  const begin = defineStatement({
    name: 'test.beginCustomerFile',
    text: `update customer_files set state = 'making', began_at = now() where member_id = $1 and state = 'waiting'`,
    params: [int8],
  });
  await expect(
    server.fresh.database.transaction((tx) => tx.run(begin, [person.memberId])),
  ).rejects.toThrow('two operators have not agreed to the file');
});
