/** What is rendered when prices arrive: the parts whose figures changed, in one rendering for all messages of a moment. */
import { control, press, screen, untilText, waitFor, within } from '@tern/ui/tests';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen, type Server, untilPage } from '../../../tests/render-screen.tsx';
import { cryptoMarkets } from '../../../tests/usual-answers.ts';
import { pages } from '../pages.ts';

interface Fiber {
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
  type: unknown;
}

/** Set below: React reports each of its commits to this hook, as to the browser's developer tools. */
const hook = vi.hoisted(() => {
  const onCommitFiberRoot: (renderer: number, root: { current: object }) => void = () => {};
  const made = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot,
    onCommitFiberUnmount() {},
  };
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: made });
  return made;
});

vi.mock('../../features/market/market/chart/candle-chart.ts', () => ({
  createCandleChart: ({ history }: { history: { subscribe(pushed: () => void): () => void } }) => {
    const dispose = history.subscribe(() => {
      pushes += 1;
    });
    return { setIndicators() {}, restyle() {}, dispose };
  },
}));
/** Changes that the chart's canvas was given. */
let pushes = 0;

/** React's mark of a component that ran. */
const PERFORMED_WORK = 1;

function nameOf(type: unknown): string | undefined {
  if (typeof type === 'function') return type.name;
  const inner = (type as { type?: unknown } | null)?.type;
  return typeof inner === 'function' ? inner.name : undefined;
}

/** Adds the components that ran in a commit, by name; what React left alone is the same object as before. */
function addRendered(fiber: Fiber, names: string[]): void {
  const name = nameOf(fiber.type);
  if (name && (fiber.flags & PERFORMED_WORK) !== 0) names.push(name);
  if (fiber.child === (fiber.alternate?.child ?? null)) return;
  for (let child = fiber.child; child; child = child.sibling) addRendered(child, names);
}

class FedSocket {
  static readonly OPEN = 1;
  static market: FedSocket | undefined;
  readyState = 0;
  readonly topics = new Set<string>();
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor(url: string) {
    if (!url.endsWith('/ws')) return;
    FedSocket.market = this;
    queueMicrotask(() => {
      this.readyState = FedSocket.OPEN;
      this.onopen?.();
    });
  }
  send(text: string) {
    const { ping, sub, unsub } = JSON.parse(text) as {
      ping?: number;
      sub?: string;
      unsub?: string;
    };
    if (ping) this.onmessage?.({ data: JSON.stringify({ pong: ping }) });
    if (sub) this.topics.add(sub);
    if (unsub) this.topics.delete(unsub);
  }
  close() {}
  push(message: { ch: string }) {
    if (this.topics.has(message.ch)) this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const usualSocket = globalThis.WebSocket;
beforeEach(() => {
  Object.assign(globalThis, { WebSocket: FedSocket });
  pushes = 0;
});
afterEach(() => {
  Object.assign(globalThis, { WebSocket: usualSocket });
});

const MINUTE = 60;
const start = Math.floor(Date.now() / 1_000 / MINUTE) * MINUTE;

const candle = (id: number, close: number) => ({
  id,
  open: 60_000,
  high: 70_000,
  low: 50_000,
  close,
  amount: 5,
  vol: 5,
  count: 1,
});

const withCandles = (server: Server) => {
  const texts = (id: number) =>
    Object.fromEntries(
      Object.entries(candle(id, 60_000)).map(([key, value]) => [
        key,
        key === 'id' || key === 'count' ? value : String(value),
      ]),
    );
  server.answer('GET /base/getkdata', {
    list: [texts(start - MINUTE), texts(start)],
    gaps: [],
  });
};

const ticker = (symbol: string, close: number, vol: number) => ({
  symbol,
  open: symbol === 'btcusdt' ? 59_000 : close,
  high: 70_000,
  low: 50_000,
  close,
  amount: 1,
  vol,
  count: 1,
  bid: close,
  bidSize: 1,
  ask: close,
  askSize: 1,
});

/** A message with all markets, of which bitcoin alone moves. */
const tickers = (bitcoin: number, volume = 9_000_000) => ({
  ch: 'market.tickers',
  status: 'ok',
  ts: Date.now(),
  data: cryptoMarkets.map(({ symbol, price }) =>
    symbol === 'btcusdt'
      ? ticker(symbol, bitcoin, volume)
      : ticker(symbol, Number(price), 3_000_000),
  ),
});

/** A book around a price, of which the last bid's quantity moves. */
const book = (lastBid: number, middle = 60_000) => ({
  ch: 'market.btcusdt.depth.step0',
  ts: Date.now(),
  tick: {
    bids: [
      [middle - 1, 1],
      [middle - 2, 2],
      [middle - 3, lastBid],
    ],
    asks: [
      [middle + 1, 1],
      [middle + 2, 10],
      [middle + 3, 100],
    ],
    version: lastBid,
    ts: Date.now(),
  },
});

const kline = (close: number) => ({
  ch: 'market.btcusdt.kline.1min',
  ts: Date.now(),
  tick: candle(start, close),
});

/** Parts of a screen that show figures, not what they are made of. */
const PARTS =
  /^(MarketRow|DayVolume|Mover|FoundRow|PairPill|OrderPanel|OrderForm|OrderBook|LastPrice|Level|ChartOf|PriceBlock|MarketChart|CandleReading|IndicatorRow|MainLegend|Surface|MarketDetail|TradeOrders)$/;

/** Sends messages together and waits until the page shows a text; gives the parts that ran, by commit that had any. */
async function renderedBy(messages: { ch: string }[], shown: string): Promise<string[][]> {
  const renders: string[][] = [];
  // Read at once: React uses these objects again for the commit after the next.
  hook.onCommitFiberRoot = (_, { current }) => {
    const names: string[] = [];
    addRendered(current as Fiber, names);
    const parts = names.filter((name) => PARTS.test(name));
    if (parts.length > 0) renders.push(parts);
  };
  for (const message of messages) FedSocket.market?.push(message);
  await waitFor(() => expect(document.body.textContent).toContain(shown));
  hook.onCommitFiberRoot = () => {};
  return renders;
}

/** Of bitcoin at 60,000, shown when the first figures are. */
const FIRST_CHANGE = '1.69%';

test('in a list of markets the row that moved is rendered, once for all messages of a moment', async () => {
  // Bitcoin has the largest volume and change from the start, so that no order changes meanwhile.
  const [bitcoin, ...others] = cryptoMarkets;
  const list = [{ ...bitcoin, close: '59000', vol: '9000000' }, ...others];
  await renderScreen(pages.market, {
    before: (server) => server.answer('POST /base/tradelist', { list }),
  });
  await control('link', /^Ethereum, /);
  await renderedBy([tickers(60_500)], 'Vol 3.00M');
  const moved = [tickers(61_001), tickers(61_002), tickers(61_003)];
  expect(await renderedBy(moved, '61,003')).toEqual([['Mover', 'MarketRow']]);
  const traded = [tickers(61_003, 9_000_001), tickers(61_003, 9_500_000)];
  expect(await renderedBy(traded, 'Vol 9.50M')).toEqual([['DayVolume']]);
});

test('on the trading page a limit order, its book and the pair are rendered apart', async () => {
  await renderScreen(`${pages.deal}?symbol=btcusdt`);
  await untilText('60,000.00');
  await renderedBy([tickers(60_000), book(3)], FIRST_CHANGE);
  const moved = [tickers(61_001), tickers(61_002), tickers(61_003)];
  expect(await renderedBy(moved, '61,003')).toEqual([['PairPill', 'LastPrice']]);
  const deeper = [book(4), book(5), book(6)];
  expect(await renderedBy(deeper, '6.00000')).toEqual([['OrderBook', 'Level']]);
});

test('a book whose prices all moved keeps its rows, so that a tap ends where it began', async () => {
  await renderScreen(`${pages.deal}?symbol=btcusdt`);
  await untilText('60,000.00');
  await renderedBy([book(3)], '59,999');
  const rows = () => within(screen.getByRole('table')).getAllByRole('row');
  const before = rows();
  await renderedBy([book(3, 61_000)], '60,999');
  expect(rows().filter((row, index) => row !== before[index])).toEqual([]);
});

test('on the chart a moving candle renders what shows its price, and the canvas takes it once', async () => {
  localStorage.setItem('tern.chart-interval', '"1min"');
  await renderScreen(`${pages.chart}?symbol=btcusdt`, { before: withCandles });
  await untilText('60,000.00');
  await renderedBy([tickers(60_000), book(3), kline(60_000)], FIRST_CHANGE);
  pushes = 0;
  // With a ticker of the same moment: one rendering for both.
  const moved = [kline(61_001), tickers(61_002), kline(61_002), kline(61_003)];
  expect(await renderedBy(moved, '61,003')).toEqual([
    ['PriceBlock', 'MainLegend', 'Surface', 'LastPrice'],
  ]);
  expect(pushes).toBe(1);
  const deeper = [book(4), book(5), book(6)];
  expect(await renderedBy(deeper, '6.00000')).toEqual([['OrderBook', 'Level']]);
});

test('a page that was left renders nothing, nor does a closed sheet', async () => {
  await renderScreen(pages.market);
  await press(/^Bitcoin, /, { role: 'link' });
  await untilPage(pages.chart);
  await renderedBy([tickers(60_500)], '60,500');
  const parts = (await renderedBy([tickers(61_003)], '61,003')).flat();
  expect(parts).toContain('PriceBlock');
  expect(parts).not.toContain('MarketRow');
  expect(parts).not.toContain('FoundRow');
});
