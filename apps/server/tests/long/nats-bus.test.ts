/** The bus over a real NATS server, from Debian. */
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { createNatsBus, type NatsBus, type NatsSettings } from '../../src/platform/nats-bus.ts';
import { findNatsServer, type NatsServer, natsServer } from '../support/nats-server.ts';
import { passTime } from '../support/pass-time.ts';

const found = findNatsServer();
const why = 'why' in found ? found.why : undefined;
const log = createLog('silent');

describe.skipIf(why)(`the bus over NATS ${why ?? ''}`.trim(), () => {
  let server: NatsServer;
  let buses: NatsBus[];

  beforeEach(async () => {
    server = await natsServer('path' in found ? found.path : '');
    buses = [];
    await server.start();
  });

  afterEach(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    await server.stop();
  });

  afterAll(() => {
    if ('folder' in found && found.folder !== undefined) rmSync(found.folder, { recursive: true });
  });

  const settings = (over: Partial<NatsSettings> = {}): NatsSettings => ({
    servers: [`127.0.0.1:${server.port}`],
    isEncrypted: false,
    user: undefined,
    password: undefined,
    credentials: undefined,
    ...over,
  });

  function join(deployment = 'one', over: Partial<NatsSettings> = {}): NatsBus {
    const bus = createNatsBus(settings(over), { log, deployment });
    buses.push(bus);
    return bus;
  }

  /** Subscriptions travel behind the connection: a round trip shows that the server has them. */
  async function joined(...all: NatsBus[]): Promise<void> {
    for (const bus of all) await expect.poll(() => bus.isConnected()).toBe(true);
    await passTime(100, 'subscriptions travel behind the connection');
  }

  it('delivers a message to this instance once and immediately, and to other instances', async () => {
    const [here, there] = [join(), join()];
    const got: unknown[] = [];
    const gotThere: unknown[] = [];
    here.subscribe('prices', (message) => got.push(message));
    const end = there.subscribe('prices', (message) => gotThere.push(message));
    await joined(here, there);
    here.publish('prices', { symbol: 'btcusdt', price: '1' });
    expect(got).toEqual([{ symbol: 'btcusdt', price: '1' }]);
    await expect.poll(() => gotThere).toEqual([{ symbol: 'btcusdt', price: '1' }]);
    end();
    here.publish('prices', 2);
    here.publish('other', 3);
    const later: unknown[] = [];
    there.subscribe('later', (message) => later.push(message));
    // What is sent afterwards arrives later.
    await expect
      .poll(() => {
        here.publish('later', 4);
        return later.length;
      })
      .toBeGreaterThan(0);
    expect(got).toHaveLength(2);
    expect(gotThere).toHaveLength(1);
  });

  it('keeps two deployments on one server apart', async () => {
    const [one, two] = [join('one'), join('two')];
    const got: unknown[] = [];
    two.subscribe('news', (message) => got.push(message));
    two.answer('question', () => Promise.resolve('two'));
    await joined(one, two);
    one.publish('news', null);
    await expect(one.request('question', null, { withinMs: 500 })).rejects.toMatchObject({
      wasRefused: true,
    });
    expect(got).toEqual([]);
  });

  it('carries a request to one instance that answers it, and back', async () => {
    const [asking, first, second] = [join(), join(), join()];
    let answered = 0;
    for (const bus of [first, second]) {
      bus.answer('double', (message) => {
        answered += 1;
        return Promise.resolve((message as number) * 2);
      });
    }
    await joined(asking, first, second);
    expect(await asking.request('double', 21, { withinMs: 1_000 })).toBe(42);
    await passTime(100, 'a second answer would come from another instance');
    expect(answered).toBe(1);
  });

  it('tells a request that nobody got from one that may have been carried out', async () => {
    const [asking, slow] = [join(), join()];
    slow.answer('slow', () => passTime(1_000, 'longer than the caller waits'));
    slow.answer('broken', () => Promise.reject(new Error('no')));
    await joined(asking, slow);
    const limit = { withinMs: 300 };
    await expect(asking.request('nobody', 1, limit)).rejects.toMatchObject({ wasRefused: true });
    await expect(asking.request('slow', 1, limit)).rejects.toMatchObject({
      name: 'NoAnswer',
      wasRefused: false,
    });
    await expect(asking.request('broken', 1, limit)).rejects.toThrow('Error: no');
  });

  it('answers requests of this instance itself, also without a connection', async () => {
    await server.stop();
    const bus = join();
    bus.answer('here', (message) => Promise.resolve(message));
    expect(await bus.request('here', 1, { withinMs: 100 })).toBe(1);
    await expect(bus.request('there', 1, { withinMs: 100 })).rejects.toMatchObject({
      wasRefused: true,
    });
  });

  it('starts without a server, works when there is one, loses what is sent meanwhile, and heals', async () => {
    await server.stop();
    const [here, there] = [join(), join()];
    const got: unknown[] = [];
    there.subscribe('count', (message) => got.push(message));
    there.answer('ping', () => Promise.resolve('pong'));
    here.publish('count', 1);
    expect(here.isConnected()).toBe(false);
    await server.start();
    await joined(here, there);
    here.publish('count', 2);
    await expect.poll(() => got).toEqual([2]);

    await server.stop();
    await expect.poll(() => here.isConnected() || there.isConnected()).toBe(false);
    here.publish('count', 3);
    await expect(here.request('ping', null, { withinMs: 100 })).rejects.toMatchObject({
      wasRefused: true,
    });
    await server.start();
    await joined(here, there);
    here.publish('count', 4);
    await expect.poll(() => got).toEqual([2, 4]);
    expect(await here.request('ping', null, { withinMs: 1_000 })).toBe('pong');
  });

  it('logs in, and an instance with the wrong password stays alone', async () => {
    await server.stop();
    server = await natsServer('path' in found ? found.path : '', ['--user', 'tern', '--pass', 'p']);
    await server.start();
    const right = join('one', { user: 'tern', password: 'p' });
    const wrong = join('one', { user: 'tern', password: 'q' });
    await joined(right);
    await passTime(500, 'the server refuses it, and it tries again');
    expect(wrong.isConnected()).toBe(false);
  });
});
