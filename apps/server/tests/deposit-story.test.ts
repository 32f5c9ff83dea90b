import type { OperatorInput } from '@tern/protocol/operator/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { int4, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { type Device, openDevice } from './support/live-client.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { png } from './support/uploads.ts';

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;
let person: Person;
let phone: Device;

const imagesSeen = defineQuery({
  name: 'test.loggedImageViews',
  text: `select count(*)::int as total from audit_log where action = 'review.image' and subject = $1`,
  params: [text],
  row: { total: int4 },
});

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  person = await server.register();
  phone = await openDevice(server.url(), { token: person.token });
});

afterAll(async () => {
  const findings = await auditBooks(server.fresh.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await phone?.cut();
  await server?.stop();
});

const own = () => ({ token: person.token });
const available = async () => {
  const { list } = await server.api.data('GET /user/mycoin', { cate: 1 }, own());
  return Number(list.find(({ coinname }) => coinname === 'USDT')!.available);
};

async function submit(num: string) {
  const base64Str = (await png(60, 30)).toString('base64');
  const { ID } = await server.api.data('POST /user/uploadBase64', { base64Str }, own());
  const input = { coin: 'USDT', czline: 'TRC20', num, payimg: ID, cate: 1 };
  const { recharge } = await server.api.data('POST /recharge/createRecharge', input, own());
  if (!('payimg' in recharge)) throw new Error('a wire was made');
  return recharge;
}

/** It is due when the member reads that it is. */
async function reviewOf({ ID, dueAt }: { ID: number; dueAt: string }) {
  const input = { kind: 'deposit', search: `D-${ID}` };
  const { list } = await consoleApi.data('GET /operator/review/list', input, ada);
  expect(list).toMatchObject([{ dueAt }]);
  return list[0]!.ID;
}

async function agree(ID: number, by: string, stage: 'first' | 'second') {
  await consoleApi.data('POST /operator/review/claim', { ID }, by);
  const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, by);
  const input: OperatorInput<'POST /operator/review/approve'> = {
    ID,
    stage,
    hash: rereview.hash,
    acknowledged: true,
  };
  await consoleApi.data('POST /operator/review/approve', input, by);
}

describe('a member who deposits', () => {
  it('gets an address, submits a deposit, and sees it credited live', async () => {
    const { list } = await server.api.data('GET /user/mycoin', { cate: 2 }, own());
    const usdt = list.find(({ coinname }) => coinname === 'USDT')!;
    expect(usdt.networks!.map(({ czline }) => czline)).toContain('TRC20');
    expect(list.map(({ coinname }) => coinname)).not.toContain('EUR');
    const place = { coin: 'USDT', czline: 'TRC20' };
    const { address } = await server.api.data('GET /recharge/address', place, own());
    expect(address).toMatch(/^paper-/);

    const before = await available();
    const deposit = await submit('1500');
    expect(deposit).toMatchObject({ address, status: 1, num: '1500' });
    const id = await reviewOf(deposit);
    await agree(id, ada, 'first');
    expect(await available()).toBe(before);
    await agree(id, bo, 'second');
    expect(await available()).toBe(before + 1500);

    const changes = () => phone.events().filter(({ topic }) => topic === 'deposit.changed');
    await phone.until(() => changes().length >= 2);
    const { rerecharge } = await server.api.data(
      'GET /recharge/findRecharge',
      { ID: deposit.ID },
      own(),
    );
    expect(changes().map(({ data }) => data)).toEqual([deposit, rerecharge]);
    expect(rerecharge).toMatchObject({ status: 2, actual: '1500' });

    const records = await server.api.data(
      'GET /user_money_log/getUser_money_logList',
      { type: 17 },
      own(),
    );
    expect(records.list[0]).toMatchObject({ amount: '1500', reference: `deposit:${deposit.ID}` });
  });

  it('lists deposits by status, and cancels one', async () => {
    const deposit = await submit('70');
    const { recharge } = await server.api.data(
      'POST /recharge/cancelRecharge',
      { ID: deposit.ID },
      own(),
    );
    expect(recharge.status).toBe(4);
    const list = async (status?: number) => {
      const input = { page: 1, pageSize: 10, cate: 1, ...(status ? { status } : {}) };
      return (await server.api.data('GET /recharge/myRechargeList', input, own())).list;
    };
    expect((await list(4)).map(({ ID }) => ID)).toEqual([deposit.ID]);
    expect((await list()).length).toBeGreaterThan(1);
    expect(await list(3)).toEqual([]);
  });

  it('sees which coins can be withdrawn over which networks', async () => {
    const { list } = await server.api.data('GET /user/mycoin', { cate: 3 }, own());
    expect(list.every(({ networks }) => networks!.every((each) => each.takesWithdrawals))).toBe(
      true,
    );
  });
});

describe('the proof of a deposit', () => {
  it('is shown to its reviewers, with every view in the audit log, and to no other member', async () => {
    const deposit = await submit('80');
    const id = await reviewOf(deposit);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID: id }, ada);
    const [image] = rereview.images;
    const views = async () => (await server.fresh.owner.one(imagesSeen, [`review:${id}`])).total;
    const look = () =>
      consoleApi.data('GET /operator/review/image', { ID: id, image: image!.id }, ada);
    expect(await views()).toBe(0);
    const shown = await look();
    await look();
    expect(await views()).toBe(2);
    const asOwner = await server.api.data('GET /user/findImage', { ID: deposit.payimg! }, own());
    expect(shown.image).toBe(asOwner.image);
    const strange = await consoleApi.call(
      'GET /operator/review/image',
      { ID: id, image: 'x' },
      ada,
    );
    expect(strange.code).toBe(5007);
    const stranger = await server.register();
    const { code } = await server.api.call(
      'GET /user/findImage',
      { ID: deposit.payimg! },
      { token: stranger.token },
    );
    expect(code).toBe(5007);
  });

  it('is not shown to an operator without a reviewing role', async () => {
    const deposit = await submit('90');
    const id = await reviewOf(deposit);
    const { token } = await consoleApi.enrolled(['auditor']);
    const answer = await consoleApi.call(
      'GET /operator/review/image',
      { ID: id, image: 'proof' },
      token,
    );
    expect(answer.code).toBe(5030);
  });
});
