import { gunzipSync } from 'node:zlib';
import { formatDecimal } from '@tern/money';
import type { Push } from '@tern/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import {
  anAck,
  aPush,
  type MarketSockets,
  type Message,
  serveMarketSockets,
} from './support/market-socket.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';

let fresh: FreshDatabase;
let running: RunningMarket;
let sockets: MarketSockets;

beforeAll(async () => {
  fresh = await freshDatabase();
  running = await runMarket(fresh.database, '2026-11-18T14:23:00.000Z');
  sockets = await serveMarketSockets(running);
});

afterEach(() => sockets.drop());

afterAll(async () => {
  await running.market.stop?.();
  sockets.close();
  await fresh.drop();
});

describe('the market socket', () => {
  it('acknowledges a subscription with the id as it was sent, in gzip binary frames', async () => {
    const client = await sockets.connect();
    client.send({ sub: 'market.btcusdt.detail', id: 'a 1' });
    expect(await client.next(anAck('a 1'))).toEqual({
      id: 'a 1',
      status: 'ok',
      subbed: 'market.btcusdt.detail',
      ts: running.clock.now(),
    });
  });

  it('answers a client’s ping with the same number, and refuses one that is not an integer', async () => {
    const client = await sockets.connect();
    client.send({ ping: 18_212_558_000 });
    expect(await client.next((message) => 'pong' in message)).toEqual({ pong: 18_212_558_000 });
    client.send({ ping: 'soon' });
    expect(await client.next((message) => message['status'] === 'error')).toMatchObject({
      'err-code': 'bad-request',
      'err-msg': 'invalid ping',
    });
  });

  it('pushes detail with each stored tick, carrying the head of the price chain', async () => {
    const client = await sockets.connect();
    client.send({ sub: 'market.ethusdt.detail', id: '1' });
    const first = (await client.next(aPush('market.ethusdt.detail'))) as Extract<
      Push,
      { tick: unknown }
    >;
    await running.pass(1);
    const second = (await client.next(aPush('market.ethusdt.detail'))) as typeof first;
    const before = first.tick as { chain: { seq: number; hash: string }; close: number };
    const after = second.tick as typeof before;
    expect(after.chain.seq).toBe(before.chain.seq + 1);
    expect(after.chain.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(after.chain.hash).not.toBe(before.chain.hash);
    const stored = running.prices.latest('ethusdt');
    expect(stored?.seq).toBe(after.chain.seq);
    expect(String(after.close)).toBe(formatDecimal(stored?.price ?? 0n));
    expect(Object.keys(second).toSorted()).toEqual(['ch', 'tick', 'ts']);
  });

  it('pushes all tickers in one frame, and only after a change', async () => {
    const client = await sockets.connect();
    client.send({ sub: 'market.tickers', id: '1' });
    const ch = aPush('market.tickers');
    const start = (await client.next(ch)) as unknown as { status: string; data: Message[] };
    expect(start.status).toBe('ok');
    expect(start.data.map((row) => row['symbol'])).toContain('xauusd');
    expect(Object.keys(start.data[0]!)).toEqual(
      expect.arrayContaining(['open', 'high', 'low', 'close', 'amount', 'vol', 'count', 'bid']),
    );
    await running.pass(1);
    await running.runJob('feed.tickers');
    await client.next(ch);
    await running.runJob('feed.tickers');
    await client.settle();
    expect(client.messages.filter(ch)).toEqual([]);
  });

  it('sends decimals exactly, with any number of digits', async () => {
    const client = await sockets.connect();
    client.send({ sub: 'market.shibusdt.detail', id: '1' });
    const raw = new Promise<string>((resolve) => {
      client.socket.on('message', (data: Buffer) => {
        const text = gunzipSync(data).toString();
        if (text.includes('"tick"')) resolve(text);
      });
    });
    await running.pass(1);
    expect(await raw).toMatch(/"close":0\.0000\d{4,5}[,}]/);
  });

  it('pushes candles, and returns up to 300 of a requested range', async () => {
    const client = await sockets.connect();
    client.send({ sub: 'market.btcusdt.kline.1min', id: '1' });
    const push = (await client.next(aPush('market.btcusdt.kline.1min'))) as { tick?: Message };
    const minute = Math.floor(running.clock.now() / 60_000) * 60;
    expect(push.tick?.['id']).toBe(minute);
    const from = minute - 600;
    client.send({ req: 'market.btcusdt.kline.1min', id: '2', from, to: minute });
    const answer = (await client.next(anAck('2'))) as { rep?: string; data?: Message[] };
    expect(answer.rep).toBe('market.btcusdt.kline.1min');
    expect(answer.data?.map((row) => row['id'])).toEqual(
      Array.from({ length: 11 }, (_, index) => from + index * 60),
    );
    running.clock.set(running.clock.now() + 200);
    client.send({ req: 'market.btcusdt.kline.5min', id: '3' });
    expect(((await client.next(anAck('3'))) as { data: unknown[] }).data).toHaveLength(300);
  });

  it('lists the trades of reference ticks, newest first', async () => {
    const client = await sockets.connect();
    client.send({ sub: 'market.solusdt.trade.detail', id: '1' });
    await client.next(aPush('market.solusdt.trade.detail'));
    await running.pass(1);
    const source = (await client.next(aPush('market.solusdt.trade.detail'))) as unknown as {
      tick: { data: Message[] };
    };
    expect(source.tick.data).toHaveLength(1);
    await running.pass(1);
    client.send({ req: 'market.solusdt.trade.detail', id: '2' });
    const { data } = (await client.next(anAck('2'))) as unknown as { data: { ts: number }[] };
    expect(data.length).toBeGreaterThan(1);
    expect(data.map((row) => row.ts)).toEqual(
      data.map((row) => row.ts).toSorted((left, right) => right - left),
    );
  });

  it('pushes the order book when its version grows, and merged to coarser prices on request', async () => {
    let version = 1;
    running.tape.provideDepth((symbol) =>
      symbol !== 'adausdt'
        ? undefined
        : {
            bids: [
              ['0.4412', '10'],
              ['0.4411', '5'],
              ['0.4405', '1'],
            ],
            asks: [
              ['0.4413', '2'],
              ['0.4421', '3'],
            ],
            version,
          },
    );
    const client = await sockets.connect();
    client.send({ sub: 'market.adausdt.depth.step0', id: '1' });
    client.send({ sub: 'market.adausdt.depth.step1', id: '2' });
    const exact = await client.next(aPush('market.adausdt.depth.step0'));
    const merged = await client.next(aPush('market.adausdt.depth.step1'));
    expect(exact['tick']).toMatchObject({
      version: 1,
      bids: [
        [0.4412, 10],
        [0.4411, 5],
        [0.4405, 1],
      ],
    });
    expect(merged['tick']).toMatchObject({
      bids: [
        [0.441, 15],
        [0.44, 1],
      ],
      asks: [
        [0.442, 2],
        [0.443, 3],
      ],
    });
    await running.runJob('feed.tickers');
    version = 2;
    await running.runJob('feed.tickers');
    await client.next((message) => (message['tick'] as Message)?.['version'] === 2);
  });

  it.each([
    [{ sub: 'market.nosuchcoin.detail', id: 'x' }, 'invalid symbol'],
    [{ sub: 'market.btcusdt.gossip', id: 'x' }, 'invalid topic'],
    [{ sub: 'market.btcusdt.kline.7min', id: 'x' }, 'invalid topic'],
    [{ sub: { evil: true }, id: 'x' }, 'invalid topic'],
    [{ sub: 'market.__proto__.detail', id: 'x' }, 'invalid symbol'],
    [{ unsub: 'market.btcusdt.detail', id: 'x' }, 'unsub with not subbed topic'],
    [{ req: 'market.btcusdt.kline.1min', from: 'x', id: 'x' }, 'invalid time range'],
    [{ hello: 1, id: 'x' }, 'invalid topic'],
  ])('answers %j with "%s" and stays connected', async (message, problem) => {
    const client = await sockets.connect();
    client.send(message);
    expect(await client.next(anAck('x'))).toMatchObject({
      status: 'error',
      'err-code': 'bad-request',
      'err-msg': problem,
    });
    await client.settle();
  });

  it.each([
    ['nothing', ''],
    ['half an object', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"text"'],
    ['a number', '7'],
    ['5,000 letters', 'x'.repeat(5_000)],
  ])('answers %s, which is not a request, and stays connected', async (_, text) => {
    const client = await sockets.connect();
    client.send(text);
    const error = await client.next((message) => message['status'] === 'error');
    expect(error['err-msg']).toBe('not json string');
    await client.settle();
  });

  it('allows 200 topics per client, and names the first request beyond a flood limit', async () => {
    const client = await sockets.connect();
    const symbols = running.instruments.all.map(({ symbol }) => symbol);
    const names = symbols.flatMap((symbol) =>
      ['1min', '5min', '15min', '30min', '60min'].map(
        (period) => `market.${symbol}.kline.${period}`,
      ),
    );
    for (const name of names.slice(0, 200)) client.send({ sub: name, id: name });
    for (const name of names.slice(0, 200)) {
      expect(await client.next(anAck(name))).toMatchObject({ status: 'ok' });
    }
    client.send({ sub: names[200], id: 'full' });
    expect(await client.next(anAck('full'))).toMatchObject({
      'err-code': 'bad-request',
      'err-msg': '429 too many request: 200 topics at most',
    });
    for (let ping = 1; ping <= 99; ping += 1) client.send({ ping });
    client.send({ unsub: names[0], id: 'over' });
    expect(await client.next(anAck('over'))).toMatchObject({
      'err-code': 'bad-request',
      'err-msg': '429 too many request',
    });
    running.clock.set(running.clock.now() + 100);
    client.send({ unsub: names[0], id: 'again' });
    expect(await client.next(anAck('again'))).toMatchObject({ unsubbed: names[0] });
  });

  it('disconnects a client that leaves two pings unanswered, and no other', async () => {
    const silent = await sockets.connect();
    const lively = await sockets.connect();
    const closed = new Promise((resolve) => silent.socket.once('close', resolve));
    for (let round = 0; round < 3; round += 1) {
      await running.runJob('feed.heartbeat');
      const ping = await lively.next((message) => 'ping' in message);
      lively.send({ pong: ping['ping'] });
      await lively.settle();
    }
    await closed;
    expect(lively.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('ends a subscription on request', async () => {
    const client = await sockets.connect();
    client.send({ sub: 'market.btcusdt.detail', id: '1' });
    client.send({ unsub: 'market.btcusdt.detail', id: '2' });
    expect(await client.next(anAck('2'))).toMatchObject({ unsubbed: 'market.btcusdt.detail' });
    await client.next(aPush('market.btcusdt.detail'));
    await running.pass(1);
    await client.settle();
    expect(client.messages.filter(aPush('market.btcusdt.detail'))).toEqual([]);
  });
});
