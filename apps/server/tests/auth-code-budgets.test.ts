import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeBudgetSettings } from '../src/features/account/auth/code-budgets.ts';
import { authCalls, type MemberWorld, memberWorld } from './support/member-world.ts';

let world: MemberWorld;

beforeAll(async () => {
  world = await memberWorld();
});

afterAll(() => world.close());

const HOUR = 3_600_000;
let numbers = 0;

/** A new number in a new range each time. */
function anyPhone(): string {
  numbers += 1;
  return `137${String(numbers).padStart(4, '0')}0000`;
}

async function requestSms(phone: string, address: string) {
  const input = { phone, countryCode: '86', ...(await world.captcha()) };
  return world.call(authCalls.phoneCode, input, { address });
}

const sendSms = (phone: string) => world.messages().filter(({ to }) => to === `+86${phone}`);

describe('an SMS code', () => {
  it('is not sent without a solved captcha', async () => {
    const phone = anyPhone();
    const { captchaId } = await world.captcha();
    for (const proof of [{}, { captcha: 'GULL' }, { captchaId }, { captcha: 'WRONG', captchaId }]) {
      const asked = await world.call(authCalls.phoneCode, { phone, countryCode: '86', ...proof });
      expect(asked).toMatchObject({ code: 4005, refused: { fields: ['captcha'] } });
    }
    expect(sendSms(phone)).toEqual([]);
  });

  it('needs a new captcha for each SMS', async () => {
    const proof = await world.captcha();
    const request = (phone: string) =>
      world.call(authCalls.phoneCode, { phone, countryCode: '86', ...proof });
    expect((await request(anyPhone())).code).toBe(0);
    expect((await request(anyPhone())).code).toBe(4005);
  });

  it('is refused once an address has used its hourly budget, with the time to wait', async () => {
    const address = '198.51.100.7';
    const max = codeBudgetSettings.smsPerAddressHour.fallback;
    for (let sent = 0; sent < max; sent += 1) {
      expect((await requestSms(anyPhone(), address)).code).toBe(0);
    }
    const over = await requestSms(anyPhone(), address);
    expect(over).toMatchObject({ code: 4024, refused: { data: { seconds: 3_600 } } });
    expect((await requestSms(anyPhone(), '198.51.100.8')).code).toBe(0);
    world.clock.advance(HOUR);
    expect((await requestSms(anyPhone(), address)).code).toBe(0);
  });

  it('counts the addresses of one IPv6 customer together', async () => {
    const max = codeBudgetSettings.smsPerAddressHour.fallback;
    for (let sent = 0; sent < max; sent += 1)
      await requestSms(anyPhone(), `2001:db8:1:2::${sent + 1}`);
    expect((await requestSms(anyPhone(), '2001:db8:1:2:ffff::1')).code).toBe(4024);
  });

  it('is refused once an address has used its daily budget', async () => {
    const address = '198.51.100.9';
    const max = codeBudgetSettings.smsPerAddressDay.fallback;
    for (let sent = 0; sent < max; sent += 1) {
      expect((await requestSms(anyPhone(), address)).code).toBe(0);
      world.clock.advance(HOUR / 8);
    }
    expect((await requestSms(anyPhone(), address)).code).toBe(4024);
  });

  it('is refused to a range of phone numbers that has used its daily budget, from any address', async () => {
    const max = codeBudgetSettings.smsPerRangeDay.fallback;
    const request = (last: number) =>
      requestSms(`1398888${String(last).padStart(4, '0')}`, `203.0.113.${last % 250}`);
    for (let sent = 0; sent < max; sent += 1) expect((await request(sent)).code).toBe(0);
    expect((await request(max)).code).toBe(4024);
    expect((await requestSms('13988890001', '203.0.113.1')).code).toBe(0);
  });

  it('stays within the budget under concurrent requests', async () => {
    const address = '198.51.100.10';
    const max = codeBudgetSettings.smsPerAddressHour.fallback;
    const asked = await Promise.all(
      Array.from({ length: 3 * max }, () => requestSms(anyPhone(), address)),
    );
    expect(asked.filter(({ code }) => code === 0)).toHaveLength(max);
    expect(asked.filter(({ code }) => code === 4024)).toHaveLength(2 * max);
  });
});

describe('an e-mail code', () => {
  it('is refused once an address has used its hourly budget', async () => {
    const request = (name: number) =>
      world.askEmailCode(`flood${name}@example.com`, { address: '198.51.100.11' });
    const max = codeBudgetSettings.emailsPerAddressHour.fallback;
    for (let sent = 0; sent < max; sent += 1) expect((await request(sent)).code).toBe(0);
    expect(await request(max)).toMatchObject({ code: 4024, refused: { data: { seconds: 3_600 } } });
  });
});
