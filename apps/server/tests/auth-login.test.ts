import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_ENDED } from '../src/kernel/events/live-feed.ts';
import { int8 } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import {
  authCalls,
  type MemberWorld,
  memberWorld,
  PASSWORD,
  profileCalls,
} from './support/member-world.ts';
import { turns } from './support/pass-time.ts';

const removeSession = defineStatement({
  name: 'test.removeSession',
  text: 'delete from auth_sessions where member_id = $1',
  params: [int8],
});
let world: MemberWorld;

beforeAll(async () => {
  world = await memberWorld();
});

afterAll(() => world.close());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ban = defineStatement({
  name: 'test.ban',
  text: 'update members set is_banned = true where id = $1',
  params: [int8],
});
const freeze = defineStatement({
  name: 'test.freeze',
  text: 'update members set is_frozen = true where id = $1',
  params: [int8],
});
const whoIs = async (token: string) =>
  (await world.call(profileCalls.getUserInfo, {}, { token })).code;
let addresses = 0;
const newAddress = () => `198.51.100.${(addresses += 1)}`;

describe('an identifier', () => {
  it('has one reading at registration, login, codes and resets, however it is typed', async () => {
    const wide = (text: string) =>
      [...text].map((each) => String.fromCodePoint(each.codePointAt(0)! + 0xfee0)).join('');
    const stored = 'gruen@xn--bcher-kva.example';
    const code = await world.emailCode(stored, 'register');
    const { memberId } = await world.register({
      email: ' Gruen@B\u00fccher.example',
      phone: '+86 (0)138 7777 0001',
      smsCode: `${wide(code.slice(0, 3))} ${code.slice(3)}`,
      invitationCode: `${wide('TERN')} 01`,
    });
    const names = [
      stored,
      'gruen@bu\u0308cher.example',
      `+86 ${wide('13877770001')}`,
      '0086 (0)138-7777-0001',
      '013877770001',
    ];
    for (const name of names) {
      const { code: answer, data } = await world.login(name);
      expect([name, answer, data.user?.ID]).toEqual([name, 0, memberId]);
    }
    world.clock.advance(60_000);
    const sent = await world.emailCode(stored, 'resetPassword');
    const reset = {
      email: 'gruen@B\u00fccher.example',
      emailCode: wide(sent),
      passWord: 'another sea 9 blue',
      ...(await world.captcha()),
    };
    expect((await world.call(authCalls.resetPwd, reset)).code).toBe(0);
  });
});

describe('login', () => {
  it.each([
    ['the e-mail address', (who: { email: string }) => who.email],
    ['the e-mail address in capitals', (who: { email: string }) => who.email.toUpperCase()],
    ['the phone', (who: { phone: string }) => who.phone],
    ['the phone with its country code', (who: { phone: string }) => `+86 ${who.phone}`],
    ['the phone with 0086', (who: { phone: string }) => `0086${who.phone}`],
    ['the phone with 86', (who: { phone: string }) => `86${who.phone}`],
  ])('works with %s', async (_name, nameOf) => {
    const who = await world.register();
    const { code, data } = await world.login(nameOf(who));
    expect(code).toBe(0);
    expect(data.user.email).toBe(who.email);
  });

  it('does not confuse the phone with the same number of another country', async () => {
    const who = await world.register();
    expect((await world.login(`+1${who.phone}`)).code).toBe(4002);
  });

  it('gives an unknown account and a wrong password the same answer', async () => {
    const who = await world.register();
    const wrong = await world.login(who.email, 'not the password', newAddress());
    const unknown = await world.login('who@example.com', 'not the password', newAddress());
    expect(wrong.code).toBe(4002);
    expect(unknown).toEqual(wrong);
  });

  it('reveals a ban only after the right password', async () => {
    const who = await world.register();
    await world.owner.transaction((tx) => tx.run(ban, [who.memberId]));
    expect((await world.login(who.email, 'not the password', newAddress())).code).toBe(4002);
    expect((await world.login(who.email, PASSWORD, newAddress())).code).toBe(4007);
  });

  it('lets a frozen member log in and reports the freeze', async () => {
    const who = await world.register();
    await world.owner.transaction((tx) => tx.run(freeze, [who.memberId]));
    const { code, data } = await world.login(who.email);
    expect(code).toBe(0);
    expect(data.user.frozen).toBe(true);
  });
});

describe('guessing a password', () => {
  it('is blocked for fifteen minutes after ten failures of one account from any address', async () => {
    const who = await world.register();
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await world.login(who.email, 'wrong guess', newAddress())).code).toBe(4002);
      world.clock.advance(1_000);
    }
    const eleventh = await world.login(who.phone, PASSWORD, newAddress());
    expect(eleventh).toMatchObject({ code: 4024, refused: { data: { seconds: 890 } } });
    world.clock.advance(889_000);
    expect((await world.login(who.email, PASSWORD, newAddress())).code).toBe(4024);
    world.clock.advance(1_000);
    expect((await world.login(who.email, PASSWORD, newAddress())).code).toBe(0);
  });

  it('is blocked after ten failures from one address for any account', async () => {
    const who = await world.register();
    const address = newAddress();
    for (let tries = 0; tries < 10; tries += 1) {
      await world.login(`stranger${tries}@example.com`, 'wrong guess', address);
    }
    expect((await world.login(who.email, PASSWORD, address)).code).toBe(4024);
    expect((await world.login(who.email, PASSWORD, newAddress())).code).toBe(0);
  });

  it('is blocked for unknown accounts too', async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      await world.login('ghost@example.com', 'wrong guess', newAddress());
    }
    expect((await world.login('Ghost@example.com', 'wrong guess', newAddress())).code).toBe(4024);
  });

  it('cannot be sped up by parallel attempts', async () => {
    const who = await world.register();
    const outcomes = await Promise.all(
      Array.from({ length: 25 }, () => world.login(who.email, 'wrong guess', newAddress())),
    );
    const codes = outcomes.map((outcome) => outcome.code);
    expect(codes.filter((code) => code === 4002)).toHaveLength(10);
    expect(codes.filter((code) => code === 4024)).toHaveLength(15);
  });

  it('does not block concurrent right logins', async () => {
    const address = newAddress();
    const people = [];
    for (let index = 0; index < 12; index += 1) people.push(await world.register());
    const outcomes = await Promise.all(
      people.map((who) => world.login(who.email, PASSWORD, address)),
    );
    expect(outcomes.map((outcome) => outcome.code)).toEqual(people.map(() => 0));
    expect((await world.login(people[0]!.email, PASSWORD, address)).code).toBe(0);
  });
});

describe('a session', () => {
  it('is required by the calls of members', async () => {
    expect(await whoIs('')).toBe(4015);
    expect(await whoIs('not a token')).toBe(4015);
    expect(await whoIs('A'.repeat(43))).toBe(4016);
  });

  it('ends immediately when the member logs in elsewhere, and the device is notified', async () => {
    const who = await world.register();
    const messages: unknown[] = [];
    const stop = world.bus.subscribe(SESSION_ENDED, (message) => messages.push(message));
    expect(await whoIs(who.token)).toBe(0);
    const { data } = await world.login(who.email);
    expect(await whoIs(who.token)).toBe(4016);
    expect(await whoIs(data.token)).toBe(0);
    stop();
    expect(messages).toEqual([
      { memberId: who.memberId, sessionId: expect.any(Number), code: 4016 },
    ]);
  });

  it('is the only one after concurrent logins', async () => {
    const who = await world.register();
    const logins = await Promise.all(
      Array.from({ length: 6 }, () => world.login(who.email, PASSWORD, newAddress())),
    );
    expect(logins.map((login) => login.code)).toEqual([0, 0, 0, 0, 0, 0]);
    const answers = await Promise.all(logins.map((login) => whoIs(login.data.token)));
    expect(answers.filter((code) => code === 0)).toHaveLength(1);
    expect(answers.filter((code) => code === 4016)).toHaveLength(5);
  });

  it('ends with logout, and that token never works again', async () => {
    const who = await world.register();
    expect((await world.call(authCalls.logout, {}, { token: who.token })).code).toBe(0);
    expect(await whoIs(who.token)).toBe(4016);
    expect((await world.call(authCalls.logout, {}, { token: who.token })).code).toBe(4016);
  });

  it('lasts seven days after its last use', async () => {
    const who = await world.register();
    world.clock.advance(6 * DAY);
    expect(await whoIs(who.token)).toBe(0);
    world.clock.advance(6 * DAY);
    expect(await whoIs(who.token)).toBe(0);
    world.clock.advance(7 * DAY);
    expect(await whoIs(who.token)).toBe(4017);
  });

  it('cannot be renewed after its end', async () => {
    const who = await world.register();
    world.clock.advance(7 * DAY + 1);
    expect(await whoIs(who.token)).toBe(4017);
    expect(await whoIs(who.token)).toBe(4017);
  });

  it('ends within a second even if its end was not announced to this process', async () => {
    const who = await world.register();
    expect(await whoIs(who.token)).toBe(0);
    await world.owner.transaction((tx) => tx.run(removeSession, [who.memberId]));
    world.clock.advance(1_000);
    await turns();
    expect(await whoIs(who.token)).toBe(4016);
  });

  it('is refreshed in the background while in use', async () => {
    const who = await world.register();
    expect(await whoIs(who.token)).toBe(0);
    await world.owner.transaction((tx) => tx.run(removeSession, [who.memberId]));
    world.clock.advance(800);
    expect(await whoIs(who.token)).toBe(0);
    await expect.poll(() => whoIs(who.token)).toBe(4016);
  });

  it('is renewed in one statement with others used at the same time', async () => {
    const members = [await world.register(), await world.register(), await world.register()];
    world.clock.advance(6 * DAY);
    const codes = await Promise.all(members.map(({ token }) => whoIs(token)));
    expect(codes).toEqual([0, 0, 0]);
    world.clock.advance(6 * DAY);
    for (const { token } of members) expect(await whoIs(token)).toBe(0);
  });
});

describe('a session ended by another login', () => {
  const CHROME =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
  const endOf = (token: string) => world.call(authCalls.endedSession, { token });

  it('lets its device read when, where and by which device it was ended', async () => {
    const who = await world.register();
    const input = { username: who.email, password: PASSWORD, ...(await world.captcha()) };
    const sender = { address: '::ffff:203.0.113.7', userAgent: CHROME };
    await world.call(authCalls.login, input, sender);
    expect((await endOf(who.token)).data).toEqual({
      cause: 'login',
      address: '203.0.113.•',
      device: 'Chrome, Windows',
      endedAt: new Date(world.clock.now()).toISOString(),
    });
  });

  it('reveals nothing to others, nor about an active session', async () => {
    const who = await world.register();
    expect((await endOf(who.token)).code).toBe(5007);
    expect((await endOf('A'.repeat(43))).code).toBe(5007);
    expect((await endOf('')).code).toBe(5007);
  });

  it('names no device if a program logged in', async () => {
    const who = await world.register();
    await world.login(who.email);
    expect((await endOf(who.token)).data).toMatchObject({ device: '', address: '192.0.2.•' });
  });
});
