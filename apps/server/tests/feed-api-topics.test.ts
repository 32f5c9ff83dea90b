import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Depth } from '../src/kernel/prices/market-tape.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import {
  anAck,
  aPush,
  type MarketClient,
  type MarketSockets,
  type Message,
  serveMarketSockets,
} from './support/market-socket.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';
import { turns } from './support/pass-time.ts';

type Level = [number, number];
interface Change {
  seqNum: number;
  prevSeqNum: number;
  bids?: Level[];
  asks?: Level[];
}

let fresh: FreshDatabase;
let running: RunningMarket;
let sockets: MarketSockets;
let book: Depth;

beforeAll(async () => {
  fresh = await freshDatabase();
  // In a new year, so that a week of history has candles of two years.
  running = await runMarket(fresh.database, '2026-01-07T14:23:00.000Z', { historyDays: 8 });
  running.tape.provideDepth((symbol, levels) =>
    symbol !== 'adausdt'
      ? undefined
      : { ...book, bids: book.bids.slice(0, levels), asks: book.asks.slice(0, levels) },
  );
  sockets = await serveMarketSockets(running);
});
beforeEach(() => {
  book = { version: 10, bids: [['0.4412', '10']], asks: [['0.4413', '2']] };
});
afterEach(async () => {
  await sockets.drop();
  await running.runJob('feed.books');
});
afterAll(async () => {
  await running.market.stop?.();
  sockets.close();
  await fresh.drop();
});

const tickOf = (message: Message) => message['tick'] as Message;

async function nextChange(client: MarketClient, levels: number): Promise<Change> {
  return tickOf(await client.next(aPush(`market.adausdt.mbp.${levels}`))) as unknown as Change;
}

async function subscribe(client: MarketClient, topic: string): Promise<void> {
  client.send({ sub: topic, id: topic });
  expect(await client.next(anAck(topic))).toMatchObject({ status: 'ok', subbed: topic });
}

function moveBook(changes: Partial<Depth>): void {
  book = { ...book, ...changes, version: book.version + 1 };
}

describe('topics for API clients', () => {
  it('publishes the best prices and sizes once per change', async () => {
    const client = await sockets.connect();
    await subscribe(client, 'market.adausdt.bbo');
    const ch = aPush('market.adausdt.bbo');
    expect(tickOf(await client.next(ch))).toEqual({
      symbol: 'adausdt',
      quoteTime: running.clock.now(),
      bid: 0.4412,
      bidSize: 10,
      ask: 0.4413,
      askSize: 2,
      seqId: 10,
    });
    await running.runJob('feed.changes');
    await client.next(ch);
    moveBook({ bids: [...book.bids, ['0.4410', '5']] });
    await running.runJob('feed.changes');
    await client.settle();
    expect(client.messages.filter(ch)).toEqual([]);
    moveBook({ asks: [['0.4413', '1.5']] });
    await running.runJob('feed.changes');
    expect(tickOf(await client.next(ch))).toMatchObject({ askSize: 1.5, seqId: 12 });
  });

  it('publishes the ticker of one symbol with best prices and the last trade', async () => {
    const client = await sockets.connect();
    await subscribe(client, 'market.adausdt.ticker');
    await running.pass(1);
    await running.runJob('feed.tickers');
    await client.next(aPush('market.adausdt.ticker'));
    const push = await client.next(aPush('market.adausdt.ticker'));
    expect(Object.keys(push).toSorted()).toEqual(['ch', 'tick', 'ts']);
    expect(Object.keys(tickOf(push)).toSorted()).toEqual(
      'amount ask askSize bid bidSize close count high lastPrice lastSize low open vol'.split(' '),
    );
    expect(tickOf(push)['lastPrice']).toBe(tickOf(push)['close']);
  });

  it.each([5, 10, 20])(
    'publishes the best %d levels of the book on every change',
    async (levels) => {
      book.bids = Array.from({ length: 30 }, (_, at) => [`0.${4412 - at}`, '1']);
      const client = await sockets.connect();
      const topic = `market.adausdt.mbp.refresh.${levels}`;
      await subscribe(client, topic);
      const first = tickOf(await client.next(aPush(topic)));
      expect(first['seqNum']).toBe(10);
      expect(first['bids']).toHaveLength(levels);
      expect(first['asks']).toEqual([[0.4413, 2]]);
      await running.runJob('feed.books');
      await client.next(aPush(topic));
      moveBook({ asks: [] });
      await running.runJob('feed.books');
      expect(tickOf(await client.next(aPush(topic)))).toMatchObject({ seqNum: 11, asks: [] });
    },
  );

  it('answers a pull of trades, and of candles by the year', async () => {
    const client = await sockets.connect();
    await running.pass(2);
    client.send({ req: 'market.btcusdt.trade.detail', id: 't' });
    const trades = (await client.next(anAck('t')))['data'] as Message[];
    expect(Object.keys(trades[0]!).toSorted()).toEqual(
      ['id', 'ts', 'tradeId', 'amount', 'price', 'direction'].toSorted(),
    );
    client.send({ req: 'market.btcusdt.kline.1year', id: 'y' });
    const years = (await client.next(anAck('y')))['data'] as Message[];
    expect(years.map(({ id }) => id)).toEqual(
      ['2025-01-01', '2026-01-01'].map((day) => Date.parse(day) / 1000),
    );
  });

  it.each(['mbp.7', 'mbp.refresh.150', 'depth.step6', 'kline.2min', 'bbo.x', 'trade'])(
    'refuses the topic %s',
    async (kind) => {
      const client = await sockets.connect('/feed');
      client.send({ sub: `market.adausdt.${kind}`, id: 'x' });
      expect(await client.next(anAck('x'))).toMatchObject({
        status: 'error',
        'err-code': 'bad-request',
        'err-msg': 'invalid topic',
      });
    },
  );
});

describe('the changes of a book', () => {
  it.each([5, 20, 150, 400])('of %d levels begin right after the acknowledgement', async (n) => {
    const client = await sockets.connect('/feed');
    await subscribe(client, `market.adausdt.mbp.${n}`);
    expect(await nextChange(client, n)).toEqual({
      seqNum: 10,
      prevSeqNum: 10,
      bids: [],
      asks: [],
    });
  });

  it('are published for each change of 5 and 20 levels, without the unchanged side', async () => {
    const client = await sockets.connect('/feed');
    await subscribe(client, 'market.adausdt.mbp.5');
    await nextChange(client, 5);
    moveBook({ asks: [['0.4414', '3']] });
    await running.runJob('feed.changes');
    expect(await nextChange(client, 5)).toEqual({
      seqNum: 11,
      prevSeqNum: 10,
      asks: [
        [0.4414, 3],
        [0.4413, 0],
      ],
    });
    await running.runJob('feed.changes');
    moveBook({});
    await running.runJob('feed.changes');
    moveBook({ bids: [['0.4412', '9.5']] });
    await running.runJob('feed.changes');
    expect(await nextChange(client, 5)).toEqual({
      seqNum: 13,
      prevSeqNum: 11,
      bids: [[0.4412, 9.5]],
    });
  });

  it('are published at a steady pace for 150 levels, even without a change', async () => {
    const client = await sockets.connect('/feed');
    await subscribe(client, 'market.adausdt.mbp.150');
    await nextChange(client, 150);
    await running.runJob('feed.books');
    expect(await nextChange(client, 150)).toEqual({
      seqNum: 10,
      prevSeqNum: 10,
      bids: [],
      asks: [],
    });
    moveBook({ bids: [] });
    moveBook({ bids: [['0.4411', '4']] });
    await running.runJob('feed.books');
    expect(await nextChange(client, 150)).toEqual({
      seqNum: 12,
      prevSeqNum: 10,
      bids: [
        [0.4411, 4],
        [0.4412, 0],
      ],
      asks: [],
    });
  });

  it('name levels that enter or leave the best 5', async () => {
    book.bids = Array.from({ length: 6 }, (_, at) => [`0.${4412 - at}`, '1']);
    const client = await sockets.connect('/feed');
    await subscribe(client, 'market.adausdt.mbp.5');
    await nextChange(client, 5);
    moveBook({ bids: book.bids.slice(1) });
    await running.runJob('feed.changes');
    const bids: Level[] = [
      [0.4407, 1],
      [0.4412, 0],
    ];
    expect(await nextChange(client, 5)).toEqual({ seqNum: 11, prevSeqNum: 10, bids });
  });

  it('continue a snapshot pulled at any time, for every subscriber', async () => {
    const early = await sockets.connect('/feed');
    await subscribe(early, 'market.adausdt.mbp.150');
    // The book has moved, but the change is not published: the snapshot must not be ahead of the changes.
    moveBook({ bids: [['0.4412', '7']] });
    const late = await sockets.connect('/feed');
    await subscribe(late, 'market.adausdt.mbp.150');
    const first = await nextChange(late, 150);
    late.send({ req: 'market.adausdt.mbp.150', id: 's' });
    const snapshot = (await late.next(anAck('s')))['data'] as Change;
    expect(snapshot.seqNum).toBe(first.seqNum);
    expect(snapshot.bids).toEqual([[0.4412, 10]]);
    await running.runJob('feed.books');
    const change = await nextChange(late, 150);
    expect(change.prevSeqNum).toBe(snapshot.seqNum);
    expect(change.bids).toEqual([[0.4412, 7]]);
  });

  it('have no gap through a thousand random moves, and lead to the current book', async () => {
    const client = await sockets.connect('/feed');
    await subscribe(client, 'market.adausdt.mbp.20');
    client.send({ req: 'market.adausdt.mbp.20', id: 's' });
    const snapshot = (await client.next(anAck('s')))['data'] as Required<Change>;
    const mine = { bids: new Map(snapshot.bids), asks: new Map(snapshot.asks) };
    let last = snapshot.seqNum;
    let random = 7;
    const nextRandom = (below: number): number => {
      random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
      return (random >>> 8) % below;
    };
    for (let round = 0; round < 1_000; round += 1) {
      const side = nextRandom(2) === 0 ? 'bids' : 'asks';
      const levels = new Map(book[side]);
      const offset = nextRandom(40);
      const price = side === 'bids' ? `0.${4412 - offset}` : `0.${4413 + offset}`;
      if (nextRandom(3) === 0) levels.delete(price);
      else levels.set(price, String(1 + nextRandom(9)));
      const best = side === 'bids' ? -1 : 1;
      const sorted = [...levels].sort(([a], [b]) => best * (Number(a) - Number(b)));
      moveBook({ [side]: sorted });
      if (nextRandom(3) === 0) await running.runJob('feed.changes');
      if (round % 100 === 0) await client.settle();
    }
    await running.runJob('feed.changes');
    await client.settle();
    const pushes = client.messages.filter(aPush('market.adausdt.mbp.20'));
    for (const change of pushes.map(tickOf) as unknown as Change[]) {
      if (change.seqNum === change.prevSeqNum) continue;
      expect(change.prevSeqNum).toBe(last);
      last = change.seqNum;
      for (const side of ['bids', 'asks'] as const) {
        for (const [price, size] of change[side] ?? []) {
          if (size === 0) mine[side].delete(price);
          else mine[side].set(price, size);
        }
      }
    }
    const numbers = (levels: Depth['bids']) =>
      levels.slice(0, 20).map(([price, size]): Level => [Number(price), Number(size)]);
    expect([...mine.bids].sort(([a], [b]) => b - a)).toEqual(numbers(book.bids));
    expect([...mine.asks].sort(([a], [b]) => a - b)).toEqual(numbers(book.asks));
  });

  it('end with unsub', async () => {
    const client = await sockets.connect('/feed');
    await subscribe(client, 'market.adausdt.mbp.400');
    await nextChange(client, 400);
    client.send({ unsub: 'market.adausdt.mbp.400', id: 'u' });
    await client.next(anAck('u'));
    await running.runJob('feed.books');
    await client.settle();
    expect(client.messages).toEqual([]);
  });
});

describe('an API client', () => {
  it('that subscribes twice has two acknowledgements and receives each message once', async () => {
    const client = await sockets.connect('/feed');
    await subscribe(client, 'market.adausdt.mbp.150');
    await subscribe(client, 'market.adausdt.mbp.150');
    await nextChange(client, 150);
    moveBook({ bids: [] });
    await running.runJob('feed.books');
    expect(await nextChange(client, 150)).toMatchObject({ seqNum: 11, prevSeqNum: 10 });
    await client.settle();
    expect(client.messages).toEqual([]);
  });

  it('can pull the snapshots of all symbols in a row', async () => {
    const client = await sockets.connect('/feed');
    const symbols = running.instruments.all.map(({ symbol }) => symbol);
    running.clock.advance(10_000);
    for (const symbol of symbols) client.send({ req: `market.${symbol}.mbp.150`, id: symbol });
    for (const symbol of symbols) {
      expect(await client.next(anAck(symbol))).toMatchObject({ status: 'ok' });
    }
  });

  it('that reads slowly receives its missed book changes as one, and all trades', async () => {
    const trades = 'market.adausdt.trade.detail';
    const client = await sockets.connect('/feed');
    await subscribe(client, 'market.adausdt.mbp.400');
    await subscribe(client, trades);
    const quick = await sockets.connect('/feed');
    await subscribe(quick, trades);
    await Promise.all([client.settle(), quick.settle()]);
    client.messages.length = 0;
    quick.messages.length = 0;
    client.socket.pause();
    // The server notices after half a second, and two probes of 32 updates, that the client does not read.
    const rounds = 150;
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    for (let round = 0; round < rounds; round += 1) {
      const bids = Array.from({ length: 400 }, (_, at): [string, string] => [
        `0.${9_999 - at}`,
        `${randomInt(1_000_000_000)}.${randomInt(1_000_000_000)}1`,
      ]);
      moveBook({ bids, asks: [] });
      await running.runJob('feed.books');
      now += 10;
      await turns();
    }
    clock.mockRestore();
    // The market does not trade in every second.
    await running.pass(60);
    moveBook({ bids: [['0.4400', '1']], asks: [['0.4401', '1']] });
    await running.runJob('feed.books');
    client.socket.resume();
    const isLast = (message: Message) => tickOf(message)?.['seqNum'] === book.version;
    await expect
      .poll(async () => {
        await running.runJob('feed.changes');
        return client.messages.some(isLast) && client.messages.some(aPush(trades));
      })
      .toBe(true);
    const changes = client.messages.filter(aPush('market.adausdt.mbp.400')).map(tickOf);
    expect(changes.length).toBeLessThan((rounds * 2) / 3);
    let last = 10;
    for (const change of changes as unknown as Change[]) {
      expect(change.prevSeqNum).toBe(last);
      last = change.seqNum;
    }
    const linesOf = ({ messages }: typeof client) =>
      messages
        .filter(aPush(trades))
        .flatMap((message) => tickOf(message)['data'] as Message[])
        .map(({ id }) => Number(id))
        .toSorted((one, other) => one - other);
    expect(linesOf(quick).length).toBeGreaterThan(5);
    expect(linesOf(client)).toEqual(linesOf(quick));
  });
});
