/** What the app does about the log while it is open. */
import { afterEach, expect, test, vi } from 'vitest';
import { publish, type Published } from '../../../../tests/published-log.ts';
import '../../../../tests/render-screen.tsx';
import { forgetLog, serveLog } from '../../../../tests/served-log.ts';
import { checkLog } from './check-log.ts';
import { readKept, writeKept } from '../../../kernel/public-log/kept-log.ts';
import { watchLog } from './log-watch.tsx';

const FIVE_MINUTES_MS = 300_000;
let stop = () => {};

/** The market socket, which the test answers. */
class FeedSocket extends EventTarget {
  static readonly OPEN = 1;
  static all: FeedSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen = () => {};
  onmessage: (push: { data: string }) => void = () => {};
  constructor() {
    super();
    FeedSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = FeedSocket.OPEN;
    this.onopen();
  }
}

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  FeedSocket.all = [];
  forgetLog();
});

/** The app is open, kept `before` and finds `now` at its start; returns what it receives after five minutes. */
async function open(before: Published, now: Published) {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] });
  vi.stubGlobal('WebSocket', FeedSocket);
  writeKept(await checkLog(undefined, publish(before), 1));
  serveLog(now);
  stop = watchLog();
  await vi.waitUntil(() => readKept()?.checks === 2, 60_000);
  return (received: Published) => {
    vi.advanceTimersByTime(FIVE_MINUTES_MS);
    const socket = FeedSocket.all.at(-1)!;
    socket.open();
    expect(socket.sent.join()).toContain('log.checkpoint');
    const tick = { checkpoint: publish(received).note };
    const push = { ch: 'log.checkpoint', ts: 1, tick };
    socket.onmessage({ data: JSON.stringify(push) });
    return socket;
  };
}

test('the log is checked after the start', async () => {
  await open({ size: 300 }, { size: 700 });
  expect(readKept()).toMatchObject({ checkpoint: publish({ size: 700 }).note });
  expect(FeedSocket.all).toEqual([]);
});

test('a checkpoint that the feed says is checked every five minutes, and only then received', async () => {
  const receive = await open({ size: 300 }, { size: 700 });
  serveLog({ size: 900 });
  const socket = receive({ size: 900 });
  await vi.waitUntil(() => readKept()?.checks === 3, 60_000);
  expect(readKept()?.checkpoint).toBe(publish({ size: 900 }).note);
  expect(socket.readyState).toBe(3);
});

test('a fork that only the feed says is found', async () => {
  const receive = await open({ size: 300 }, { size: 700 });
  receive({ size: 700, fork: 500 });
  await vi.waitUntil(() => readKept()?.finding?.kind === 'forked', 60_000);
  expect(readKept()?.checkpoint).toBe(publish({ size: 700 }).note);
});
