import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { type AnyCall, calls } from '@tern/protocol';
import type { Output } from '@tern/protocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/platform/secret-box.ts';
import { insertCaptcha } from '../../src/features/account/auth/store.ts';
import { readAnswer, requestOf } from '../support/api-client.ts';
import { manualClock } from '../support/market.ts';
import type { Person } from '../support/people.ts';
import { type OpenProducts, openProducts } from '../support/open-products.ts';
import { codeReachedBy, validInputOf } from '../support/valid-inputs.ts';
import { CAPTCHA, startServer, type TestServer } from '../support/server.ts';
import {
  undeclaredMethods,
  invalidFields,
  type InvalidRequest,
  invalidWholes,
} from '../support/invalid-requests.ts';

const clock = manualClock();
/** For requests that hang: how long the main thread may be blocked is measured in main-thread.test.ts. */
const SLOWEST_MS = 20_000;
const CONCURRENCY = 8;
let server: TestServer;
let person: Person;
let head: number;
let products: OpenProducts;
let cases = 0;

/** A member with money, who makes the requests. */
async function nextPerson(): Promise<void> {
  person = await server.register();
  await server.fund(person.memberId, { USDT: '1000000', BTC: '100' });
  head = await server.journalHead();
}

beforeAll(async () => {
  server = await startServer({ clock });
  await nextPerson();
  products = await openProducts(server, person.token);
});

afterAll(() => server?.stop());

/** Stored as by the server, without drawing the picture. */
async function captcha() {
  const captchaId = randomBytes(16).toString('base64url');
  const answerHash = hashSecret(`captcha ${captchaId}`, CAPTCHA);
  const expiresAt = clock.now() + 60_000;
  const { database } = server.fresh;
  await database.transaction((tx) => tx.run(insertCaptcha, [captchaId, answerHash, expiresAt]));
  return { captcha: CAPTCHA, captchaId };
}

async function sampleOf(call: AnyCall): Promise<Record<string, unknown>> {
  const { properties = {} } = call.input as { properties?: object };
  const passed = 'captchaId' in properties ? await captcha() : {};
  return validInputOf(call, { username: person.email, ...products, ...passed });
}

async function headersFor(call: AnyCall): Promise<Record<string, string>> {
  if (call.auth === 'public') return {};
  const own = { token: person.token };
  const { code, data } = await server.api.call('GET /user/getUserInfo', {}, own);
  // A call before froze the account: another member goes on.
  if (code === 0 && (data as Output<'GET /user/getUserInfo'>).userInfo.frozen) await nextPerson();
  if (code !== 0) {
    // After the wrong passwords of earlier requests are forgotten.
    clock.advance(16 * 60_000);
    person = { ...person, token: (await server.login(person)).token };
  }
  return { 'x-token': person.token };
}

interface Handled {
  code: number;
  /** Undefined if the server handled the request correctly. */
  fault: string | undefined;
}

async function handle(
  call: AnyCall,
  request: InvalidRequest,
  credentials: Record<string, string>,
): Promise<Handled> {
  cases += 1;
  // A captcha is usable once, so each request has a new one.
  const { path, init } = request.make(await sampleOf(call));
  const headers = { ...credentials, ...(init.headers as object) };
  const began = performance.now();
  try {
    const { code } = readAnswer(call, await server.api.raw(path, { ...init, headers }));
    const tookMs = performance.now() - began;
    let fault: string | undefined;
    if (code === 5000 || code === 5006) fault = `answered ${code}`;
    if (tookMs > SLOWEST_MS) fault = `took ${Math.round(tookMs)} ms`;
    return { code, fault: fault && `${request.name}: ${fault}` };
  } catch (error) {
    return { code: -1, fault: `${request.name}: ${inspect(error)}` };
  }
}

async function faultsOf(call: AnyCall, requests: readonly InvalidRequest[]): Promise<string[]> {
  const faults: string[] = [];
  const groupSize = call.movesMoney ? 1 : CONCURRENCY;
  for (let first = 0; first < requests.length; first += groupSize) {
    // Beyond every rate limit, which would hide the answer.
    clock.advance(CONCURRENCY * 1_000);
    const credentials = await headersFor(call);
    const group = requests.slice(first, first + groupSize);
    const handled = await Promise.all(group.map((request) => handle(call, request, credentials)));
    faults.push(...handled.flatMap(({ fault }) => fault ?? []));
    const newHead = await server.journalHead();
    if (newHead !== head && handled.every(({ code }) => code !== 0)) {
      faults.push(`money moved though refused with ${handled.map(({ code }) => code).join()}`);
    }
    head = newHead;
  }
  return faults;
}

const everyCall: readonly (readonly [string, AnyCall])[] = Object.values(calls).map(
  (call) => [`${call.method} ${call.path}`, call] as const,
);

describe('every field of every call', () => {
  it.each(everyCall)('is valid in the sample request: %s', async (_name, call) => {
    const right: InvalidRequest = {
      name: 'right',
      make: (sample) => {
        const [path, init] = requestOf(call, sample);
        return { path, init };
      },
    };
    // So many calls at one moment would be limited.
    clock.advance(50);
    const { code, fault } = await handle(call, right, await headersFor(call));
    expect({ code, fault }).toEqual({ code: codeReachedBy(call), fault: undefined });
    head = await server.journalHead();
  });

  it.each(everyCall)('may be invalid in any way without harm: %s', async (_name, call) => {
    expect(await faultsOf(call, invalidFields(call))).toEqual([]);
  });
});

describe('every call', () => {
  it.each(everyCall)('survives any body, type, query and language: %s', async (_name, call) => {
    expect(await faultsOf(call, invalidWholes(call))).toEqual([]);
  });

  it('is answered with 404 on any other method or path', async () => {
    const names = new Set(everyCall.map(([name]) => name));
    const paths = [...new Set(everyCall.map(([, call]) => call.path))];
    const strangers = [
      '/',
      '/base',
      '/base/login/x',
      '/nothing',
      '/%00',
      '/..%2f..%2fetc%2fpasswd',
    ];
    for (const { path, method } of [
      ...undeclaredMethods(paths, (each) => names.has(each)),
      ...undeclaredMethods(strangers, () => false),
    ]) {
      cases += 1;
      const { status, text } = await server.api.raw(`/api${path}`, { method });
      expect([method, path, status]).toEqual([method, path, 404]);
      expect(JSON.parse(text)).toMatchObject({ code: 5007, data: {} });
    }
  });

  it('still works after all these requests', async () => {
    expect(cases).toBeGreaterThan(2_000);
    await headersFor(calls.mycoin);
    const { list } = await server.api.data('GET /user/mycoin', {}, { token: person.token });
    expect(list.length).toBeGreaterThan(10);
  });
});
