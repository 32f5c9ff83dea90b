import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RowOf } from '@tern/protocol/client';
import { notify, notifyMany } from '../src/kernel/messaging/notifications.ts';
import { pruneNotifications } from '../src/kernel/messaging/read-notifications.ts';
import { type Device, welcomedDevice } from './support/live-client.ts';
import { manualClock } from './support/market.ts';
import { noticesTo } from './support/notices.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const DAY_MS = 86_400_000;
const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let person: Person;
let welcome: RowOf<'GET /notice/getNoticeList'>[];

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  person = await server.register();
  // Without the paper money notice of a new member.
  welcome = (await list()).list;
  await server.fresh.database.transaction((tx) => pruneNotifications(tx, clock.now() + 1));
});

const as = (lang = 'en') => ({ token: person.token, lang });
const list = (input: object = {}, lang?: string) =>
  server.api.data('GET /notice/getNoticeList', input, as(lang));
const unread = async () => (await server.api.data('GET /notice/getUnread', {}, as())).unread;
const kinds = async () => (await list({ pageSize: 100 })).list.map(({ kind }) => kind);

/** A notice of an ended freeze, without any freeze. */
const sendNotice = (reason: string, memberId = person.memberId) =>
  server.fresh.database.transaction((tx) =>
    notify(tx, { memberId, kind: 'staff.unfreeze', values: { reason } }, clock.now()),
  );

describe('an order that waits for a price', () => {
  it('is live when it is placed and when a reference price meets it, which its record names and its member is notified of', async () => {
    const trader = person;
    await server.fund(trader.memberId, { BTC: '1' });
    const { token } = trader;
    const phone = await welcomedDevice(server.url(), { token });
    const now = await server.api.data('GET /bborder/conditionalList', {}, { token });
    expect(now.list).toEqual([]);
    const wait = (kind: number, triggerPrice: string) =>
      server.api.data(
        'POST /bborder/placeConditional',
        { symbol: 'btcusdt', side: 2, kind, watches: 2, triggerPrice, mnum: '0.01' },
        { token },
      );
    const refused = await server.api.call(
      'POST /bborder/placeConditional',
      { symbol: 'btcusdt', side: 2, kind: 4, watches: 2, triggerPrice: '1', mnum: '0.01' },
      { token },
    );
    expect(refused.code).toBe(5025);
    // A tick of the market below and above the price: one of them is met as soon as it moves.
    const cents = Math.round(Number((refused.data as unknown as { price: string }).price) * 100);
    const near = (by: number) => ((Math.floor(cents / 100) * 100 + by) / 100).toFixed(2);
    const placed = [await wait(2, near(-100)), await wait(4, near(200))];
    const ids = placed.map(({ conditional }) => conditional.ID);
    const events = () =>
      phone
        .events()
        .filter(({ topic }) => topic === 'spot.conditional')
        .map(({ data }) => data as { ID: number; status: number; isNew?: boolean });
    await phone.until(() => events().length === 2);
    expect(events()).toMatchObject(ids.map((ID) => ({ ID, status: 1, isNew: true })));

    for (let second = 0; second < 60 && events().length === 2; second += 1) {
      clock.advance(1_000);
      await server.runJob('pricing.ticks');
      await server.api.data('GET /bborder/conditionalList', { status: 1 }, { token });
    }
    await phone.until(() => events().length >= 3);
    const { ID } = events()[2]!;
    const found = await server.api.data('GET /bborder/findConditional', { ID }, { token });
    const { met, orderId } = found.reconditional;
    expect(found).toMatchObject({ reconditional: { status: 2 }, order: { ID: orderId, side: 2 } });
    expect(met!.before!.number).toBe(met!.number - 1);
    phone.socket.terminate();

    await server.runJob('spot.notify-triggered');
    const notices = await noticesTo(server.fresh.database, trader.memberId);
    const values = { market: 'BTC/USDT', price: met!.price, quote: 'USDT' };
    const notice = { kind: 'spot.conditionalTriggered', about: 'spot', aboutId: orderId, values };
    expect(notices.filter(({ aboutId }) => aboutId === orderId)).toEqual([notice]);
  });
});

describe('a member', () => {
  it('receives staff activity live and in their language, and the unread dot clears when read', async () => {
    const device: Device = await welcomedDevice(server.url(), { token: person.token });
    const ada = await consoleApi.signIn(1);
    const reason = 'The police asked for it.';
    const act = { ID: person.memberId, act: 'freeze' as const, reason, hours: 5 };
    expect((await consoleApi.call('POST /operator/customer/setStanding', act, ada)).code).toBe(0);
    const ofFreeze = ({ data }: { data: unknown }) =>
      (data as { kind?: string }).kind === 'staff.freeze';
    await device.until((of) => of.events().some(ofFreeze));
    const event = device.events().find(ofFreeze)!;
    device.socket.terminate();

    const page = await list();
    expect(page).toMatchObject({ total: 1, unread: 1 });
    const [notice] = page.list;
    expect(event.data).toEqual({ ID: notice!.ID, kind: 'staff.freeze' });
    expect(notice).toMatchObject({ title: 'Your account was frozen', isRead: false, about: null });
    expect(notice!.content).toContain('Reason: Your account is restricted.');
    expect(notice!.content).not.toContain(reason);
    const [german] = (await list({}, 'de')).list;
    expect(german).toMatchObject({ ID: notice!.ID, title: 'Dein Konto wurde eingefroren' });

    const ID = notice!.ID;
    const read = await server.api.data('POST /notice/readNotice', { ID }, as());
    expect(read).toMatchObject({ unread: 0, renotice: { ID, isRead: true } });
    expect((await list()).list[0]).toMatchObject({ isRead: true });
    const again = await server.api.data('POST /notice/readNotice', { ID }, as());
    expect(again.renotice.UpdatedAt).toBe(read.renotice.UpdatedAt);

    const stranger = { token: (await server.register()).token };
    expect((await server.api.call('GET /notice/findNotice', { ID }, stranger)).code).toBe(5007);
    expect((await server.api.call('POST /notice/readNotice', { ID }, stranger)).code).toBe(5007);
    const theirs = (await server.api.data('GET /notice/getNoticeList', {}, stranger)).list;
    expect(theirs.map(({ kind }) => kind)).toEqual(['paper.granted']);
  });

  it('receives a notice of the paper money and its worth at registration', () => {
    expect(welcome).toHaveLength(1);
    expect(welcome[0]).toMatchObject({ kind: 'paper.granted', title: 'Your paper money is here' });
    expect(welcome[0]!.content).toBe(
      'You have 10,000.00 USDT, 10,000.00 USD, 0.10 BTC to practise with. They have no value outside this simulation.',
    );
  });

  it('receives a notice of every security change', async () => {
    const { token } = person;
    const set = (password: string, proof: object) =>
      server.api.call('POST /user/changePayPassword', { password, ...proof }, { token });
    await set('135790', { loginPassword: PASSWORD });
    await set('246801', { oldPassword: '135790' });
    const input = { name: 'my bot', scopes: ['read' as const], password: PASSWORD };
    const { apiKey } = await server.api.data('POST /apiKey/createApiKey', input, { token });
    await server.api.data('DELETE /apiKey/deleteApiKey', { ID: apiKey.ID }, { token });
    for (let tries = 0; tries < 5; tries += 1) await set('135790', { oldPassword: '999999' });
    person.token = (await server.login(person)).token;
    const newPassword = 'another shore 8';
    const change = { password: PASSWORD, newPassword };
    await server.api.data('POST /user/changePassword', change, as());
    person.token = (await server.login(person, newPassword)).token;
    expect(await kinds()).toEqual([
      'security.password',
      'security.login',
      'security.payPasswordLocked',
      'security.keyRemoved',
      'security.keyMade',
      'security.payPassword',
      'security.payPasswordSet',
    ]);
    const [, login, , , made] = (await list()).list;
    expect((await list({ group: 'security' })).total).toBe(7);
    expect((await list({ group: 'contracts' })).total).toBe(0);
    expect(login!.content).toContain('127.0.0.1');
    expect(made!.title).toBe('API key created: my bot');
  });

  it('marks only visible notices as read', async () => {
    for (const reason of ['one', 'two', 'three']) await sendNotice(reason);
    const [newest] = (await list()).list;
    await sendNotice('four');
    const mark = () => server.api.data('POST /notice/readAllNotices', { ID: newest!.ID }, as());
    expect(await mark()).toEqual({ unread: 1 });
    // Later the same mark also avoids counting old notices that were read; nothing else changes.
    clock.advance(2 * 3_600_000);
    person.token = (await server.login(person)).token;
    expect(await mark()).toEqual({ unread: 2 });
    await sendNotice('five');
    expect(await unread()).toBe(3);
    const { list: rows, total } = await list({ page: 1, pageSize: 4 });
    expect([total, rows.map(({ isRead }) => isRead)]).toEqual([6, [false, false, false, true]]);
  });

  it('keeps a notice unread that arrives while all are marked as read', async () => {
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let begun = () => {};
    const written = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = server.fresh.database.transaction(async (tx) => {
      const values = { reason: 'slow' };
      await notify(tx, { memberId: person.memberId, kind: 'staff.unfreeze', values }, clock.now());
      begun();
      await held;
    });
    await written;
    await sendNotice('quick');
    const [newest] = (await list()).list;
    const mark = { ID: newest!.ID };
    expect(await server.api.data('POST /notice/readAllNotices', mark, as())).toEqual({ unread: 0 });
    commit();
    await slow;
    expect(await unread()).toBe(1);
    expect((await list()).list.map(({ isRead }) => isRead)).toEqual([true, false]);
  });

  it('has a count of unread notices up to a hundred', async () => {
    const memberIds = Array.from({ length: 120 }, () => person.memberId);
    const values = { market: 'BTC/USDT', stake: '10', profit: '8', payout: '18' };
    const aboutIds = memberIds.map((_, index) => 1_000_001 + index);
    const group = { kind: 'contract.won' as const, values, memberIds, aboutIds };
    await server.fresh.database.transaction((tx) =>
      notifyMany(tx, { about: 'contract', groups: [group] }, clock.now()),
    );
    const { total, unread: shown, list: rows } = await list({ pageSize: 1 });
    expect([total, shown, await unread()]).toEqual([120, 100, 100]);
    const about = { kind: 'contract', ID: 1_000_120 };
    expect(rows[0]).toMatchObject({ title: 'Contract profit: +8.00 USDT', about });
  });

  it('sees nothing older than half a year', async () => {
    await sendNotice('message.restrictionEnded');
    clock.advance(100 * DAY_MS);
    await sendNotice('message.youAsked');
    clock.advance(81 * DAY_MS);
    await server.runJob('notification.prune');
    person.token = (await server.login(person)).token;
    const left = (await list()).list.map(({ content }) => content);
    expect(left).toContain('Reason: You asked us to.');
    expect(left).not.toContain('Reason: The restriction has ended.');
  });
});
