import { type Amount, decimal } from '@tern/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
// Loads every feature, so that all kinds are declared.
import '../src/app/compose.ts';
import {
  addDevice,
  changeDetails,
  changeQuietHours,
  changeSwitch,
  preferencesOf,
} from '../src/features/account/notification/preferences.ts';
import { addYields } from '../src/kernel/messaging/daily-yields.ts';
import { notify, notifyMany } from '../src/kernel/messaging/notifications.ts';
import {
  listNotifications,
  markRead,
  markReadAbout,
} from '../src/kernel/messaging/read-notifications.ts';
import { sendPushAgain } from '../src/kernel/messaging/push-records.ts';
import { removePushDevices } from '../src/kernel/messaging/push-devices.ts';
import { HOUR_MS, MINUTE_MS } from '../src/platform/durations.ts';
import { WEDNESDAY_NOON } from './support/market.ts';
import { type NoticeWorld, noticeWorld } from './support/notice-world.ts';

let world: NoticeWorld;
let memberId: number;

beforeAll(async () => {
  world = await noticeWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  world.service.answers = 201;
  world.service.received.length = 0;
  world.clock.set(WEDNESDAY_NOON);
  memberId = await world.member();
});

const write = (work: (tx: Parameters<typeof notify>[0]) => Promise<void>) =>
  world.database.transaction(work);
const withdrawn = () =>
  write((tx) =>
    notify(
      tx,
      {
        memberId,
        kind: 'review.approved',
        about: { kind: 'withdrawal', id: 7 },
        values: { recordNo: 'W-7', asset: 'USDT', amount: '250.5' },
      },
      world.clock.now(),
    ),
  );
const keyRemoved = () =>
  write((tx) =>
    notify(
      tx,
      { memberId, kind: 'security.keyRemoved', values: { name: 'bot' } },
      world.clock.now(),
    ),
  );
const contractWon = (ids: readonly number[]) =>
  write((tx) =>
    notifyMany(
      tx,
      {
        about: 'contract',
        groups: ids.map((id) => ({
          kind: 'contract.won' as const,
          values: { market: 'BTC/USDT', stake: '10', profit: '8', payout: '18' },
          memberIds: [memberId],
          aboutIds: [id],
        })),
      },
      world.clock.now(),
    ),
  );
const pushes = () => world.service.received.map(({ content }) => content);

describe('an email about a notice', () => {
  it('says what happened, links to the record, and says why it came and where to switch it off', async () => {
    await withdrawn();
    await world.deliver();
    const [email, ...more] = await world.emailsTo(memberId);
    expect(more).toEqual([]);
    expect(email!.subject).toMatch(/^Tern: .*250\.50 USDT/);
    expect(email!.body.split('\n\n').slice(1)).toEqual([
      'View it in the app: https://tern.test/#/pages/bitcoin/withdrawDetail?id=7',
      'This is a simulation with paper money.',
      'You get this email because emails about “Money in and out” are on. Change this or turn them off: https://tern.test/#/pages/user/inform/preferences',
    ]);
    await world.deliver();
    expect(await world.emailsTo(memberId)).toHaveLength(1);
  });

  it('that cannot be switched off says so', async () => {
    await keyRemoved();
    await world.deliver();
    const [email] = await world.emailsTo(memberId);
    expect(email!.body).toContain('Emails about “Security” are always sent.');
    expect(email!.body).toContain('https://tern.test/#/pages/user/keys');
  });

  it('is not sent where the member switched it off, nor for categories that are off until switched on', async () => {
    const off = { category: 'money', channel: 'email', isOn: false } as const;
    await changeSwitch(world.preferences, memberId, off);
    await withdrawn();
    await contractWon([1]);
    await world.deliver();
    expect(await world.emailsTo(memberId)).toEqual([]);
    const on = { category: 'contracts', channel: 'email', isOn: true } as const;
    await changeSwitch(world.preferences, memberId, on);
    await contractWon([2, 3]);
    await world.deliver();
    expect(await world.emailsTo(memberId)).toHaveLength(2);
  });

  it('does not repeat a security alert, which is an email of its own', async () => {
    const values = { until: '2026-11-21T14:30:00.000Z' };
    await write((tx) =>
      notify(tx, { memberId, kind: 'security.password', values }, world.clock.now()),
    );
    await world.deliver();
    expect(await world.emailsTo(memberId)).toEqual([]);
  });

  it('is not sent for a notice that was never committed', async () => {
    await expect(
      write(async (tx) => {
        const values = { name: 'bot' };
        await notify(tx, { memberId, kind: 'security.keyRemoved', values }, world.clock.now());
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await world.deliver();
    expect(await world.emailsTo(memberId)).toEqual([]);
  });
});

describe('a push', () => {
  it('reaches each device of the member once, encrypted for it and signed by this deployment', async () => {
    const [phone, laptop] = [
      await world.subscribe(memberId),
      await world.subscribe(memberId, 'de'),
    ];
    await keyRemoved();
    await world.deliver();
    await world.deliver();
    const byDevice = Object.fromEntries(
      world.service.received.map(({ device, content }) => [device, content]),
    );
    expect(world.service.received).toHaveLength(2);
    expect(byDevice[new URL(phone.endpoint).pathname]).toMatchObject({
      title: 'API key deleted: bot',
      page: expect.stringMatching(/^\/pages\/user\/informDetail\?id=\d+$/),
    });
    expect(byDevice[new URL(laptop.endpoint).pathname]!.title).toBe('API-Schlüssel gelöscht: bot');
    const { headers } = world.service.received[0]!;
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(await world.waitingFor(memberId)).toEqual([]);
  });

  it('names only the category of a money event, because anyone can read a locked screen', async () => {
    await world.subscribe(memberId);
    await withdrawn();
    await world.deliver();
    expect(pushes()).toMatchObject([
      { title: 'Money in and out', body: 'Open Tern to see the details.' },
    ]);
    await changeDetails(world.preferences, memberId, true);
    await withdrawn();
    await world.deliver();
    expect(pushes()[1]!.title).toContain('250.50 USDT');
  });

  it('of a category that is off is not sent', async () => {
    await world.subscribe(memberId);
    const off = { category: 'contracts', channel: 'push', isOn: false } as const;
    await changeSwitch(world.preferences, memberId, off);
    await contractWon([1, 2]);
    await world.deliver();
    expect(pushes()).toEqual([]);
  });

  it('of contract results replaces the one before on the device', async () => {
    await world.subscribe(memberId);
    await contractWon([1, 2]);
    await world.deliver();
    expect(pushes().map(({ tag }) => tag)).toEqual(['contracts', 'contracts']);
  });

  it('is repeated with growing pauses while the push service is down, and arrives once', async () => {
    await world.subscribe(memberId);
    world.service.answers = 503;
    await keyRemoved();
    await world.deliver();
    world.service.answers = 201;
    await world.deliver();
    expect(pushes()).toEqual([]);
    world.clock.advance(MINUTE_MS);
    await world.deliver();
    await world.deliver();
    expect(pushes()).toHaveLength(1);
  });

  it('is given up after the last attempt', async () => {
    await world.subscribe(memberId);
    world.service.answers = 503;
    await keyRemoved();
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await world.deliver();
      world.clock.advance(2 * HOUR_MS);
    }
    expect(await world.waitingFor(memberId)).toEqual([]);
  });

  it.each([404, 410])('answered with %i removes the device', async (status) => {
    await world.subscribe(memberId);
    world.service.answers = status;
    await keyRemoved();
    await world.deliver();
    expect(await preferencesOf(world.database, memberId)).toMatchObject({ devices: 0 });
    world.service.answers = 201;
    await keyRemoved();
    await world.deliver();
    expect(pushes()).toEqual([]);
  });

  it('is not sent once the notice was read, nor after a day, nor to a device that was removed', async () => {
    await world.subscribe(memberId);
    await keyRemoved();
    const { notifications } = await listNotifications(world.database, memberId, {
      limit: 1,
      offset: 0,
    });
    const { id } = notifications[0]!;
    await world.database.transaction((tx) => markRead(tx, { memberId, id }, world.clock.now()));
    await world.deliver();
    await keyRemoved();
    world.clock.advance(25 * HOUR_MS);
    await world.deliver();
    await keyRemoved();
    await world.database.transaction((tx) => removePushDevices(tx, { memberId }));
    await world.deliver();
    expect(pushes()).toEqual([]);
    expect(await world.waitingFor(memberId)).toEqual([]);
  });

  it('goes to the member who uses the browser now, and no longer to the one before', async () => {
    const device = await world.subscribe(memberId);
    await keyRemoved();
    const next = await world.member();
    await addDevice(world.preferences, next, { ...device, lang: 'en' });
    await world.deliver();
    expect(pushes()).toEqual([]);
  });
});

describe('the outbox has a push', () => {
  const sendAgain = (id: number) =>
    world.database.transaction((tx) => sendPushAgain(tx, id, world.clock.now()));
  const newestRecord = async () => (await world.pushRecords(memberId)).at(-1)!;

  it('from its first attempt on, with the reason, until it was sent', async () => {
    await world.subscribe(memberId);
    await withdrawn();
    expect(await world.pushRecords(memberId)).toEqual([]);
    world.service.answers = 503;
    await world.deliver();
    const failing = { state: 'waiting', attempts: 1, lastError: 'the push service answered 503' };
    expect(await world.pushRecords(memberId)).toMatchObject([
      // As the device shows it.
      { ...failing, subject: 'Money in and out' },
    ]);
    world.service.answers = 201;
    world.clock.advance(MINUTE_MS);
    await world.deliver();
    expect(await world.pushRecords(memberId)).toMatchObject([
      { state: 'sent', attempts: 2, lastError: '' },
    ]);
  });

  it('that failed, which is sent again and arrives once', async () => {
    await world.subscribe(memberId);
    world.service.answers = 503;
    await keyRemoved();
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await world.deliver();
      world.clock.advance(2 * HOUR_MS);
    }
    expect(await newestRecord()).toMatchObject({ state: 'failed', attempts: 8 });
    const { id } = await newestRecord();
    world.service.answers = 201;
    await world.deliver();
    expect(pushes()).toEqual([]);
    const both = await Promise.all([sendAgain(id), sendAgain(id)]);
    expect(both.toSorted()).toEqual([false, true]);
    await world.deliver();
    await world.deliver();
    expect(pushes()).toHaveLength(1);
    expect(await world.pushRecords(memberId)).toMatchObject([{ id, state: 'sent', attempts: 1 }]);
    expect(await sendAgain(id)).toBe(false);
  });

  it.each([
    [410, 'the device takes no more pushes'],
    [400, 'the push service refused it'],
  ])('that was answered with %i as failed: %s', async (status, lastError) => {
    await world.subscribe(memberId);
    world.service.answers = status;
    await keyRemoved();
    await world.deliver();
    expect(await newestRecord()).toMatchObject({ state: 'failed', lastError });
    // Not to a device that is gone.
    expect(await sendAgain((await newestRecord()).id)).toBe(status === 400);
  });

  it('that its member read before it arrived, which is not sent again', async () => {
    await world.subscribe(memberId);
    world.service.answers = 503;
    await keyRemoved();
    await world.deliver();
    const { notifications } = await listNotifications(world.database, memberId, {
      limit: 1,
      offset: 0,
    });
    const { id } = notifications[0]!;
    await world.database.transaction((tx) => markRead(tx, { memberId, id }, world.clock.now()));
    world.clock.advance(MINUTE_MS);
    await world.deliver();
    const lastError = 'the notice was read before';
    expect(await newestRecord()).toMatchObject({ state: 'failed', lastError });
    expect(await sendAgain((await newestRecord()).id)).toBe(false);
  });
});

describe('the yield of a day', () => {
  const MIDNIGHT = Date.parse('2026-11-24T00:00:00Z');
  const pay = (asset: string, amount: string, dueAt: number) =>
    write((tx) => addYields(tx, [{ memberId, asset, amount: decimal<Amount>(amount), dueAt }]));
  const yieldNotices = async () =>
    (await listNotifications(world.database, memberId, { limit: 10, offset: 0, group: 'yield' }))
      .notifications;

  it('is reported in one notice with its sum, however many orders of however many products paid', async () => {
    for (let order = 0; order < 100; order += 1) await pay('USDT', '0.0212', MIDNIGHT);
    await pay('BTC', '0.001', MIDNIGHT - HOUR_MS);
    world.clock.set(MIDNIGHT + MINUTE_MS);
    await world.notifyYields();
    expect(await yieldNotices()).toEqual([]);
    world.clock.set(MIDNIGHT + 6 * MINUTE_MS);
    await Promise.all([world.notifyYields(), world.notifyYields(), world.notifyYields()]);
    const values = {
      day: '2026-11-23',
      funds: '0.001 BTC, 2.12 USDT',
      some: '0.001 BTC, 2.12 USDT',
    };
    expect(await yieldNotices()).toMatchObject([{ kind: 'yield.paid', values }]);
  });

  it('waits for the end of its day', async () => {
    world.clock.set(MIDNIGHT + 6 * MINUTE_MS);
    await pay('USDT', '1', MIDNIGHT + MINUTE_MS);
    await world.notifyYields();
    expect(await yieldNotices()).toEqual([]);
  });
});

describe('quiet hours', () => {
  it('hold emails and pushes back to their end, and let security through', async () => {
    await world.subscribe(memberId);
    const night = { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' };
    await changeQuietHours(world.preferences, memberId, night);
    world.clock.set(Date.parse('2026-11-23T23:30:00Z'));
    await withdrawn();
    await keyRemoved();
    await world.deliver();
    expect(pushes().map(({ title }) => title)).toEqual(['API key deleted: bot']);
    expect(await world.emailsTo(memberId)).toHaveLength(1);
    world.clock.set(Date.parse('2026-11-24T05:59:59Z'));
    await world.deliver();
    expect(pushes()).toHaveLength(1);
    world.clock.set(Date.parse('2026-11-24T06:00:00Z'));
    await world.deliver();
    expect(pushes()).toHaveLength(2);
    expect(await world.emailsTo(memberId)).toHaveLength(2);
  });
});

describe('a fill of an order', () => {
  const filled = () =>
    write((tx) =>
      notify(
        tx,
        {
          memberId,
          kind: 'spot.bought',
          about: { kind: 'spot', id: 7 },
          values: { market: 'BTC/USDT', base: 'BTC', quote: 'USDT', quantity: '1', price: '64000' },
        },
        world.clock.now(),
      ),
    );

  it('comes to devices, and by email once the member has switched that on', async () => {
    await world.subscribe(memberId);
    await filled();
    await world.deliver();
    expect(pushes()).toMatchObject([{ title: 'Spot orders', tag: 'spot' }]);
    expect(await world.emailsTo(memberId)).toEqual([]);
    const email = { category: 'spot', channel: 'email', isOn: true } as const;
    await changeSwitch(world.preferences, memberId, email);
    await filled();
    await world.deliver();
    expect(pushes()).toHaveLength(2);
    const [first, ...more] = await world.emailsTo(memberId);
    expect([first!.subject, more]).toEqual(['Tern: Bought 1.00 BTC', []]);
  });
});

describe('an answer of support', () => {
  it('that is read before the end of quiet hours leaves the app by no channel', async () => {
    await world.subscribe(memberId);
    const night = { from: '22:00', until: '07:00', timeZone: 'UTC' };
    await changeQuietHours(world.preferences, memberId, night);
    world.clock.set(Date.parse('2026-11-23T23:30:00Z'));
    const answered = (id: number) =>
      write((tx) => {
        const about = { kind: 'service', id };
        return notify(
          tx,
          { memberId, kind: 'service.answered', about, values: {} },
          world.clock.now(),
        );
      });
    await answered(1);
    await answered(2);
    await world.deliver();
    expect(pushes()).toEqual([]);
    const read = { memberId, about: { kind: 'service', id: 1 } };
    await write((tx) => markReadAbout(tx, read, world.clock.now()));
    world.clock.set(Date.parse('2026-11-24T07:00:00Z'));
    await world.deliver();
    expect(pushes()).toMatchObject([{ title: 'Service has answered you' }]);
    expect(await world.emailsTo(memberId)).toHaveLength(1);
  });
});

describe('several instances that deliver at the same time', () => {
  it('send each notice once by email and once to each device', async () => {
    await world.subscribe(memberId);
    await world.subscribe(memberId);
    for (let count = 0; count < 6; count += 1) await keyRemoved();
    await Promise.all(Array.from({ length: 5 }, () => world.deliver()));
    expect(await world.emailsTo(memberId)).toHaveLength(6);
    expect(world.service.received).toHaveLength(12);
    const tags = world.service.received.map(({ device, content }) => `${device} ${content.tag}`);
    expect(new Set(tags).size).toBe(12);
    expect(await world.waitingFor(memberId)).toEqual([]);
  });
});
