/** An unproven phone cannot be used to take over an account, and the owner can stop every reset. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setPassword, setPayPassword } from '../src/kernel/members/change-members.ts';
import {
  type ListedMessage,
  listOutgoingMessages,
} from '../src/kernel/messaging/list-outgoing-messages.ts';
import { memberById } from '../src/kernel/members/members.ts';
import { listNotifications } from '../src/kernel/messaging/read-notifications.ts';
import {
  authCalls,
  type MemberWorld,
  memberWorld,
  PASSWORD,
  profileCalls,
} from './support/member-world.ts';

let world: MemberWorld;

beforeAll(async () => {
  world = await memberWorld();
});

afterAll(() => world.close());

const NEW_PASSWORD = 'another shore 8';
const HOUR = 3_600_000;
const MINUTE = 60_000;

type Registered = Awaited<ReturnType<MemberWorld['register']>>;

const resetByPhone = async (phone: string, smsCode: string, passWord = NEW_PASSWORD) =>
  world.call(authCalls.resetPwdByPhone, {
    phone,
    countryCode: '+86',
    smsCode,
    passWord,
    ...(await world.captcha()),
  });

/** Each from another network: one may not ask for so many codes in a day. */
let resets = 0;
const resetByEmail = async (email: string, passWord = NEW_PASSWORD) => {
  world.clock.advance(MINUTE);
  resets += 1;
  const emailCode = await world.emailCode(email, 'resetPassword', `198.51.100.${resets}`);
  const fields = { email, emailCode, passWord, ...(await world.captcha()) };
  return world.call(authCalls.resetPwd, fields);
};

const prove = async (who: Registered, over: { phone?: string; loginPassword?: string } = {}) => {
  const { phone = who.phone, loginPassword = PASSWORD } = over;
  world.clock.advance(MINUTE);
  const smsCode = await world.phoneCode(phone, who.token);
  const input = { phone, countryCode: '86', smsCode, loginPassword };
  return world.call(profileCalls.provePhone, input, { token: who.token });
};

const own = async (token: string) =>
  (await world.call(profileCalls.getUserInfo, {}, { token })).data.userInfo;

/** The link in the newest message to a recipient. */
const linkTo = (recipient: string) => {
  const sent = world
    .messages()
    .findLast(({ to, body }) => to === recipient && body.includes('http'));
  return /token=([\w-]+)/.exec(sent?.body ?? '')?.[1] ?? '';
};

async function untilAlerted(recipient: string, count: number): Promise<void> {
  await expect
    .poll(() =>
      world.messages().filter(({ to, purpose }) => to === recipient && purpose === 'alert'),
    )
    .toHaveLength(count);
}

const freeze = (token: string) => world.call(authCalls.freezeAccount, { token });

describe('an unproven phone', () => {
  it('cannot reset the password, even with a right code', async () => {
    const who = await world.register();
    expect((await resetByPhone(who.phone, await world.phoneCode(who.phone))).code).toBe(4010);
    expect((await world.login(who.email, PASSWORD)).code).toBe(0);
  });

  it('has the same answers as an unknown phone', async () => {
    const who = await world.register();
    const stranger = '13877770001';
    for (const phone of [who.phone, stranger]) {
      expect(await resetByPhone(phone, '000000')).toMatchObject({
        code: 4009,
        refused: { fields: ['smsCode'] },
      });
    }
    const answers = [];
    for (const phone of [who.phone, stranger]) {
      answers.push(await resetByPhone(phone, await world.phoneCode(phone)));
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it('does not prevent its owner from proving it', async () => {
    const squatter = await world.register();
    const owner = await world.register({ phone: squatter.phone });
    expect((await prove(owner)).code).toBe(0);
    expect((await prove(squatter)).code).toBe(5016);
    // The login by phone now belongs to the owner.
    const { data } = await world.login(owner.phone);
    expect(data.user.email).toBe(owner.email);
  });
});

describe('proving a phone', () => {
  it('needs a code sent to it and the login password', async () => {
    const who = await world.register();
    const input = { phone: who.phone, countryCode: '86', smsCode: '000000' };
    const by = { token: who.token };
    const wrong = { ...input, loginPassword: PASSWORD };
    expect((await world.call(profileCalls.provePhone, wrong, by)).code).toBe(4009);
    expect((await prove(who, { loginPassword: 'a guess at it' })).code).toBe(4011);
    expect((await own(who.token)).phoneProven).toBe(false);
    expect((await prove(who)).data.userInfo).toMatchObject({ phoneProven: true, phone: who.phone });
  });

  it('is reported by e-mail with a link that revokes it', async () => {
    const who = await world.register();
    const phone = '13866660001';
    expect((await prove(who, { phone })).code).toBe(0);
    await untilAlerted(who.email, 1);
    expect((await freeze(linkTo(who.email))).code).toBe(0);
    expect((await resetByPhone(phone, await world.phoneCode(phone).catch(() => ''))).code).not.toBe(
      0,
    );
    const member = await memberById(world.database, who.memberId);
    expect(member).toMatchObject({ phoneProvenAt: null, isFrozen: true });
  });

  it('is possible once', async () => {
    const who = await world.register();
    await prove(who);
    expect((await prove(who, { phone: '13866660002' })).code).toBe(5016);
  });
});

describe('a reset', () => {
  it('by a proven phone sets the password and notifies the owner by e-mail, SMS and in the app', async () => {
    const who = await world.register();
    await prove(who);
    await untilAlerted(who.email, 1);
    world.clock.advance(MINUTE);
    expect((await resetByPhone(who.phone, await world.phoneCode(who.phone))).code).toBe(0);
    await untilAlerted(who.email, 2);
    await untilAlerted(`+86${who.phone}`, 1);
    expect(linkTo(who.email)).toBe(linkTo(`+86${who.phone}`));
    const page = { limit: 10, offset: 0 };
    const notices = await listNotifications(world.database, who.memberId, page);
    expect(JSON.stringify(notices)).toContain('security.passwordReset');
    const { data } = await world.login(who.phone, NEW_PASSWORD);
    expect(Date.parse(data.user.withdrawalsBlockedUntil ?? '')).toBeGreaterThan(world.clock.now());
  });

  it('sends at most five SMS a day, and an e-mail each time', async () => {
    const who = await world.register();
    await prove(who);
    for (let count = 1; count <= 7; count += 1) {
      expect((await resetByEmail(who.email, `another shore ${count}`)).code).toBe(0);
    }
    await untilAlerted(who.email, 8);
    await untilAlerted(`+86${who.phone}`, 4);
  });

  it('blocks withdrawals for another 24 hours when a first withdrawal password is set after it', async () => {
    const who = await world.register();
    await resetByEmail(who.email);
    world.clock.advance(25 * HOUR);
    const { token } = (await world.login(who.email, NEW_PASSWORD)).data;
    const input = { password: '135790', loginPassword: NEW_PASSWORD };
    const { data } = await world.call(profileCalls.changePayPassword, input, { token });
    const until = new Date(world.clock.now() + 24 * HOUR).toISOString();
    expect(data.withdrawalsBlockedUntil).toBe(until);
    expect((await own(token)).withdrawalsBlockedUntil).toBe(until);
    await untilAlerted(who.email, 2);
  });

  it('never shortens an existing block of withdrawals', async () => {
    const who = await world.register();
    await resetByEmail(who.email);
    const before = (await memberById(world.database, who.memberId))?.withdrawalsBlockedUntil;
    const sooner = world.clock.now() + HOUR;
    const change = { memberId: who.memberId, passwordHash: 'x', withdrawalsBlockedUntil: sooner };
    for (const set of [setPayPassword, setPassword]) {
      await world.database.transaction((tx) => set(tx, change, world.clock.now()));
      const after = (await memberById(world.database, who.memberId))?.withdrawalsBlockedUntil;
      expect(after).toBe(before);
    }
  });

  it('is the only reason why a first withdrawal password blocks withdrawals', async () => {
    const who = await world.register();
    const input = { password: '135790', loginPassword: PASSWORD };
    const { data } = await world.call(profileCalls.changePayPassword, input, { token: who.token });
    expect(data.withdrawalsBlockedUntil).toBeNull();
  });
});

describe('the link of a security message', () => {
  async function resetAndLink() {
    const who = await world.register();
    await resetByEmail(who.email);
    await untilAlerted(who.email, 1);
    return { who, token: linkTo(who.email) };
  }

  it('begins with the configured address', async () => {
    const { who } = await resetAndLink();
    const { body } = world.messages().findLast(({ to }) => to === who.email)!;
    expect(body).toContain('http://tern.test/#/pages/login/notMe?token=');
  });

  it('freezes the account, ends its sessions and voids the new password, without a login', async () => {
    const { who, token } = await resetAndLink();
    const thief = (await world.login(who.email, NEW_PASSWORD)).data;
    expect((await freeze(token)).code).toBe(0);
    expect((await world.call(profileCalls.getUserInfo, {}, { token: thief.token })).code).toBe(
      4016,
    );
    expect((await world.login(who.email, NEW_PASSWORD)).code).toBe(4002);
    expect(await memberById(world.database, who.memberId)).toMatchObject({ isFrozen: true });
    const end = await world.call(authCalls.endedSession, { token: thief.token });
    expect(end.data).toMatchObject({ cause: 'freeze', address: '', device: '' });
  });

  it('lets the owner reset the password again, and the account stays frozen', async () => {
    const { who, token } = await resetAndLink();
    await freeze(token);
    expect((await resetByEmail(who.email, 'a third shore 9')).code).toBe(0);
    const { data } = await world.login(who.email, 'a third shore 9');
    expect(data.user.frozen).toBe(true);
  });

  it('changes nothing when it is opened', async () => {
    const { who, token } = await resetAndLink();
    const shown = await world.call(authCalls.securityAlert, { token });
    expect(shown.data).toMatchObject({
      kind: 'passwordReset',
      email: expect.stringMatching(/^m•••@/),
    });
    expect(await memberById(world.database, who.memberId)).toMatchObject({ isFrozen: false });
  });

  it('works once under concurrent use', async () => {
    const { token } = await resetAndLink();
    const codes = await Promise.all(
      Array.from({ length: 6 }, async () => (await freeze(token)).code),
    );
    expect(codes.toSorted((left, right) => left - right)).toEqual([
      0, 5007, 5007, 5007, 5007, 5007,
    ]);
    expect((await world.call(authCalls.securityAlert, { token })).code).toBe(5007);
  });

  it('voids the older links of the same member only', async () => {
    const first = await resetAndLink();
    const other = await resetAndLink();
    await resetByEmail(first.who.email, 'a third shore 9');
    await untilAlerted(first.who.email, 2);
    await freeze(linkTo(first.who.email));
    expect((await freeze(first.token)).code).toBe(5007);
    expect((await freeze(other.token)).code).toBe(0);
  });

  it('expires after three days, and a made-up one is unknown', async () => {
    const { token } = await resetAndLink();
    expect((await freeze('A'.repeat(24))).code).toBe(5007);
    world.clock.advance(72 * HOUR);
    expect((await freeze(token)).code).toBe(5007);
  });

  it('is hidden in the list of outgoing messages for operators', async () => {
    const { who, token } = await resetAndLink();
    const page = { number: 1, limit: 50, offset: 0 };
    const row = (message: ListedMessage) => message;
    const listed = () =>
      listOutgoingMessages(world.database, { recipients: [who.email] }, { page, row });
    await expect
      .poll(async () => (await listed()).list.map(({ state }) => state))
      .not.toContain('waiting');
    const { list: messages } = await listed();
    expect(messages.filter(({ purpose }) => purpose === 'alert')).toHaveLength(1);
    expect(JSON.stringify(messages)).not.toContain(token);
  });
});
