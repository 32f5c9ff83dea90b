import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import {
  anAck,
  aPush,
  type MarketClient,
  type MarketSockets,
  serveMarketSockets,
} from './support/market-socket.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';

/** Several for each market. */
const CLIENTS = 150;

let fresh: FreshDatabase;
let running: RunningMarket;
let sockets: MarketSockets;

beforeAll(async () => {
  fresh = await freshDatabase();
  running = await runMarket(fresh.database, '2026-11-18T14:23:00.000Z');
  sockets = await serveMarketSockets(running);
});
afterAll(async () => {
  await running.market.stop?.();
  sockets.close();
  await fresh.drop();
});

async function arrive(index: number): Promise<[MarketClient, string]> {
  const symbols = running.instruments.all.map(({ symbol }) => symbol);
  const detail = `market.${symbols[index % symbols.length]}.detail`;
  const client = await sockets.connect();
  client.send({ sub: 'market.tickers', id: 'tickers' });
  client.send({ sub: detail, id: 'detail' });
  return [client, detail];
}

it(`${CLIENTS} clients that connect together, are cut and reconnect together each receive the full state`, async () => {
  for (let wave = 0; wave < 3; wave += 1) {
    const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => arrive(index)));
    for (const [client, detail] of clients) {
      await client.next(anAck('tickers'));
      await client.next(anAck('detail'));
      const first = await client.next(aPush('market.tickers'));
      expect(first['data']).toHaveLength(running.instruments.all.length);
      await client.next(aPush(detail));
    }
    await running.pass(1);
    await running.runJob('feed.tickers');
    for (const [client, detail] of clients) {
      expect(await client.next(aPush(detail))).toMatchObject({ ts: running.clock.now() });
      await client.next(aPush('market.tickers'));
      expect(client.messages).toEqual([]);
    }
    await sockets.drop();
  }
  // A client after the storm receives everything once.
  const [late, detail] = await arrive(0);
  await late.next(anAck('detail'));
  await running.pass(1);
  await late.settle();
  expect(late.messages.filter(aPush(detail))).toHaveLength(2);
});
