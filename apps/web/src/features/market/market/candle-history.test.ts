import { expect, test } from 'vitest';
import type { Candle } from './candle.ts';
import { type CandleChange, CandleHistory } from './candle-history.ts';
import type { FeedGaps } from './feed-gaps.ts';

const MINUTE = 60_000;
const candle = (minute: number, close = '10'): Candle => ({
  start: minute * MINUTE,
  open: '10',
  high: '12',
  low: '9',
  close,
  amount: '1',
});
const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => candle(from + index));

/** A server that has every minute up to `newest`, and may be unreachable. */
class Server {
  newest = 1000;
  isDown = false;
  feedGaps: FeedGaps = [];
  asked: { num: number; before?: number }[] = [];
  /** Older pages are answered only when this resolves. */
  held: Promise<void> = Promise.resolve();
  load = async (query: { num: number; before?: number }) => {
    this.asked.push(query);
    if (query.before !== undefined) await this.held;
    if (this.isDown) throw new Error('no connection');
    const last = Math.min(this.newest, (query.before ?? Number.POSITIVE_INFINITY) / MINUTE - 1);
    return { candles: run(Math.max(1, last - query.num + 1), last), feedGaps: this.feedGaps };
  };
}

function historyOn(server: Server) {
  const now = () => server.newest * MINUTE + 1;
  const history = new CandleHistory({ interval: '1min', load: server.load, now });
  const changes: CandleChange[] = [];
  history.subscribe((change) => changes.push(change));
  return { history, changes };
}

const span = ({ candles }: CandleHistory) =>
  [candles[0], candles.at(-1)].map((c) => (c?.start ?? 0) / MINUTE);
const isGapless = ({ candles }: CandleHistory) =>
  candles.every((c, index) => index === 0 || c.start - (candles[index - 1]?.start ?? 0) === MINUTE);
/** Lets pending answers arrive. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('loads the newest candles first, then older ones page by page until there are none', async () => {
  const server = new Server();
  server.newest = 700;
  const { history } = historyOn(server);
  await history.open();
  expect([...span(history), history.hasOlder]).toEqual([401, 700, true]);
  await history.loadOlder();
  await history.loadOlder();
  expect([...span(history), history.hasOlder, isGapless(history)]).toEqual([1, 700, false, true]);
  expect(await history.loadOlder()).toEqual([]);
});

test('updates the running candle and starts the next one without a request', async () => {
  const server = new Server();
  const { history, changes } = historyOn(server);
  await history.open();
  history.takeLive(candle(1000, '11'));
  history.takeLive(candle(1001, '12'));
  expect(history.candles.slice(-2).map(({ close }) => close)).toEqual(['11', '12']);
  expect(changes.slice(-2).map(({ kind }) => kind)).toEqual(['tail', 'tail']);
  expect(server.asked).toHaveLength(1);
});

test('fetches candles missed during an outage when the feed returns, without gaps', async () => {
  const server = new Server();
  const { history, changes } = historyOn(server);
  await history.open();
  server.newest = 1040;
  await history.catchUp();
  expect([...span(history), isGapless(history)]).toEqual([701, 1040, true]);
  expect(changes.at(-1)).toMatchObject({ kind: 'tail' });
});

test('holds back a live candle until the missing ones before it have been loaded', async () => {
  const server = new Server();
  const { history } = historyOn(server);
  await history.open();
  server.newest = 1005;
  history.takeLive(candle(1005, '11'));
  expect(span(history)).toEqual([701, 1000]);
  history.takeLive(candle(1005, '12'));
  await settle();
  expect([...span(history), isGapless(history)]).toEqual([701, 1005, true]);
  expect(history.candles.at(-1)?.close).toBe('12');
});

test('reloads everything after an outage longer than one page', async () => {
  const server = new Server();
  const { history, changes } = historyOn(server);
  await history.open();
  server.newest = 9000;
  await history.catchUp();
  expect([...span(history), isGapless(history), history.hasOlder]).toEqual([
    8001,
    9000,
    true,
    true,
  ]);
  expect(changes.at(-1)).toEqual({ kind: 'all' });
});

test('keeps what is shown when a catch-up fails, and the next one repairs it', async () => {
  const server = new Server();
  const { history } = historyOn(server);
  await history.open();
  Object.assign(server, { newest: 1003, isDown: true });
  await history.catchUp();
  expect([history.state, ...span(history)]).toEqual(['ready', 701, 1000]);
  server.isDown = false;
  await history.catchUp();
  expect([...span(history), isGapless(history)]).toEqual([701, 1003, true]);
});

test('loses no live candle during the first load', async () => {
  const server = new Server();
  const { history } = historyOn(server);
  const opening = history.open();
  history.takeLive(candle(1001, '13'));
  await opening;
  expect(history.candles.at(-1)).toEqual(candle(1001, '13'));
});

test('reports a failed first load, which can be retried', async () => {
  const server = new Server();
  server.isDown = true;
  const { history } = historyOn(server);
  await history.open();
  expect([history.state, String(history.error)]).toEqual(['failed', 'Error: no connection']);
  server.isDown = false;
  await history.open();
  expect([history.state, ...span(history)]).toEqual(['ready', 701, 1000]);
});

test('a quote updates the last candle; a candle it opens is fetched', async () => {
  const server = new Server();
  const { history } = historyOn(server);
  await history.open();
  history.takePrice('11.5', 1000 * MINUTE + 500);
  expect(history.candles.at(-1)).toMatchObject({ close: '11.5', high: '12' });
  server.newest = 1001;
  history.takePrice('13', 1001 * MINUTE + 500);
  expect(history.candles.at(-1)).toMatchObject({ open: '13', amount: '0' });
  await settle();
  expect(history.candles.at(-1)).toEqual(candle(1001));
});

test('drops an older page that arrives after a full reload', async () => {
  const server = new Server();
  const { history } = historyOn(server);
  await history.open();
  let release = () => {};
  server.held = new Promise((resolve) => {
    release = resolve;
  });
  const older = history.loadOlder();
  server.newest = 9000;
  await history.catchUp();
  release();
  expect(await older).toEqual([]);
  expect(isGapless(history)).toBe(true);
});

test('loads feed gaps with the candles around them, and extends one while it lasts', async () => {
  const server = new Server();
  server.feedGaps = [{ from: 940 * MINUTE, to: 950 * MINUTE }];
  const { history } = historyOn(server);
  await history.open();
  expect(history.feedGaps).toEqual(server.feedGaps);
  const later = { from: 1000 * MINUTE, to: 1010 * MINUTE };
  server.newest = 1020;
  server.feedGaps = [later];
  await history.catchUp();
  expect(history.feedGaps.map(({ from }) => from / MINUTE)).toEqual([940, 1000]);
});
