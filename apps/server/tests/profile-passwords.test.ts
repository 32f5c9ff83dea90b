import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MemberWorld, memberWorld, PASSWORD, profileCalls } from './support/member-world.ts';

let world: MemberWorld;

beforeAll(async () => {
  world = await memberWorld();
});

afterAll(() => world.close());

const NEW_PASSWORD = 'another shore 8';
const HOUR = 3_600_000;

const userInfo = (token: string) => world.call(profileCalls.getUserInfo, {}, { token });

describe('a change of the login password', () => {
  const change = (token: string, password: string, newPassword = NEW_PASSWORD) =>
    world.call(profileCalls.changePassword, { password, newPassword }, { token });

  it('ends the session and blocks withdrawals for 24 hours', async () => {
    const who = await world.register();
    const { code, data } = await change(who.token, PASSWORD);
    expect(code).toBe(0);
    expect(Date.parse(data.withdrawalsBlockedUntil)).toBe(world.clock.now() + 24 * HOUR);
    expect((await userInfo(who.token)).code).toBe(4016);
    expect((await world.login(who.email, PASSWORD)).code).toBe(4002);
    const again = await world.login(who.email, NEW_PASSWORD);
    expect(again.data.user.withdrawalsBlockedUntil).toBe(data.withdrawalsBlockedUntil);
  });

  it('needs the old password and changes nothing without it', async () => {
    const who = await world.register();
    expect((await change(who.token, 'not the password')).code).toBe(4011);
    const own = await userInfo(who.token);
    expect(own.data.userInfo.withdrawalsBlockedUntil).toBeNull();
    expect((await world.login(who.email)).code).toBe(0);
  });

  it('refuses a weak new password', async () => {
    const who = await world.register();
    expect((await change(who.token, PASSWORD, 'short')).code).toBe(5015);
    expect((await change(who.token, PASSWORD, 'Qwerty123')).code).toBe(5015);
  });

  it('refuses the current password as the new one, and names the field', async () => {
    const who = await world.register();
    const same = await change(who.token, PASSWORD, PASSWORD);
    expect(same).toMatchObject({ code: 5015, refused: { fields: ['newPassword'] } });
    expect((await userInfo(who.token)).code).toBe(0);
  });

  it('allows ten wrong attempts at the old one', async () => {
    const who = await world.register();
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await change(who.token, 'wrong guess')).code).toBe(4011);
    }
    expect((await change(who.token, PASSWORD)).code).toBe(4024);
  });

  it('happens once for concurrent requests', async () => {
    const who = await world.register();
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, (_, index) => change(who.token, PASSWORD, `new shore ${index} 9`)),
    );
    expect(outcomes.filter((outcome) => outcome.code === 0)).toHaveLength(1);
  });
});

describe('the withdrawal password', () => {
  const set = (token: string, password: string, proof: object = {}) =>
    world.call(profileCalls.changePayPassword, { password, ...proof }, { token });
  const memberWithPassword = async (pay: string) => {
    const who = await world.register();
    await set(who.token, pay, { loginPassword: PASSWORD });
    return who;
  };

  it('is first set with the login password', async () => {
    const who = await world.register();
    expect((await set(who.token, '279015')).code).toBe(5010);
    const wrong = await set(who.token, '279015', { loginPassword: 'not the password' });
    expect(wrong.code).toBe(4011);
    expect((await userInfo(who.token)).data.userInfo.hasPayPassword).toBe(false);
    const guessed = await set(who.token, '123456', { loginPassword: PASSWORD });
    expect(guessed).toMatchObject({ code: 5015, refused: { fields: ['password'] } });
    expect((await set(who.token, '279015', { loginPassword: PASSWORD })).code).toBe(0);
    expect((await userInfo(who.token)).data.userInfo.hasPayPassword).toBe(true);
  });

  it('has six digits', async () => {
    const who = await world.register();
    for (const password of ['', '12345', '1234567', '12345a', '１２３４５６']) {
      const outcome = await set(who.token, password, { loginPassword: PASSWORD });
      expect(outcome).toMatchObject({ code: 5001, refused: { fields: ['password'] } });
    }
  });

  it('is changed with the old one, not with the login password', async () => {
    const who = await memberWithPassword('279015');
    expect((await set(who.token, '371964', { loginPassword: PASSWORD })).code).toBe(4012);
    expect((await set(who.token, '371964', { oldPassword: '279015' })).code).toBe(0);
    expect((await set(who.token, '846203', { oldPassword: '279015' })).code).toBe(4012);
    expect((await set(who.token, '846203', { oldPassword: '371964' })).code).toBe(0);
  });

  it('counts wrong tries down, locks for an hour after five, and opens again', async () => {
    const who = await memberWithPassword('279015');
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const wrong = await set(who.token, '371964', { oldPassword: '999999' });
      expect(wrong).toMatchObject({ code: 4012, refused: { data: { triesLeft } } });
    }
    const until = new Date(world.clock.now() + HOUR).toISOString();
    const locked = await set(who.token, '371964', { oldPassword: '279015' });
    expect(locked).toMatchObject({ code: 5009, refused: { data: { until } } });
    world.clock.advance(HOUR - 1);
    expect((await set(who.token, '371964', { oldPassword: '279015' })).code).toBe(5009);
    world.clock.advance(1);
    const first = await set(who.token, '371964', { oldPassword: '999999' });
    expect(first).toMatchObject({ code: 4012, refused: { data: { triesLeft: 4 } } });
    expect((await set(who.token, '371964', { oldPassword: '279015' })).code).toBe(0);
  });

  it('resets wrong attempts after a right one', async () => {
    const who = await memberWithPassword('279015');
    for (let tries = 0; tries < 4; tries += 1) {
      await set(who.token, '371964', { oldPassword: '999999' });
    }
    expect((await set(who.token, '371964', { oldPassword: '279015' })).code).toBe(0);
    const wrong = await set(who.token, '846203', { oldPassword: '999999' });
    expect(wrong).toMatchObject({ code: 4012, refused: { data: { triesLeft: 4 } } });
  });

  it('cannot be guessed faster by parallel attempts', async () => {
    const who = await memberWithPassword('279015');
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => set(who.token, '371964', { oldPassword: '999999' })),
    );
    const codes = outcomes.map((outcome) => outcome.code);
    expect(codes.filter((code) => code === 4012)).toHaveLength(5);
    expect(codes.filter((code) => code === 5009)).toHaveLength(7);
  });

  it('is set once by two concurrent requests', async () => {
    const who = await world.register();
    const outcomes = await Promise.all(
      ['371964', '846203'].map((pay) => set(who.token, pay, { loginPassword: PASSWORD })),
    );
    expect(outcomes.map((outcome) => outcome.code).sort((a, b) => a - b)).toEqual([0, 4012]);
  });
});

describe('a forgotten withdrawal password', () => {
  const HOURS = 3_600_000;

  async function memberWithPayPassword() {
    const who = await world.register();
    const input = { password: '135790', loginPassword: PASSWORD };
    await world.call(profileCalls.changePayPassword, input, { token: who.token });
    world.clock.advance(61_000);
    return who;
  }
  const reset = (token: string, over: object) => {
    const input = { password: '246802', loginPassword: PASSWORD, emailCode: '000000', ...over };
    return world.call(profileCalls.resetPayPassword, input, { token });
  };

  it('is reset with the login password and an e-mail code; withdrawals then wait 24 hours', async () => {
    const who = await memberWithPayPassword();
    const { token } = who;
    const { code, data } = await reset(token, { emailCode: await world.payPasswordCode(who) });
    expect(code).toBe(0);
    const until = new Date(world.clock.now() + 24 * HOURS).toISOString();
    expect(data.withdrawalsBlockedUntil).toBe(until);
    const own = await world.call(profileCalls.getUserInfo, {}, { token });
    expect(own.data.userInfo.withdrawalsBlockedUntil).toBe(until);
    // The new password is now the old one.
    const change = { password: '905713', oldPassword: '246802' };
    expect((await world.call(profileCalls.changePayPassword, change, { token })).code).toBe(0);
  });

  it('is reported to the owner with a link', async () => {
    const who = await memberWithPayPassword();
    const { email, token } = who;
    await reset(token, { emailCode: await world.payPasswordCode(who) });
    await expect
      .poll(() => world.messages().filter(({ to, purpose }) => to === email && purpose === 'alert'))
      .toHaveLength(1);
  });

  it('can be reset while wrong attempts lock it', async () => {
    const who = await memberWithPayPassword();
    const { token } = who;
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = { password: '905713', oldPassword: '000000' };
      await world.call(profileCalls.changePayPassword, wrong, { token });
    }
    expect((await reset(token, { emailCode: await world.payPasswordCode(who) })).code).toBe(0);
    const change = { password: '905713', oldPassword: '246802' };
    expect((await world.call(profileCalls.changePayPassword, change, { token })).code).toBe(0);
  });

  it('is not reset with only one of the two, and the code is not consumed', async () => {
    const who = await memberWithPayPassword();
    const { token } = who;
    const emailCode = await world.payPasswordCode(who);
    expect(
      (await reset(token, { emailCode: emailCode === '000000' ? '111111' : '000000' })).code,
    ).toBe(4009);
    expect((await reset(token, { emailCode, loginPassword: 'a guess at it' })).code).toBe(4011);
    expect((await reset(token, { emailCode, password: '12345' })).code).toBe(5001);
    expect((await reset(token, { emailCode })).code).toBe(0);
    expect((await reset(token, { emailCode })).code).toBe(4009);
  });
});

describe('what a member arranged in the app', () => {
  it('is kept with the account; what is absent stays, and the last write wins', async () => {
    const { token } = await world.register();
    const read = async () =>
      (await world.call(profileCalls.preferences, {}, { token })).data.preferences;
    const set = (input: { favourites?: string[]; tiles?: string[] }) =>
      world.call(profileCalls.setPreferences, input, { token });
    expect(await read()).toEqual({ favourites: null, tiles: null });
    await set({ favourites: ['btcusdt', 'ethusdt'] });
    await set({ tiles: ['/pages/loan/loan'] });
    await set({ favourites: [] });
    expect(await read()).toEqual({ favourites: [], tiles: ['/pages/loan/loan'] });
  });
});
