import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHealth } from '../src/platform/health.ts';
import { manualClock } from './support/market.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clock: manualClock(), prices: 'still' });
});
afterAll(() => server?.stop());

it.each([
  ['/healthz', 'alive'],
  ['/readyz', 'ready'],
])('%s answers a running server with 200 and cannot be cached', async (path, state) => {
  const response = await fetch(server.url() + path);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ state });
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it('tells whether other instances can be reached, and is ready either way', async () => {
  let isConnected = true;
  const bus = { isConnected: () => isConnected };
  const { endpoints } = createHealth({
    database: server.fresh.database,
    clock: manualClock(),
    obstacle: () => undefined,
    bus,
  });
  const ready = endpoints.find(({ path }) => path === '/readyz')!;
  const read = async () => JSON.parse((await ready.answer({} as never)).body as string) as unknown;
  expect(await read()).toEqual({ state: 'ready', bus: 'connected' });
  isConnected = false;
  expect(await read()).toEqual({ state: 'ready', bus: 'not connected' });
});

it('is not ready while the database does not answer, asked once a second at most, and then again', async () => {
  const clock = manualClock();
  let asked = 0;
  let isUp = true;
  const health = createHealth({
    database: {
      ...server.fresh.database,
      one: () => {
        asked += 1;
        return isUp ? Promise.resolve({ answer: 1 } as never) : Promise.reject(new Error('gone'));
      },
    },
    clock,
    obstacle: () => undefined,
  });
  const statusOf = async (path: string) => {
    const endpoint = health.endpoints.find((each) => each.path === path)!;
    return (await endpoint.answer({} as never)).status;
  };
  expect(await statusOf('/readyz')).toBe(200);
  isUp = false;
  expect(await statusOf('/readyz')).toBe(200);
  expect(asked).toBe(1);
  clock.advance(1_000);
  expect(await statusOf('/readyz')).toBe(503);
  expect(await statusOf('/healthz')).toBe(200);
  isUp = true;
  clock.advance(1_000);
  expect(await statusOf('/readyz')).toBe(200);
  expect(asked).toBe(3);
});

it('is not ready, and says why, while the server cannot serve', async () => {
  let why: string | undefined = 'standby';
  const { endpoints } = createHealth({
    database: server.fresh.database,
    clock: manualClock(),
    obstacle: () => why,
  });
  const ready = endpoints.find(({ path }) => path === '/readyz')!;
  const read = async () => {
    const { status, body } = await ready.answer({} as never);
    return [status, JSON.parse(body as string)] as unknown;
  };
  expect(await read()).toEqual([503, { state: 'standby' }]);
  why = undefined;
  expect(await read()).toEqual([200, { state: 'ready' }]);
});

it('says why it cannot serve without asking the database, which may take longer than a load balancer waits', async () => {
  let asked = 0;
  const one = () => {
    asked += 1;
    return new Promise<never>(() => undefined);
  };
  const { endpoints } = createHealth({
    database: { ...server.fresh.database, one },
    clock: manualClock(),
    obstacle: () => 'the server is stopping',
  });
  const ready = endpoints.find(({ path }) => path === '/readyz')!;
  const { status, body } = await ready.answer({} as never);
  expect([status, JSON.parse(body as string)]).toEqual([503, { state: 'the server is stopping' }]);
  expect(asked).toBe(0);
});

it('is not ready when the database takes longer than two seconds', async () => {
  const never = new Promise<never>(() => undefined);
  const health = createHealth({
    database: { ...server.fresh.database, one: () => never },
    clock: manualClock(),
    obstacle: () => undefined,
  });
  const ready = health.endpoints.find(({ path }) => path === '/readyz')!;
  expect((await ready.answer({} as never)).status).toBe(503);
});
