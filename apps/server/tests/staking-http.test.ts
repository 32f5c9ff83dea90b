/** Machines and staking through the whole server: routes, refusals in the API, payouts by the job, notices. */
import type { Input, Name } from '@tern/protocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, SECOND_MS } from '../src/platform/durations.ts';
import { manualClock } from './support/market.ts';
import { welcomedDevice } from './support/live-client.ts';
import { freezeMember } from './support/members.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { listProduct } from './support/staking.ts';

const clock = manualClock();
let server: TestServer;
let person: Person;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  person = await server.register();
});
afterAll(() => server?.stop());

const ask = <N extends Name>(name: N, input: Input<N>, { token }: Person = person) =>
  server.api.data(name, input, { token });

const units = (id: number, num: number | string, by: Person = person) =>
  server.api.call('POST /mining_machine/buySingleMining_machine', { id, num }, { token: by.token });

const share = (id: number, over: object = {}, by: Person = person) =>
  server.api.call(
    'POST /mining_machine/buyShareMining_machine',
    { id, sharbltxt: '40|60', gxfe: 40, ...over },
    { token: by.token },
  );

const list = (kind: Parameters<typeof listProduct>[1], over = {}) =>
  listProduct(server.fresh.database, kind, over);

describe('the calls', () => {
  it('list the machines and staking products of paper mode, in the language of the request', async () => {
    const { token } = person;
    const { list: all, total } = await server.api.data(
      'GET /mining_machine/getMining_machineList',
      { pageSize: 100 },
      { token, lang: 'de' },
    );
    expect(total).toBe(all.length);
    const countOf = (type: number) => all.filter((row) => row.type === type).length;
    expect([1, 2, 3].map(countOf)).toEqual([5, 1, 4]);
    const rig = all.find(({ name }) => name === 'Rig 400, no. 17')!;
    expect(rig).toMatchObject({ price: '2500', sharbltxt: '40|60', state: 1, max: 1 });
    expect(rig.content).toContain('Eine Maschine für mehrere Mitglieder');
    const { remining_machine } = await ask('GET /mining_machine/findMining_machine', {
      ID: rig.ID,
    });
    expect(remining_machine.content).toContain('One machine for several members');
    const staking = await ask('GET /mining_machine/getMining_machineList', { type: '3' });
    expect(staking.list.every(({ returnsPrincipal }) => returnsPrincipal)).toBe(true);
    const machines = await ask('GET /mining_machine/getMining_machineList', { type: '1,2' });
    expect(new Set(machines.list.map(({ type }) => type))).toEqual(new Set([1, 2]));
  });

  it('quote a share with its cases, sell it, and refund it', async () => {
    const id = await list('shared');
    const price = await ask('GET /mining_machine/quote', { id, gxfe: 40 });
    expect(price).toMatchObject({
      invested: '1000',
      perDay: '0.0000512',
      expected: '0.018688',
      startAt: null,
      penalty: '0',
    });
    expect(Number(price.result)).toBeCloseTo(0.018688 * Number(price.price) - 1000, 5);
    expect(Number(price.resultAtHalf)).toBeCloseTo((0.018688 * Number(price.price)) / 2 - 1000, 5);
    const bought = await share(id);
    expect(bought).toMatchObject({ code: 0, data: { order: { gxfe: 40, canRefund: true } } });
    const { order } = bought.data as { order: { ID: number } };
    const { reorder } = await ask('GET /mining_machine_order/findMyorder', { ID: order.ID });
    expect(reorder).toEqual(order);
    const refunded = await ask('POST /mining_machine_order/refund', { ID: order.ID });
    expect(refunded.order).toMatchObject({ status: 2, returned: '1000' });
  });

  it('quote staking, sell it, list it by type and status, and redeem it at the quote', async () => {
    const id = await list('staking');
    expect(await ask('GET /mining_machine/quote', { id, num: '10' })).toMatchObject({
      invested: '1000',
      perDay: '0.35',
      expected: '21',
      startAt: '2026-11-19T00:00:00.000Z',
      expireAt: '2027-01-18T00:00:00.000Z',
      penalty: '50',
      result: '',
    });
    const first = await units(id, 10);
    expect(first).toMatchObject({ code: 0, data: { order: { num: 10, invested: '1000' } } });
    const { ID } = (first.data as { order: { ID: number } }).order;
    const listed = async (input: Input<'GET /mining_machine_order/getMyorderList'>) =>
      (await ask('GET /mining_machine_order/getMyorderList', input)).list.map((row) => row.ID);
    expect(await listed({ type: 3, status: 1 })).toEqual([ID]);
    expect(await listed({ status: '' })).toContain(ID);
    expect(await listed({ type: 3, status: '2' })).toEqual([]);
    const { reredemption } = await ask('GET /mining_machine_order/redemptionFind', { ID });
    const { order, redemption } = await ask('POST /mining_machine_order/redemption', { ID });
    expect(redemption).toEqual(reredemption);
    expect(order).toMatchObject({ status: 2, returned: '950', penaltyPaid: '50' });
    expect(await listed({ type: 3, status: 2 })).toEqual([ID]);
    const again = server.api.call('POST /mining_machine_order/redemption', { ID }, person);
    expect(await again).toMatchObject({ code: 5034 });
  });
});

describe('a purchase is refused', () => {
  it.each([
    ['below one unit, with its price', '0', { code: 4006, msg: '100' }],
    ['above the limit per order', 11, { code: 4018, data: { max: '10' } }],
    ['without a number', '', { code: 4013, data: { fields: ['num'] } }],
    ['of a part of a unit', '1.5', { code: 5001, data: { fields: ['num'] } }],
  ])('%s', async (_reason, num, refusal) => {
    expect(await units(await list('sole'), num)).toMatchObject(refusal);
  });

  it('of an unknown, coming or closed product, and without the money', async () => {
    expect(await units(999_999, 1)).toMatchObject({ code: 5007 });
    const later = await list('sole', { listedAt: clock.now() + DAY_MS });
    expect(await units(later, 1)).toMatchObject({ code: 5011 });
    expect(await units(await list('sole', { isOpen: false }), 1)).toMatchObject({ code: 5011 });
    const dear = await list('sole', { unitPrice: '100000000' });
    expect(await units(dear, 1)).toMatchObject({ code: 4020 });
  });

  it('when the exchange cannot fund the yield, and without the platform token', async () => {
    const rich = await list('sole', { dailyOutput: '1000' });
    expect(await units(rich, 1)).toMatchObject({ code: 5011 });
    const gated = await list('sole', { tokenAsset: 'BNB', tokenMin: '0.1' });
    const refused = await units(gated, 1);
    expect(refused).toMatchObject({
      code: 5011,
      data: { needs: 'token', coin: 'BNB', min: '0.1' },
    });
    await server.fund(person.memberId, { BNB: '0.1' });
    expect(await units(gated, 1)).toMatchObject({ code: 0 });
  });

  it('of a share of other shares, of no share, and of one that is held', async () => {
    const id = await list('shared');
    expect(await share(id, { sharbltxt: '50|50' })).toMatchObject({ code: 5004 });
    expect(await share(id, { gxfe: 50 })).toMatchObject({ code: 5001, data: { fields: ['gxfe'] } });
    expect(await share(id, { sharbltxt: '40,60' })).toMatchObject({ code: 5001 });
    expect(await share(id)).toMatchObject({ code: 0 });
    expect(await share(id)).toMatchObject({ code: 4018 });
  });

  it('of a frozen member, who can still take a share back', async () => {
    const frozen = await server.register();
    const id = await list('shared');
    const bought = await share(id, {}, frozen);
    await freezeMember(server.fresh.owner, frozen.memberId);
    expect(await units(await list('sole'), 1, frozen)).toMatchObject({ code: 4008 });
    const { ID } = (bought.data as { order: { ID: number } }).order;
    const refunded = await ask('POST /mining_machine_order/refund', { ID }, frozen);
    expect(refunded.order).toMatchObject({ status: 2, returned: '1000' });
  });
});

describe('the job', () => {
  it('pays each day, ends the term, and tells the member once a day', async () => {
    const member = await server.register();
    const id = await list('staking', { termDays: 2 });
    const sole = await list('sole', { termDays: 2, payoutMinute: 60 });
    const device = await welcomedDevice(server.url(), { token: member.token });
    const changed = () => device.events().filter(({ topic }) => topic === 'staking.changed');
    for (const product of [id, sole]) await units(product, 1, member);
    // An event follows its commit: a purchase's may arrive later than its answer.
    await device.until(() => changed().length === 2);
    for (const at of ['2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z', '2026-11-21T01:00:00Z']) {
      clock.set(Date.parse(at) + 11 * 60 * SECOND_MS);
      await expect
        .poll(async () => (await ask('GET /mining_machine_order/earningsList', {}, member)).total)
        .toBe({ '2026-11-20T00': 1, '2026-11-20T01': 2, '2026-11-21T01': 4 }[at.slice(0, 13)]);
    }
    await device.until(() => changed().length === 6);
    expect(changed()[0]?.data).toEqual({ orders: [expect.any(Number)] });
    await device.cut();
    const curve = await ask('GET /mining_machine_order/earningsCurve', { days: 7 }, member);
    expect(curve.days.map(({ date, isPaid }) => [date, isPaid])).toEqual([
      ['2026-11-20', true],
      ['2026-11-21', true],
    ]);
    const sum = curve.days.reduce((total, { value }) => total + Number(value), 0);
    expect(Number(curve.total)).toBeCloseTo(sum, 9);
    const { list: orders } = await ask(
      'GET /mining_machine_order/getMyorderList',
      { status: 3 },
      member,
    );
    expect(orders).toHaveLength(2);
    const { list: notices } = await ask('GET /notice/getNoticeList', { pageSize: 100 }, member);
    const kinds = notices.map(({ kind }) => kind).filter((kind) => kind.startsWith('staking.'));
    expect(kinds.toSorted()).toEqual(['staking.ended', 'staking.ended']);
  });
});
