import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from './support/market.ts';
import { startServer, type TestServer } from './support/server.ts';

let proxied: TestServer;
let direct: TestServer;

beforeAll(async () => {
  // A stopped clock refills no allowance.
  proxied = await startServer({
    clock: manualClock(),
    prices: 'still',
    trustedProxies: ['loopback'],
  });
  direct = await startServer({ clock: manualClock(), prices: 'still' });
});

afterAll(async () => {
  await Promise.all([proxied?.stop(), direct?.stop()]);
});

/** A turn was taken, and the input, which the call does not have, refused: a picture would be drawn otherwise. */
const TAKEN = 5001;

async function codesOf(server: TestServer, forwardedFor: string, calls: number) {
  const ask = async () => {
    const headers = { 'x-forwarded-for': forwardedFor, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"surplus":1}' };
    const { text } = await server.api.raw('/api/base/captcha', init);
    return (JSON.parse(text) as { code: number }).code;
  };
  return Promise.all(Array.from({ length: calls }, ask));
}

describe('behind a reverse proxy', () => {
  it('each caller has an allowance, whatever addresses they claim', async () => {
    expect(await codesOf(proxied, '203.0.113.1', 210)).toContain(4024);
    expect(await codesOf(proxied, '203.0.113.2', 1)).toEqual([TAKEN]);
    expect(await codesOf(proxied, '198.51.100.9, 203.0.113.1', 1)).toEqual([4024]);
  });

  it('an IPv4 address written as IPv6 is the same caller', async () => {
    expect(await codesOf(proxied, '::ffff:203.0.113.7', 210)).toContain(4024);
    expect(await codesOf(proxied, '203.0.113.7', 1)).toEqual([4024]);
  });

  it('an IPv6 customer is one caller, whichever address of their /64 they use', async () => {
    const own = (call: number) => `2001:db8:1:2::${call.toString(16)}`;
    const answers = [];
    for (let call = 1; call <= 210; call += 1) answers.push(codesOf(proxied, own(call), 1));
    expect((await Promise.all(answers)).flat()).toContain(4024);
    expect(await codesOf(proxied, '2001:db8:1:2:ffff::1', 1)).toEqual([4024]);
    expect(await codesOf(proxied, '2001:db8:1:3::1', 1)).toEqual([TAKEN]);
  });

  it('forwarded addresses are accepted from configured proxies only', async () => {
    expect(await codesOf(direct, '203.0.113.1', 210)).toContain(4024);
    expect(await codesOf(direct, '203.0.113.2', 1)).toEqual([4024]);
  });
});
