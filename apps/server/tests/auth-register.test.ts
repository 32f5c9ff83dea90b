import { recordTypes } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balancesOf } from '../src/kernel/ledger/balances.ts';
import { int2, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
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

const good = {
  email: 'ada@example.com',
  phone: '13912345678',
  countryCode: '86',
  passWord: PASSWORD,
  smsCode: '',
  invitationCode: 'TERN01',
};
type Fields = Partial<typeof good & { captcha: string; captchaId: string }>;

async function register(overrides: Fields) {
  const captcha = overrides.captchaId === undefined ? await world.captcha() : {};
  const fields = { ...good, ...captcha, ...overrides };
  return world.call(authCalls.registerUser, fields as never);
}

describe('registration', () => {
  it('opens an account with its own invite code and signs it in', async () => {
    const email = 'First@Example.com ';
    const smsCode = await world.emailCode('first@example.com');
    const { code, data } = await register({ email, phone: '139 0000 1111', smsCode });
    expect(code).toBe(0);
    expect(data.user).toMatchObject({
      email: 'first@example.com',
      username: 'first@example.com',
      phone: '13900001111',
      countryCode: '86',
      creditScore: 100,
      verified: false,
      realNameStatus: 0,
      hasPayPassword: false,
      frozen: false,
    });
    expect(data.user.inviteCode).toMatch(/^[A-Z2-9]{8}$/);
    expect(JSON.stringify(data)).not.toContain('argon2');
    const own = await world.call(profileCalls.getUserInfo, {}, { token: data.token });
    expect(own.data.userInfo).toEqual(data.user);
    const week = 7 * 24 * 3_600_000;
    expect(Date.parse(data.expiresAt)).toBe(world.clock.now() + week);
  });

  it('grants paper money by a journal entry of that type', async () => {
    const { memberId } = await world.register();
    const balances = await balancesOf(world.database, memberId);
    const owned = Object.fromEntries(
      balances.map((each) => [each.asset, formatDecimal(each.available)]),
    );
    expect(owned).toEqual({ USDT: '10000', USD: '10000', BTC: '0.1' });
    const note = defineQuery({
      name: 'test.noteOfGrant',
      text: 'select note from ledger_entries where kind = $1 and reference = $2',
      params: [int2, text],
      row: { note: text },
    });
    const entry = await world.database.one(note, [
      recordTypes.paperFundsGranted,
      `member:${memberId}`,
    ]);
    expect(entry.note).toMatch(/paper money/i);
  });

  it.each([
    ['an e-mail address without a domain', { email: 'ada@' }, 4003],
    ['an e-mail address with a space', { email: 'a da@example.com' }, 4003],
    ['a phone of ten digits', { phone: '1391234567' }, 5001],
    ['a phone whose second digit is 2', { phone: '12912345678' }, 5001],
    ['a phone whose first digit is 2', { phone: '23912345678' }, 5001],
    [
      'a phone without a country code that is no Chinese one',
      { phone: '2025550123', countryCode: '' },
      5001,
    ],
    ['a password of seven characters', { passWord: 'abc d 7' }, 5015],
    ['a password of 73 characters', { passWord: 'x1'.repeat(36) + 'y' }, 5015],
    ['a common password', { passWord: 'Password123' }, 5015],
    ['a password that repeats', { passWord: 'abcabcabcabc' }, 5015],
    ['the e-mail address as the password', { passWord: 'ada@example.com' }, 5015],
    ['an unknown invitation code', { invitationCode: 'NOBODY' }, 4004],
    ['an empty invitation code', { invitationCode: '' }, 4004],
    ['a wrong e-mail code', { smsCode: '000000' }, 4009],
    ['an empty e-mail code', { smsCode: '' }, 4009],
    ['a wrong captcha', { captcha: 'NOPE' }, 4005],
  ])('refuses %s', async (_name, overrides, expected) => {
    expect((await register(overrides)).code).toBe(expected);
  });

  it('accepts a number of another country', async () => {
    const smsCode = await world.emailCode('us@example.com');
    const phone = { phone: '(202) 555-0123', countryCode: '+1' };
    const { data } = await register({ email: 'us@example.com', smsCode, ...phone });
    expect(data.user).toMatchObject({ countryCode: '1', phone: '2025550123' });
  });

  it('accepts a member’s invite code in upper or lower case', async () => {
    const inviter = await world.register();
    const own = await world.call(profileCalls.getUserInfo, {}, { token: inviter.token });
    const invitationCode = own.data.userInfo.inviteCode.toLowerCase();
    const { memberId } = await world.register({ invitationCode });
    expect(memberId).toBeGreaterThan(inviter.memberId);
  });

  it('does not consume the e-mail code if the invitation code is wrong', async () => {
    const email = 'second-try@example.com';
    const smsCode = await world.emailCode(email);
    const phone = '13900002222';
    expect((await register({ email, phone, smsCode, invitationCode: 'WRONG' })).code).toBe(4004);
    expect((await register({ email, phone, smsCode })).code).toBe(0);
  });

  it('refuses an unknown invitation code before it sends an e-mail code', async () => {
    const email = 'not-invited@example.com';
    const ask = async (invitationCode: string) => {
      const input = { email, purpose: 'register', invitationCode } as const;
      return (await world.call(authCalls.emailCode, { ...input, ...(await world.captcha()) })).code;
    };
    expect(await ask('NOBODY')).toBe(4004);
    expect(world.messages().filter(({ to }) => to === email)).toEqual([]);
    expect(await ask(' tern01 ')).toBe(0);
  });

  it('consumes the e-mail code', async () => {
    const email = 'once@example.com';
    const smsCode = await world.emailCode(email);
    expect((await register({ email, phone: '13900003333', smsCode })).code).toBe(0);
    const again = { email: 'once@example.com', phone: '13900003334', smsCode };
    expect((await register(again)).code).toBe(4009);
  });

  it('refuses a code sent to the phone, as the e-mail address would stay unproven', async () => {
    const smsCode = await world.phoneCode('13900004444');
    const by = { email: 'by-phone@example.com', phone: '13900004444', smsCode };
    expect((await register(by)).code).toBe(4009);
  });

  it('does not reveal whether another member has the phone', async () => {
    const first = await world.register();
    const second = await world.register({ phone: first.phone });
    expect(second.memberId).not.toBe(first.memberId);
  });

  it('refuses a code that was sent to another address', async () => {
    const smsCode = await world.emailCode('hers@example.com');
    expect((await register({ email: 'his@example.com', smsCode })).code).toBe(4009);
  });

  it('refuses an e-mail address that is registered, naming it', async () => {
    const taken = await world.register();
    world.clock.advance(61_000);
    const code = await world.emailCode(taken.email, 'register');
    const sameEmail = await register({ email: taken.email.toUpperCase(), smsCode: code });
    expect(sameEmail).toMatchObject({ code: 5016, refused: { fields: ['email'] } });
  });

  it('opens exactly one account for concurrent registrations of one e-mail address', async () => {
    const email = 'many@example.com';
    const smsCode = await world.emailCode(email);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        register({ email, phone: `1370000000${index}`, smsCode }),
      ),
    );
    const codes = outcomes.map((outcome) => outcome.code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    // A code that is used up is a wrong one, of which a caller has five.
    expect(codes.filter((code) => code === 4009 || code === 4024)).toHaveLength(9);
  });
});
