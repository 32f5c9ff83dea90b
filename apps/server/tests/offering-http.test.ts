/** New coins through the whole server: routes, refusals in the API, live figures, release and paper offerings. */
import { exchangeAccounts } from '@tern/ledger';
import type { BroadcastMessage, ServerMessage } from '@tern/protocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPaperOfferings } from '../src/features/products/offering/add-paper-offerings.ts';
import { listOfferings } from '../src/features/products/offering/list-offerings.ts';
import { availableOf } from '../src/kernel/ledger/balances.ts';
import { storeDeploymentMode } from '../src/kernel/settings/deployment-mode.ts';
import { text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { type Device, welcomedDevice } from './support/live-client.ts';
import { manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';
import { freshDatabase, ownerOf } from './support/database.ts';
import { balanceOf } from './support/journal.ts';
import { openOffering } from './support/offering.ts';
import { verifyMember } from './support/operator-decisions.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
const tradedAssets = defineQuery({
  name: 'test.tradedAssets',
  text: 'select distinct base as asset from instruments',
  params: [],
  row: { asset: text },
});

let server: TestServer;
let person: Person;
let offeringId: number;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  offeringId = await openOffering(server.fresh.database);
  person = await verified();
});
afterAll(() => server?.stop());

async function verified(): Promise<Person> {
  const member = await server.register();
  await ownerOf(server.fresh.database).transaction((tx) => verifyMember(tx, member.memberId));
  return member;
}

const asked = (over: object) => ({ pid: offeringId, num: '100', ...over });

/** The answer to a subscription of 100, unless changed. */
const subscribe = (over: object = {}, by: Person = person) =>
  server.api.call('POST /issue/buySubmit', asked(over), { token: by.token });

describe('the calls', () => {
  it('list offerings, open ones first, with the text in the language of the request', async () => {
    const ask = { token: person.token, lang: 'de' };
    const { list } = await server.api.data('GET /issue/list', {}, ask);
    expect(list.map(({ phase }) => phase)).toEqual([2, 2, 1, 3]);
    const verdin = list.find(({ coinname, ID }) => coinname === 'VRD' && ID !== offeringId)!;
    expect(verdin).toMatchObject({ name: 'Verdin', price: '0.24', lockDays: 49, current: '' });
    expect(verdin.content).toContain('erfundene Coin');
    const { reissue } = await server.api.data('GET /issue/detail', { ID: offeringId }, ask);
    expect(reissue).toMatchObject({ ID: offeringId, content: 'A coin.', phase: 2, state: 1 });
  });

  it('leave what a member owns as it was: a new coin is worth what was paid until it has a market', async () => {
    const buyer = await verified();
    const worth = async () => server.api.data('GET /user/ploss', {}, { token: buyer.token });
    const before = await worth();
    await subscribe({ num: '100' }, buyer);
    await subscribe({ num: '50' }, buyer);
    expect(await worth()).toEqual(before);
    const { list } = await server.api.data('GET /user/mycoin', {}, { token: buyer.token });
    expect(list.find(({ usdt, atCost }) => atCost && usdt === '36')).toMatchObject({
      available: '0',
      frozen: '150',
      total: '150',
      priced: false,
      parts: { held: '0', locked: '150', staked: '0', financed: '0', owed: '0' },
    });
    expect(list.filter(({ atCost }) => atCost)).toHaveLength(1);
  });

  it('quote and sell a quantity, and list what was bought by status', async () => {
    const { token } = person;
    const quote = await server.api.data('GET /issue/quote', asked({}), { token });
    expect(quote).toMatchObject({ paid: '24', unfreezeAt: '2027-01-06T00:00:00.000Z' });
    const bought = { issueRecord: { num: '100', paid: '24' } };
    expect(await subscribe({}, person)).toMatchObject({ code: 0, data: bought });
    const numbersOf = async (status: number | string | undefined) => {
      const input = status === undefined ? {} : { status };
      const { list } = await server.api.data('GET /issue/issueRecordList', input, { token });
      return list.map(({ num }) => num);
    };
    expect(await Promise.all([undefined, '', 0, '0', 1, '1'].map(numbersOf))).toEqual(
      Array.from({ length: 6 }, () => ['100']),
    );
    expect(await Promise.all([2, '2'].map(numbersOf))).toEqual([[], []]);
  });
});

describe('a subscription is refused', () => {
  it.each([
    ['below the minimum with its cost', { num: '9' }, { code: 4006, msg: '2.4' }],
    ['above the maximum with what is left', { num: '1001' }, { code: 4018, data: { max: '1000' } }],
    ['without a quantity', { num: '' }, { code: 4013, data: { fields: ['num'] } }],
    ['of a quantity that is no number', { num: '1e2' }, { code: 5001, data: { fields: ['num'] } }],
    ['with too many places', { num: '10.123456789' }, { code: 5001, data: { fields: ['num'] } }],
    ['of an unknown offering', { pid: 999_999 }, { code: 5007 }],
    ['with an unknown field', { price: '0.01' }, { code: 5001 }],
  ])('%s', async (_reason, over, refusal) => {
    expect(await subscribe(over)).toMatchObject(refusal);
  });

  it('without the money', async () => {
    const dear = await openOffering(server.fresh.database, {
      unitPrice: '1000000',
      orderMin: '1',
      orderMax: '1000',
    });
    expect(await subscribe({ pid: dear })).toMatchObject({ code: 4020 });
  });

  it('before and after its window, when prohibited and when closed by operators', async () => {
    const { database } = server.fresh;
    const opensAt = WEDNESDAY_NOON + DAY_MS;
    const coming = await openOffering(database, { opensAt, closesAt: opensAt + DAY_MS });
    const ended = await openOffering(database, { closesAt: WEDNESDAY_NOON });
    const prohibited = await openOffering(database, { isProhibited: true });
    const closed = await openOffering(database, { isOpen: false });
    const until = '2026-11-19T12:00:00.000Z';
    expect(await subscribe({ pid: coming })).toMatchObject({ code: 5009, data: { until } });
    for (const pid of [ended, prohibited, closed]) {
      expect(await subscribe({ pid })).toMatchObject({ code: 5011 });
    }
    const ask = { token: person.token };
    const seen = async (ID: number) =>
      (await server.api.data('GET /issue/detail', { ID }, ask)).reissue;
    expect(await seen(closed)).toMatchObject({ phase: 3, state: 1 });
    expect(await seen(prohibited)).toMatchObject({ phase: 2, state: 2 });
  });
});

const broadcasts = ({ received }: Device) =>
  received.filter((each: ServerMessage): each is BroadcastMessage => each.kind === 'broadcast');

describe('open screens', () => {
  it('of all members learn what was sold, in few messages; the buyer learns of the subscription', async () => {
    const pid = await openOffering(server.fresh.database);
    const [buyer, watcher] = [await verified(), await server.register()];
    const [phone, other] = [
      await welcomedDevice(server.url(), { token: buyer.token }),
      await welcomedDevice(server.url(), { token: watcher.token }),
    ];
    for (let order = 0; order < 5; order += 1) await subscribe({ pid, num: '10' }, buyer);
    const soldOn = (device: Device) =>
      broadcasts(device).flatMap((sent) =>
        sent.topic === 'offering.sold' ? sent.data.filter(({ ID }) => ID === pid) : [],
      );
    await other.until(() => soldOn(other).at(-1)?.sold === '50');
    expect(soldOn(other).length).toBeLessThan(5);
    const own = (device: Device) =>
      device.events().filter(({ topic }) => topic === 'offering.subscription');
    await phone.until(() => own(phone).length === 5);
    expect(own(phone)[0]!.data).toMatchObject({ pid, num: '10', paid: '2.4', status: 1 });
    expect(own(other)).toEqual([]);
    for (const device of [phone, other]) await device.cut();
  });
});

describe('on their date', () => {
  it('coins are released, and the member is notified on every open screen, by a notice and a record', async () => {
    const pid = await openOffering(server.fresh.database, { lockDays: 1, asset: 'HBAR' });
    const buyer = await verified();
    const { token } = buyer;
    const bought = await subscribe({ pid }, buyer);
    const { ID } = (bought.data as { issueRecord: { ID: number } }).issueRecord;
    const phone = await welcomedDevice(server.url(), { token });
    clock.set(Date.parse('2026-11-19T00:00:00Z'));
    await server.runJob('offering.release');
    const last = (topic: string) => phone.events().findLast((event) => event.topic === topic)?.data;
    await phone.until(() => (last('offering.subscription') as { status?: number })?.status === 2);
    expect(last('offering.subscription')).toMatchObject({ ID, num: '100' });
    await phone.until(() => last('notification.added') !== undefined);
    await phone.until(() => JSON.stringify(last('assets.balance')).includes('"available":"100"'));
    const { list } = await server.api.data('GET /notice/getNoticeList', {}, { token });
    expect(list[0]).toMatchObject({
      kind: 'subscription.released',
      title: '100.00 HBAR unfrozen',
      about: { kind: 'subscription', ID },
    });
    const records = await server.api.data(
      'GET /user_money_log/getUser_money_logList',
      { coinname: 'HBAR' },
      { token },
    );
    const reference = `subscription:${ID}`;
    expect(records).toMatchObject({
      total: 2,
      list: [
        { type: 18, amount: '100', balance: '100', reserved: '0', reference },
        { type: 11, amount: '100', balance: '0', reserved: '100', reference, note: '100 HBAR' },
      ],
    });
    await phone.cut();
    clock.set(WEDNESDAY_NOON);
  });
});

describe('paper mode', () => {
  it('always has an offering that has ended, one that is open and one that is coming', async () => {
    const fresh = await freshDatabase();
    const { database } = fresh;
    const time = manualClock();
    const phases = async () => {
      const { list } = await listOfferings(
        await spotDependencies(database, time),
        { memberId: 0, lang: 'en' },
        { pageSize: 100 },
      );
      return list.map(({ phase }) => phase).slice(0, 3);
    };
    for (const days of [0, 1, 9, 1, 14, 3, 200]) {
      time.advance(days * DAY_MS);
      await Promise.all([1, 2, 3].map(() => addPaperOfferings({ database, clock: time })));
      expect([days, await phases()]).toEqual([days, [2, 1, 3]]);
    }
    await fresh.drop();
  });

  it('alone has them: live mode has only what operators offer', async () => {
    const fresh = await freshDatabase();
    const { database, owner } = fresh;
    await storeDeploymentMode(owner, 'live', clock.now());
    await addPaperOfferings({ database, clock });
    const deps = await spotDependencies(database, clock);
    expect(await listOfferings(deps, { memberId: 0, lang: 'en' }, {})).toMatchObject({ total: 0 });
    await fresh.drop();
  });

  it('prices a coin with a market live and one without not at all', async () => {
    const { list } = await server.api.data('GET /issue/list', { pageSize: 100 }, person);
    const price = (coin: string) => list.find(({ coinname }) => coinname === coin)!.current;
    expect([price('VRD'), price('OST')]).toEqual(['', '']);
    expect(Number(price('HBAR'))).toBeGreaterThan(0);
  });

  it('has the coins of each offering before it opens, and liquidity in every coin that is traded', async () => {
    const { database } = server.fresh;
    const held = async (account: 'offerings' | 'liquidity') =>
      (await availableOf(database, [exchangeAccounts[account]])).map(({ asset }) => asset);
    expect(await held('offerings')).toEqual(expect.arrayContaining(['HBAR', 'OST', 'VRD']));
    const traded = await database.many(tradedAssets, []);
    expect(await held('liquidity')).toEqual(
      expect.arrayContaining(traded.map(({ asset }) => asset)),
    );
    const before = await balanceOf(database, exchangeAccounts.offerings, 'HBAR');
    clock.advance(14 * DAY_MS);
    await addPaperOfferings({ database, clock });
    await server.runJob('products.grant');
    const after = await balanceOf(database, exchangeAccounts.offerings, 'HBAR');
    expect(Number(after['available']) - Number(before['available'])).toBe(2_000_000);
  });
});
