import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lang, locales, textOf } from '../src/kernel/i18n/texts.ts';
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

const MINUTE = 60_000;
const BY = { address: '192.0.2.1' };
/** A reset for an address without an account: 4009 with a wrong code, 4010 with a right one. */
const resetCode = (email: string) => world.emailCode(email, 'resetPassword');

async function tryCode(email: string, emailCode: string, address = '192.0.2.1') {
  const captcha = await world.captcha();
  const fields = { email, emailCode, passWord: PASSWORD, ...captcha };
  return (await world.call(authCalls.resetPwd, fields, { address })).code;
}
const wrongFor = (code: string) => (code === '123456' ? '654321' : '123456');

describe('a one-time code', () => {
  it('has six digits, is sent in the language of the request and states its lifetime', async () => {
    const email = 'deutsch@example.com';
    await world.askEmailCode(email, { lang: 'de' });
    await expect
      .poll(() => world.messages().find((each) => each.to === email))
      .toMatchObject({
        channel: 'email',
        purpose: 'code',
        code: expect.stringMatching(/^\d{6}$/),
        subject: 'Dein Code, um ein Konto bei Tern zu eröffnen',
        body: expect.stringMatching(/^Dein Code, um .*: \d{6}\n\nEr gilt .* 10 Minuten/),
      });
  });

  it('is written to the outbox file without a second request', async () => {
    expect(await world.emailCode('quick@example.com')).toMatch(/^\d{6}$/);
  });

  it('has the same answer whether or not an account exists', async () => {
    const { email } = await world.register();
    world.clock.advance(MINUTE);
    const known = await world.askEmailCode(email);
    const unknown = await world.askEmailCode('stranger@example.com');
    expect(known).toEqual(unknown);
    expect(known.data).toEqual({ resendAfterSeconds: 60 });
  });

  it('can be requested again after 60 seconds, and the answer states the time left', async () => {
    const email = 'again@example.com';
    await world.emailCode(email);
    world.clock.advance(20_500);
    const early = await world.askEmailCode(email);
    expect(early).toMatchObject({ code: 4024, refused: { data: { seconds: 40 } } });
    world.clock.advance(39_500);
    expect((await world.askEmailCode(email)).code).toBe(0);
  });

  it('is sent once for concurrent requests', async () => {
    const email = 'eager@example.com';
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => world.askEmailCode(email)));
    expect(outcomes.filter((outcome) => outcome.code === 0)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.code === 4024)).toHaveLength(7);
  });

  it('works once', async () => {
    const email = 'single@example.com';
    const code = await resetCode(email);
    expect(await tryCode(email, code)).toBe(4010);
    expect(await tryCode(email, code)).toBe(4009);
  });

  it('is void after ten minutes', async () => {
    const email = 'late@example.com';
    const code = await resetCode(email);
    world.clock.advance(10 * MINUTE);
    expect(await tryCode(email, code)).toBe(4009);
  });

  it('is valid until a second before ten minutes have passed', async () => {
    const email = 'just-in-time@example.com';
    const code = await resetCode(email);
    world.clock.advance(10 * MINUTE - 1_000);
    expect(await tryCode(email, code)).toBe(4010);
  });

  it('is guessed five times at most by one caller, who then waits until it has expired', async () => {
    const [patient, hasty] = ['patient@example.com', 'hasty@example.com'];
    const right = await resetCode(patient);
    for (let tries = 0; tries < 4; tries += 1) await tryCode(patient, wrongFor(right));
    expect(await tryCode(patient, right)).toBe(4010);

    const lost = await resetCode(hasty);
    for (let tries = 0; tries < 5; tries += 1) await tryCode(hasty, wrongFor(lost));
    expect(await tryCode(hasty, lost)).toBe(4024);
    world.clock.advance(10 * MINUTE);
    expect(await tryCode(hasty, lost)).toBe(4009);
  });

  it('is void once three callers have used up their tries', async () => {
    const email = 'besieged@example.com';
    const right = await resetCode(email);
    for (const network of [1, 2, 3])
      for (let tries = 0; tries < 5; tries += 1)
        await tryCode(email, wrongFor(right), `198.51.100.${network}`);
    expect(await tryCode(email, right)).toBe(4009);
  });

  it('is used up together with the others for the same use', async () => {
    const email = 'two@example.com';
    const first = await resetCode(email);
    world.clock.advance(MINUTE);
    const second = await resetCode(email);
    expect(await tryCode(email, second)).toBe(4010);
    expect(await tryCode(email, first)).toBe(4009);
  });

  it('goes to a phone as an SMS', async () => {
    await world.phoneCode('13811112222');
    const sms = world.messages().find((each) => each.to === '+8613811112222');
    const body = expect.stringMatching(/^Your code to reset your login password at Tern: \d{6}\. /);
    expect(sms).toMatchObject({ channel: 'sms', body });
  });

  it('is not sent to an invalid address or phone', async () => {
    expect((await world.askEmailCode('nope')).code).toBe(4003);
    const phone = await world.call(authCalls.phoneCode, { phone: '123', countryCode: '86' });
    expect(phone).toMatchObject({ code: 5001, refused: { fields: ['phone'] } });
  });
});

const PURPOSES = [
  'register',
  'resetPassword',
  'resetPayPassword',
  'provePhone',
  'transcript',
] as const;

describe('strangers who ask for codes', () => {
  const OWNER = '203.0.113.9';
  const ask = async (email: string, address: string) =>
    (await world.askEmailCode(email, { address })).code;
  /** Requests of one network until it is refused, a minute apart. Returns how many were answered. */
  async function askUntilRefused(email: string, network: string) {
    let sent = 0;
    while ((await ask(email, `${network}${(sent + 1).toString(16)}`)) === 0) {
      sent += 1;
      world.clock.advance(MINUTE);
    }
    return sent;
  }

  it('solve a captcha for each', async () => {
    const email = 'guarded@example.com';
    const { captchaId } = await world.captcha();
    for (const proof of [{}, { captcha: 'GULL' }, { captchaId }, { captcha: 'WRONG', captchaId }]) {
      const asked = await world.call(authCalls.emailCode, { email, ...proof });
      expect(asked).toMatchObject({ code: 4005, refused: { fields: ['captcha'] } });
    }
  });

  it('void no code of the owner before its time, and do not make the owner wait', async () => {
    const email = 'owner@example.com';
    const code = await world.emailCode(email, 'resetPassword', OWNER);
    expect(await ask(email, '2001:db8:bad::1')).toBe(0);
    for (let tries = 0; tries < 5; tries += 1)
      await tryCode(email, wrongFor(code), '2001:db8:bad::1');
    expect(await tryCode(email, wrongFor(code), '2001:db8:bad::2')).toBe(4024);
    world.clock.advance(MINUTE);
    expect(await ask(email, OWNER)).toBe(0);
    expect(await tryCode(email, code, OWNER)).toBe(4010);
  });

  it('get a third of what is sent to an address in a day, and leave the rest to other networks', async () => {
    const email = 'besought@example.com';
    expect(await askUntilRefused(email, '2001:db8:bad:0:ffff::')).toBe(5);
    expect(await ask(email, '2001:db8:bad:0:eeee::1')).toBe(4024);
    expect(await ask(email, OWNER)).toBe(0);
    world.clock.advance(24 * 60 * MINUTE);
    expect(await ask(email, '2001:db8:bad:0:ffff::1')).toBe(0);
  });

  it('leave a budget to the owner who is signed in, when many networks have used up all', async () => {
    const who = await world.register();
    world.clock.advance(24 * 60 * MINUTE);
    for (const network of ['2001:db8:1:0::', '2001:db8:2:0::', '2001:db8:3:0::'])
      expect(await askUntilRefused(who.email, network)).toBe(5);
    expect(await ask(who.email, OWNER)).toBe(4024);
    const { token } = await world.login(who.email).then(({ data }) => data);
    for (let sent = 0; sent < 10; sent += 1) {
      expect(await world.payPasswordCode({ ...who, token })).toMatch(/^\d{6}$/);
      world.clock.advance(MINUTE);
    }
    const purpose = 'resetPayPassword';
    const eleventh = await world.call(profileCalls.ownEmailCode, { purpose }, { token });
    expect(eleventh.code).toBe(4024);
  });

  it('from one network use up a fifth of what is sent to a range of phone numbers', async () => {
    const send = async (last: number, address: string) => {
      const phone = `1397777${String(last).padStart(4, '0')}`;
      const input = { phone, countryCode: '86', ...(await world.captcha()) };
      return (await world.call(authCalls.phoneCode, input, { address })).code;
    };
    for (let sent = 0; sent < 10; sent += 1) {
      expect(await send(sent, '198.51.100.77')).toBe(0);
      world.clock.advance(60 * MINUTE);
    }
    expect(await send(10, '198.51.100.77')).toBe(4024);
    expect(await send(10, OWNER)).toBe(0);
  });
});

describe('the purpose of a code', () => {
  it.each(PURPOSES)('a code for %s is good for nothing else', async (purpose) => {
    const target = { email: `for-${purpose.toLowerCase()}@example.com` };
    await world.auth.codes.send({ target, purpose }, { lang: 'en', caller: BY });
    const mail = () => world.messages().find(({ to }) => to === target.email);
    await expect.poll(mail).toBeDefined();
    const { code = '' } = mail()!;
    const goodFor = [];
    for (const other of PURPOSES)
      if (await world.auth.codes.isRight({ target, purpose: other }, code, BY)) goodFor.push(other);
    expect(goodFor).toEqual([purpose]);
  });

  it('is that of the address if a client does not say it: an account resets its password', async () => {
    const { email } = await world.register();
    world.clock.advance(MINUTE);
    expect(await tryCode(email, await world.emailCode(email))).toBe(0);
  });

  it('begins the message in every language', async () => {
    const target = { email: 'polyglot@example.com' };
    const mails = () => world.messages().filter(({ to }) => to === target.email);
    for (const lang of Object.keys(locales) as Lang[]) {
      world.clock.advance(24 * 60 * MINUTE);
      for (const purpose of PURPOSES) {
        const before = mails().length;
        await world.auth.codes.send({ target, purpose }, { lang, caller: BY });
        await expect.poll(() => mails().length).toBe(before + 1);
        world.clock.advance(MINUTE);
        const { body, code = '' } = mails().at(-1)!;
        const said = textOf(lang, `codeFor.${purpose}`);
        expect(body.slice(0, said.length)).toBe(said);
        expect(body.slice(said.length).split('\n')[0]).toContain(code);
      }
    }
  });
});

describe('checking a code', () => {
  const look = async (email: string, emailCode: string, address: string) =>
    (await world.call(authCalls.checkEmailCode, { email, emailCode }, { address })).code;
  const wrongOf = (code: string) => (code === '123456' ? '654321' : '123456');

  it('states whether it is right and leaves it usable', async () => {
    const email = 'looked-at@example.com';
    const code = await world.emailCode(email);
    expect(await look(email, wrongOf(code), '198.51.100.1')).toBe(4009);
    expect(await look(email, code, '198.51.100.1')).toBe(0);
    const { memberId } = await world.register({ email, smsCode: code });
    expect(memberId).toBeGreaterThan(0);
  });

  it('cannot void the codes of others: wrong attempts are counted per caller', async () => {
    const codes = [];
    for (let count = 0; count < 11; count += 1) {
      codes.push(await look(`victim${count}@example.com`, '000000', '198.51.100.2'));
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 4009), 4024]);
    expect(await look('victim0@example.com', '000000', '198.51.100.3')).toBe(4009);
  });
});
