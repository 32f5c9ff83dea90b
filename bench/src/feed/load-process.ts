/** Thousands of clients of one feed in a separate process: all count their messages, some measure the latency. */
import { quantile } from '../spread.ts';
import type { CountReport, LoadOrder, ReconnectReport, ResumeReport } from './feed-job.ts';
import { type FeedAddress, FeedSocket } from './feed-socket.ts';
import { SYMBOLS } from './market-stage.ts';

type Open = Extract<LoadOrder, { kind: 'open' }>;

/** One in this many reads its messages, and so do the first and the last one. */
const READER_EVERY = 100;
const OPENING_AT_ONCE = 200;
/** Time limit of a connection. */
const CONNECT_MS = 20_000;

let opened: Open;
let sockets: FeedSocket[] = [];
let slow: FeedSocket[] = [];
let count = newCount();

function newCount() {
  return {
    deliveries: 0,
    firstAt: 0,
    lastAt: 0,
    delays: [] as number[],
    /** By the time in the message: the longest delay of any reader. */
    last: new Map<number, number>(),
    cpu: process.cpuUsage(),
  };
}

const counter = {
  received(_socket: FeedSocket, at: number | undefined) {
    count.deliveries += 1;
    count.lastAt = performance.now();
    if (count.firstAt === 0) count.firstAt = count.lastAt;
    if (at === undefined) return;
    const delay = performance.timeOrigin + count.lastAt - at;
    count.delays.push(delay);
    count.last.set(at, Math.max(delay, count.last.get(at) ?? 0));
  },
};

function socketAt(index: number, isReader: boolean, receiver = counter): FeedSocket {
  const symbol = SYMBOLS[index % SYMBOLS.length]!;
  const topics = opened.feed === 'ws' ? [] : ['market.tickers', `market.${symbol}.detail`];
  const address: FeedAddress = { port: opened.port, topics };
  return new FeedSocket(address, { isReader, receiver });
}

async function open(order: Open): Promise<number> {
  opened = order;
  const start = performance.now();
  for (let from = 0; from < order.sockets; from += OPENING_AT_ONCE) {
    const until = Math.min(order.sockets, from + OPENING_AT_ONCE);
    const batch = Array.from({ length: until - from }, (_, offset) => {
      const index = from + offset;
      return socketAt(index, index % READER_EVERY === 0 || index === order.sockets - 1);
    });
    await Promise.all(batch.map((socket) => socket.opened()));
    sockets.push(...batch);
  }
  const seconds = (performance.now() - start) / 1_000;
  // Waits for the first contents.
  await sleep(300);
  return seconds;
}

function begin(share: number): void {
  const every = share === 0 ? Number.POSITIVE_INFINITY : Math.round(1 / share);
  slow = sockets.filter((_, index) => index % every === 0);
  for (const socket of slow) socket.pause();
  count = newCount();
}

function end(): CountReport {
  const { user, system } = process.cpuUsage(count.cpu);
  const delays = Float64Array.from(count.delays).sort();
  const last = Float64Array.from(count.last.values()).sort();
  return {
    deliveries: count.deliveries,
    seconds: (count.lastAt - count.firstAt) / 1_000,
    cpuSeconds: (user + system) / 1e6,
    p50: quantile(delays, 0.5),
    p99: quantile(delays, 0.99),
    lastP50: quantile(last, 0.5),
    lastP99: quantile(last, 0.99),
  };
}

async function resume(ms: number): Promise<ResumeReport> {
  const before = slow.map((socket) => socket.messages);
  for (const socket of slow) socket.resume();
  await sleep(ms);
  const read = slow.map((socket, index) => socket.messages - before[index]!);
  const sorted = Float64Array.from(read).sort();
  const newest = Math.max(...sockets.map(({ lastAt }) => lastAt));
  const readers = slow.filter(({ isReader }) => isReader);
  return {
    median: quantile(sorted, 0.5),
    most: quantile(sorted, 1),
    upToDate: readers.filter(({ lastAt }) => lastAt === newest).length,
    readers: readers.length,
  };
}

/** Connects all sockets at an even pace. */
async function reconnect(seconds: number): Promise<ReconnectReport> {
  const waits: number[] = [];
  let failed = 0;
  const start = performance.now();
  const again = sockets.map(async (old, index) => {
    const due = start + (index * seconds * 1_000) / sockets.length;
    await sleep(due - performance.now());
    old.cut();
    const wait = await firstContent(index);
    if (wait === undefined) failed += 1;
    else waits.push(wait);
  });
  await Promise.all(again);
  const sorted = Float64Array.from(waits).sort();
  return {
    reconnected: waits.length,
    failed,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    most: quantile(sorted, 1),
  };
}

/** Milliseconds from the connect to the first content; undefined when none came. */
async function firstContent(index: number): Promise<number | undefined> {
  const start = performance.now();
  let resolveWait: (wait: number | undefined) => void = () => undefined;
  const firstMessage = new Promise<number | undefined>((resolve) => {
    resolveWait = resolve;
  });
  const once = { received: () => resolveWait(performance.now() - start) };
  const socket = socketAt(index, false, once);
  sockets[index] = socket;
  socket.opened().catch(() => resolveWait(undefined));
  const timer = setTimeout(() => resolveWait(undefined), CONNECT_MS);
  const wait = await firstMessage;
  clearTimeout(timer);
  return wait;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

async function obey(order: LoadOrder): Promise<unknown> {
  if (order.kind === 'open') return open(order);
  if (order.kind === 'begin') begin(order.slow);
  else if (order.kind === 'end') return end();
  else if (order.kind === 'resume') return resume(order.ms);
  else if (order.kind === 'reconnect') return reconnect(order.seconds);
  else {
    for (const socket of sockets) socket.cut();
    sockets = [];
  }
  return 'done';
}

process.on('message', (order: LoadOrder) => {
  obey(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error('the clients of the feed failed:', error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
