import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAck, aPush, type MarketClient, marketClient } from './support/market-socket.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
const clients: MarketClient[] = [];

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  for (const { socket } of clients) socket.terminate();
  await server.stop();
});

async function connect(path: '/ws' | '/feed'): Promise<MarketClient> {
  const client = await marketClient(server.url().replace('http', 'ws') + path);
  clients.push(client);
  return client;
}

interface Change {
  seqNum: number;
  prevSeqNum: number;
  bids: unknown[];
  asks: unknown[];
}

it('publishes book changes every 100 ms, each starting where the last one ended', async () => {
  const client = await connect('/feed');
  const topic = 'market.btcusdt.mbp.150';
  client.send({ sub: topic, id: '1' });
  await client.next(anAck('1'));
  const first = await client.next(aPush(topic));
  const since = performance.now();
  const pushesSoFar = () => client.messages.filter(aPush(topic));
  const movesOf = (all: readonly Record<string, unknown>[]) =>
    all.filter((push) => {
      const { bids, asks } = push['tick'] as Change;
      return bids.length + asks.length > 0;
    });
  await expect.poll(() => movesOf(pushesSoFar()).length).toBeGreaterThan(2);
  const pushes = pushesSoFar();
  // On a busy machine they may be late, never early.
  expect(pushes.length).toBeLessThan((performance.now() - since) / 100 + 5);
  let last = (first['tick'] as Change).seqNum;
  for (const push of pushes) {
    const { seqNum, prevSeqNum } = push['tick'] as Change;
    expect(prevSeqNum).toBe(last);
    expect(Object.keys(push).toSorted()).toEqual(['ch', 'tick', 'ts']);
    last = seqNum;
  }
});

it('drops a client that leaves pings unanswered within half a minute; one that answers or pings itself stays', async () => {
  const silent = await connect('/ws');
  const answering = await connect('/ws');
  const asking = await connect('/feed');
  asking.send({ sub: 'market.btcusdt.mbp.150', id: '1' });
  let pongs = 0;
  answering.socket.on('message', () => {
    const index = answering.messages.findIndex((message) => 'ping' in message);
    if (index < 0) return;
    const [ping] = answering.messages.splice(index, 1);
    expect(Number.isInteger(ping?.['ping'])).toBe(true);
    answering.send({ pong: ping?.['ping'] });
    pongs += 1;
  });
  const closed = new Promise((resolve) => silent.socket.once('close', resolve));
  // Half a minute of the server's jobs, in less time.
  for (let beat = 1; beat <= 4; beat += 1) {
    await server.runJob('feed.heartbeat');
    for (let push = 0; push < 25; push += 1) await server.runJob('feed.books');
    await expect.poll(() => pongs).toBeGreaterThanOrEqual(beat);
    await asking.settle();
  }
  await closed;
  expect(silent.messages.filter((message) => 'ping' in message)).toHaveLength(2);
  await answering.settle();
  const pushes = asking.messages.filter(aPush('market.btcusdt.mbp.150'));
  // Not disconnected, although it left pings unanswered.
  expect(pushes.length).toBeGreaterThan(60);
  await asking.settle();
});
