import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from './support/market.ts';
import { PASSWORD, type Person } from './support/people.ts';
import { type PushService, startPushService } from './support/push-service.ts';
import { startServer, type TestServer } from './support/server.ts';
import { int8 } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';

const clock = manualClock();
let server: TestServer;
let service: PushService;
let person: Person;

beforeAll(async () => {
  service = await startPushService();
  server = await startServer({ clock, prices: 'still', morePushServices: [service.origin] });
});
afterAll(async () => {
  await server?.stop();
  await service?.close();
});
beforeEach(async () => {
  person = await server.register();
});

const preferences = () =>
  server.api.data('GET /notice/getPreferences', {}, { token: person.token });
const isOn = async (category: string, channel: string) =>
  (await preferences()).switches.find(
    (each) => each.category === category && each.channel === channel,
  )?.isOn;

const unlock = defineStatement({
  name: 'test.unlockSecurity',
  text: `insert into notification_switches (member_id, category, channel, is_on, updated_at)
    values ($1, 'security', 'email', false, now())`,
  params: [int8],
});

describe('a member', () => {
  it('starts with what is worth knowing immediately, and with everything about security', async () => {
    const { switches, quiet, showsDetails, devices } = await preferences();
    const on = switches.filter((each) => each.isOn);
    expect(on.map(({ category, channel }) => `${category} ${channel}`)).toEqual([
      'security push',
      'security email',
      'money push',
      'money email',
      'loans push',
      'loans email',
      'contracts push',
      'spot push',
      'prices push',
      'prices email',
      'service push',
      'service email',
      'news push',
    ]);
    const locked = switches.filter((each) => each.isLocked);
    expect(locked.map(({ category, channel }) => `${category} ${channel}`)).toEqual([
      'security push',
      'security email',
      'loans email',
    ]);
    expect([quiet, showsDetails, devices]).toEqual([null, false, 0]);
  });

  it('switches a category for one channel, which stays for the next login', async () => {
    const input = { category: 'yield', channel: 'email', isOn: true } as const;
    const { token } = person;
    const after = await server.api.data('POST /notice/setSwitch', input, { token });
    expect(after.switches).toContainEqual({ ...input, isLocked: false });
    person.token = (await server.login(person)).token;
    expect([await isOn('yield', 'email'), await isOn('yield', 'push')]).toEqual([true, false]);
    const stranger = { token: (await server.register()).token };
    const theirs = await server.api.data('GET /notice/getPreferences', {}, stranger);
    expect(theirs.switches).toContainEqual({ ...input, isOn: false, isLocked: false });
  });

  it.each([
    ['security', 'push'],
    ['security', 'email'],
    ['loans', 'email'],
  ] as const)('cannot switch off %s by %s', async (category, channel) => {
    const input = { category, channel, isOn: false };
    const answer = await server.api.call('POST /notice/setSwitch', input, { token: person.token });
    expect(answer.code).toBe(5028);
    expect(await isOn(category, channel)).toBe(true);
  });

  it('cannot lose the emails about security by a fault of the server either', async () => {
    const write = server.fresh.database.transaction((tx) => tx.run(unlock, [person.memberId]));
    await expect(write).rejects.toThrow(/notification_switches_locked/);
  });

  it('sets quiet hours in their time zone, and gets the name of a wrong field', async () => {
    const { token } = person;
    const set = (input: object) =>
      server.api.call('POST /notice/setQuietHours', input as never, { token });
    const night = { from: '22:00', until: '07:00' };
    expect(await set({ ...night, timeZone: 'Asia/Tokyo' })).toMatchObject({ code: 0 });
    expect(await preferences()).toMatchObject({ quiet: night, timeZone: 'Asia/Tokyo' });
    const wrong = [
      [{ ...night, timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ from: '22:00', until: '22:00', timeZone: 'UTC' }, 'until'],
      [{ from: '22:00', timeZone: 'UTC' }, 'until'],
      [{ from: '25:00', until: '07:00', timeZone: 'UTC' }, 'from'],
    ] as const;
    for (const [input, field] of wrong) {
      const { code, data } = await set(input);
      expect([code, (data as { fields?: string[] }).fields]).toEqual([5001, [field]]);
    }
    expect(await preferences()).toMatchObject({ quiet: night });
    await set({ timeZone: 'Asia/Tokyo' });
    expect(await preferences()).toMatchObject({ quiet: null });
  });

  it('adds a browser only of a known push service, and with keys that can be encrypted for', async () => {
    const { token } = person;
    const device = service.device();
    const add = (over: object) =>
      server.api.call('POST /notice/addPushDevice', { ...device, ...over }, { token });
    for (const endpoint of [
      'http://169.254.169.254/latest',
      'http://localhost:5432/',
      'https://fcm.googleapis.com.evil.test/x',
      'https://user@fcm.googleapis.com/x',
      'not an address',
    ]) {
      expect((await add({ endpoint })).code).toBe(5001);
    }
    expect((await add({ p256dh: 'AAAA' })).code).toBe(5001);
    expect((await add({ auth: 'AAAA' })).code).toBe(5001);
    expect((await preferences()).devices).toBe(0);
    expect((await add({})).code).toBe(0);
    expect((await add({})).code).toBe(0);
    expect((await preferences()).devices).toBe(1);
  });

  it('removes this browser, or every other one; a stranger can remove neither', async () => {
    const { token } = person;
    const [mine, other] = [service.device(), service.device()];
    for (const device of [mine, other]) {
      await server.api.data('POST /notice/addPushDevice', device, { token });
    }
    const stranger = { token: (await server.register()).token };
    const input = { endpoint: mine.endpoint };
    await server.api.data('POST /notice/removePushDevice', input, stranger);
    expect((await preferences()).devices).toBe(2);
    await server.api.data('POST /notice/removeOtherPushDevices', input, { token });
    expect((await preferences()).devices).toBe(1);
    await server.api.data('POST /notice/removePushDevice', input, { token });
    expect((await preferences()).devices).toBe(0);
  });

  it('loses the pushes of every browser with a new password, like the sessions', async () => {
    const { token } = person;
    await server.api.data('POST /notice/addPushDevice', service.device(), { token });
    const change = { password: PASSWORD, newPassword: 'another shore 8' };
    await server.api.data('POST /user/changePassword', change, { token });
    person.token = (await server.login(person, 'another shore 8')).token;
    expect((await preferences()).devices).toBe(0);
  });

  it('receives the push of a whole server, whose key survives a restart', async () => {
    const { pushKey } = await preferences();
    await server.api.data('POST /notice/addPushDevice', service.device(), { token: person.token });
    await server.restart();
    expect((await preferences()).pushKey).toBe(pushKey);
    const set = { password: '135790', loginPassword: PASSWORD };
    await server.api.data('POST /user/changePayPassword', set, { token: person.token });
    await expect
      .poll(() => service.received.map(({ content }) => content.title))
      .toContain('Withdrawal password set');
  });
});
