/** An instance that restarts closes its sockets with code 1012: the app connects to another one soon, and shows nothing of it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MarketSocket } from './market-socket.ts';
import { MemberSocket } from './member-socket.ts';

const SERVICE_RESTART = 1012;
const LOST = 1006;

/** A socket that the test answers. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly openedAt = Date.now();
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((push: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  closeWith(code: number) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const newest = () => FakeSocket.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  FakeSocket.all = [];
});

function openMember() {
  const reported: string[] = [];
  const socket = new MemberSocket({
    path: '/api/live',
    token: () => 'session',
    onRestart: () => reported.push('restart'),
    onNews: () => reported.push('news'),
    onRefused: () => reported.push('refused'),
  });
  const orders: unknown[] = [];
  socket.on('spot.order', (order) => orders.push(order));
  socket.start();
  newest().open();
  newest().receive({ kind: 'welcome', cursor: '7.0' });
  return { socket, reported, orders };
}

const order = (cursor: string, n: number) => ({
  kind: 'event',
  cursor,
  at: '2026-11-21T10:00:00.000Z',
  topic: 'spot.order',
  data: { n },
});

test('the member socket connects again within a second, and goes on after the last event', async () => {
  const { socket, reported, orders } = openMember();
  newest().receive(order('8.1', 1));
  newest().closeWith(SERVICE_RESTART);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeSocket.all).toHaveLength(2);
  newest().open();
  expect(newest().sent.map((text) => JSON.parse(text) as object)).toEqual([
    { token: 'session', after: '8.1' },
  ]);
  newest().receive({ kind: 'welcome', cursor: '8.1' });
  newest().receive(order('9.1', 2));
  expect(orders).toEqual([{ n: 1 }, { n: 2 }]);
  expect(reported).toEqual(['news']);
  socket.stop();
});

test('all sockets of an instance do not connect again at the same moment', async () => {
  const sockets = Array.from({ length: 100 }, openMember);
  const before = Date.now();
  for (const socket of FakeSocket.all) socket.closeWith(SERVICE_RESTART);
  await vi.advanceTimersByTimeAsync(1_000);
  const waits = FakeSocket.all.slice(100).map(({ openedAt }) => openedAt - before);
  expect(waits).toHaveLength(100);
  for (const quarter of [0, 250, 500, 750]) {
    const inQuarter = waits.filter((wait) => wait >= quarter && wait <= quarter + 250);
    expect(inQuarter.length).toBeGreaterThan(5);
  }
  for (const { socket } of sockets) socket.stop();
});

test('after any other loss it waits five seconds', async () => {
  const { socket } = openMember();
  newest().closeWith(LOST);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(FakeSocket.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(FakeSocket.all).toHaveLength(2);
  socket.stop();
});

test('the market feed stays live meanwhile, and subscribes to the same topics', async () => {
  const feed = new MarketSocket('/ws');
  const stop = feed.subscribe('market.tickers', () => undefined);
  newest().open();
  const states: string[] = [];
  feed.onState(() => states.push(feed.state));
  expect(feed.state).toBe('live');
  newest().closeWith(SERVICE_RESTART);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeSocket.all).toHaveLength(2);
  newest().open();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(newest().sent.map((text) => JSON.parse(text) as object)).toContainEqual({
    sub: 'market.tickers',
    id: 'market.tickers',
  });
  expect([...states, feed.state].filter((state) => state !== 'live')).toEqual([]);
  stop();
});
