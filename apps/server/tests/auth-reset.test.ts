import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authCalls,
  type MemberWorld,
  memberWorld,
  PASSWORD,
  profileCalls,
} from './support/member-world.ts';
import { provePhoneOf } from './support/members.ts';

let world: MemberWorld;

beforeAll(async () => {
  world = await memberWorld();
});

afterAll(() => world.close());

const NEW_PASSWORD = 'another shore 8';
const HOURS = 3_600_000;
const MINUTE = 60_000;

async function reset(email: string, emailCode: string, passWord = NEW_PASSWORD) {
  const fields = { email, emailCode, passWord, ...(await world.captcha()) };
  return world.call(authCalls.resetPwd, fields);
}

describe('a reset by e-mail', () => {
  it('sets the password, ends the session and blocks withdrawals for 24 hours', async () => {
    const who = await world.register();
    world.clock.advance(MINUTE);
    const done = await reset(who.email, await world.emailCode(who.email));
    expect(done.code).toBe(0);
    const old = await world.call(profileCalls.getUserInfo, {}, { token: who.token });
    expect(old.code).toBe(4016);
    expect((await world.login(who.email, PASSWORD)).code).toBe(4002);
    const { code, data } = await world.login(who.email, NEW_PASSWORD);
    expect(code).toBe(0);
    const until = new Date(world.clock.now() + 24 * HOURS).toISOString();
    expect(data.user.withdrawalsBlockedUntil).toBe(until);
  });

  it('unlocks an account locked by wrong attempts', async () => {
    const who = await world.register();
    for (let tries = 0; tries < 10; tries += 1) {
      await world.login(who.email, 'wrong guess', `203.0.113.${tries}`);
    }
    world.clock.advance(MINUTE);
    await reset(who.email, await world.emailCode(who.email));
    expect((await world.login(who.email, NEW_PASSWORD, '203.0.113.99')).code).toBe(0);
  });

  it('reveals that there is no account only to the owner of a right code', async () => {
    const email = 'no-account@example.com';
    expect((await reset(email, '123456')).code).toBe(4009);
    expect((await reset(email, await world.emailCode(email, 'resetPassword'))).code).toBe(4010);
  });

  it('refuses a weak password before consuming the code', async () => {
    const who = await world.register();
    world.clock.advance(MINUTE);
    const code = await world.emailCode(who.email);
    expect((await reset(who.email, code, 'iloveyou')).code).toBe(5015);
    expect((await reset(who.email, code)).code).toBe(0);
  });

  it('refuses the code of another address, and a wrong captcha', async () => {
    const [one, two] = [await world.register(), await world.register()];
    world.clock.advance(MINUTE);
    const code = await world.emailCode(one.email);
    expect((await reset(two.email, code)).code).toBe(4009);
    const fields = { email: one.email, emailCode: code, passWord: NEW_PASSWORD };
    const { captchaId } = await world.captcha();
    const wrong = await world.call(authCalls.resetPwd, { ...fields, captchaId, captcha: 'NOPE' });
    expect(wrong.code).toBe(4005);
    expect((await reset(one.email, code)).code).toBe(0);
  });

  it('refuses an invalid e-mail address', async () => {
    expect((await reset('nope', '123456')).code).toBe(4003);
  });

  it('happens once for concurrent requests with one code', async () => {
    const who = await world.register();
    world.clock.advance(MINUTE);
    const code = await world.emailCode(who.email);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => reset(who.email, code)));
    const codes = outcomes.map((outcome) => outcome.code);
    expect(codes.filter((each) => each === 0)).toHaveLength(1);
    expect(codes.filter((each) => each === 4009)).toHaveLength(5);
  });
});

describe('a reset by phone', () => {
  const resetByPhone = async (phone: string, smsCode: string) =>
    world.call(authCalls.resetPwdByPhone, {
      phone,
      countryCode: '+86',
      smsCode,
      passWord: NEW_PASSWORD,
      ...(await world.captcha()),
    });

  it('sets the password with a code sent to the phone', async () => {
    const who = await world.register();
    await provePhoneOf(world.database, who.memberId);
    expect((await resetByPhone(who.phone, await world.phoneCode(who.phone))).code).toBe(0);
    expect((await world.login(who.phone, NEW_PASSWORD)).code).toBe(0);
  });

  it('refuses a code sent by e-mail', async () => {
    const who = await world.register();
    world.clock.advance(MINUTE);
    const code = await world.emailCode(who.email);
    expect((await resetByPhone(who.phone, code)).code).toBe(4009);
  });

  it('is answered with 4010 for a phone without an account and a right code', async () => {
    const phone = '13877776666';
    expect((await resetByPhone(phone, await world.phoneCode(phone))).code).toBe(4010);
  });
});
