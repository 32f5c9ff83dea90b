import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFailureOf, failure } from '../src/app/failures.ts';
import { createSite } from '../src/features/backoffice/site/index.ts';
import { createHttpServer } from '../src/platform/http/server.ts';
import { createLog } from '../src/platform/log.ts';
import { createLocalBus } from '../src/platform/bus.ts';
import { systemRandom } from '../src/platform/random.ts';
import { createRateLimiter } from '../src/platform/rate-limit.ts';
import { CAPTCHA, type MemberWorld, memberWorld, PASSWORD } from './support/member-world.ts';

let world: MemberWorld;
let server: FastifyInstance;
let root: string;

beforeAll(async () => {
  world = await memberWorld();
  const { clock, settings } = world;
  const log = createLog('silent');
  const site = createSite({
    readOnly: { since: () => undefined },
    clock,
    settings,
    version: '1.3.5',
    mode: 'paper',
    features: ['site', 'auth', 'profile'],
    priceSource: 'simulated',
    demoInvitation: 'TERN01',
  });
  const limiter = createRateLimiter({
    clock,
    bus: createLocalBus(() => undefined),
    random: systemRandom,
  });
  server = await createHttpServer({
    monitor: { note: () => undefined },
    meters: [],
    routes: [...world.routes, ...(site.routes ?? [])],
    sockets: [],
    mode: 'paper',
    webRoot: undefined,
    version: '1.3.5',
    log,
    authenticate: world.auth.authenticate,
    authenticateOperator: async () => 4015,
    trustedProxies: [],
    takeTurn: limiter.take,
    failureOf: createFailureOf(log),
    failure,
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  root = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api`;
});

afterAll(async () => {
  await server.close();
  await world.close();
});

interface Answer {
  code: number;
  msg: string;
  data: Record<string, unknown> & { user?: { email: string }; token?: string };
}

async function call(method: string, path: string, sent: { body?: unknown; headers?: object } = {}) {
  const answer = await fetch(root + path, {
    method,
    headers: { 'content-type': 'application/json', ...sent.headers },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}
const post = (path: string, body?: unknown, headers: object = {}) =>
  call('POST', path, { body, headers });

async function signIn(username: string, password: string, lang = 'en') {
  const captcha = await post('/base/captcha');
  const body = { username, password, captcha: CAPTCHA, captchaId: captcha.data['captchaId'] };
  return post('/base/login', body, { lang });
}

describe('over HTTP', () => {
  it('the demo member logs in, reads their data, logs out, and must log in again', async () => {
    const signedIn = await signIn('demo@tern.test', 'paper-money-1');
    expect(signedIn).toMatchObject({ code: 0, data: { user: { email: 'demo@tern.test' } } });
    const headers = { 'x-token': signedIn.data.token! };
    const own = await call('GET', '/user/getUserInfo', { headers });
    expect(own.data['userInfo']).toEqual(signedIn.data.user);
    expect((await post('/user/logout', undefined, headers)).code).toBe(0);
    const after = await call('GET', '/user/getUserInfo', { headers });
    expect(after).toMatchObject({ code: 4016, data: { reload: true } });
    const visitor = await call('GET', '/user/getUserInfo');
    expect(visitor).toMatchObject({ code: 4015, data: { reload: true } });
  });

  it('a registration returns everything a client needs for a session', async () => {
    const email = 'http@example.com';
    const captcha = await post('/base/captcha');
    expect(captcha.data).toMatchObject({
      captchaLength: 4,
      picPath: expect.stringMatching(/^data:image\/png;base64,/),
    });
    const smsCode = await world.emailCode(email);
    const { code, data } = await post('/base/registerUser', {
      phone: '13955554444',
      countryCode: '86',
      email,
      passWord: PASSWORD,
      smsCode,
      captcha: CAPTCHA,
      captchaId: captcha.data['captchaId'],
      invitationCode: 'TERN01',
    });
    expect(code).toBe(0);
    expect(data).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/), user: { email } });
  });

  it('a refusal is in the language of the request', async () => {
    const refused = await signIn('demo@tern.test', 'not the password', 'de');
    expect(refused).toMatchObject({ code: 4002, msg: 'Login oder Passwort ist falsch.' });
  });

  it('names fields that are missing, unknown or of the wrong type', async () => {
    const missing = await post('/base/login', { username: 'a', password: 'b', captcha: 'c' });
    expect(missing).toMatchObject({ code: 5001, data: { fields: ['captchaId'] } });
    const wrong = { username: 1, password: 'b', captcha: 'c', captchaId: 'd', isAdmin: true };
    const both = await post('/base/login', wrong);
    expect(both.code).toBe(5001);
    expect(both.data['fields']).toEqual(expect.arrayContaining(['username', 'isAdmin']));
  });

  it('returns the site, its version and the time', async () => {
    const { code, data } = await call('GET', '/base/site');
    expect(code).toBe(0);
    expect(data).toEqual({
      version: '1.3.5',
      mode: 'paper',
      serverTime: new Date(world.clock.now()).toISOString(),
      isReadOnly: false,
      features: ['site', 'auth', 'profile'],
      priceSource: 'simulated',
      demoInvitation: 'TERN01',
    });
  });

  it('a caller who requests too many captchas learns how long to wait', async () => {
    world.clock.advance(60_000);
    const answers = [];
    for (let index = 0; index < 202; index += 1) answers.push(await post('/base/captcha'));
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(200);
    expect(answers.at(-1)).toMatchObject({ code: 4024, data: { seconds: 1 } });
  });
});
