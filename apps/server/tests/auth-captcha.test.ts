import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authCalls,
  CAPTCHA,
  type MemberWorld,
  memberWorld,
  PASSWORD,
} from './support/member-world.ts';

let world: MemberWorld;

beforeAll(async () => {
  world = await memberWorld();
});

afterAll(() => world.close());

const attempt = (captchaId: string, captcha: string) =>
  world.call(authCalls.login, {
    username: 'nobody@example.com',
    password: PASSWORD,
    captchaId,
    captcha,
  });

describe('a captcha', () => {
  it('is an image without readable outlines, and states the length of its text', async () => {
    const { data } = await world.call(authCalls.captcha, {});
    const [head, body] = data.picPath.split(',');
    expect(head).toBe('data:image/png;base64');
    const picture = await sharp(Buffer.from(body!, 'base64')).metadata();
    expect(picture.format).toBe('png');
    expect(picture.width).toBeGreaterThan(200);
    expect(data.captchaLength).toBe(CAPTCHA.length);
  });

  it('lets a request pass if the answer is right, in upper or lower case', async () => {
    const { data } = await world.call(authCalls.captcha, {});
    expect((await attempt(data.captchaId, CAPTCHA.toLowerCase())).code).toBe(4002);
  });

  it('is used up by a wrong answer', async () => {
    const { data } = await world.call(authCalls.captcha, {});
    expect((await attempt(data.captchaId, 'NOPE')).code).toBe(4005);
    expect((await attempt(data.captchaId, CAPTCHA)).code).toBe(4005);
  });

  it('passes exactly one of many concurrent requests', async () => {
    const { data } = await world.call(authCalls.captcha, {});
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => attempt(data.captchaId, CAPTCHA)),
    );
    const codes = outcomes.map((outcome) => outcome.code);
    expect(codes.filter((code) => code !== 4005)).toHaveLength(1);
  });

  it('expires after two minutes', async () => {
    const { data } = await world.call(authCalls.captcha, {});
    world.clock.advance(119_000);
    const inTime = await world.call(authCalls.captcha, {});
    world.clock.advance(1_000);
    expect((await attempt(data.captchaId, CAPTCHA)).code).toBe(4005);
    expect((await attempt(inTime.data.captchaId, CAPTCHA)).code).toBe(4002);
  });

  it('refuses an empty or unknown one', async () => {
    const { data } = await world.call(authCalls.captcha, {});
    expect((await attempt('', CAPTCHA)).code).toBe(4005);
    expect((await attempt('unknown', CAPTCHA)).code).toBe(4005);
    expect((await attempt(data.captchaId, '')).code).toBe(4005);
  });
});

describe('a captcha that is not fixed', () => {
  it('has four characters and another picture each time', async () => {
    const open = await memberWorld({ captchaFixed: undefined });
    const first = await open.call(authCalls.captcha, {});
    const second = await open.call(authCalls.captcha, {});
    expect(first.data.captchaLength).toBe(4);
    expect(first.data.picPath).not.toBe(second.data.picPath);
    const guess = { username: 'a@b.co', password: PASSWORD, captcha: CAPTCHA };
    const outcome = await open.call(authCalls.login, {
      ...guess,
      captchaId: first.data.captchaId,
    });
    expect(outcome.code).toBe(4005);
    await open.close();
  });
});
