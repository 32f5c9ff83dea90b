/** The member's own lines on the chart, the price of a long press, and the view that fills the screen; the candles are a stub, which needs no canvas. */
import type { RowOf } from '@tern/protocol/client';
import { control, dialog, field, press, screen, touch, waitFor } from '@tern/ui/tests';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderScreen, type Server, untilPage } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';
import type { CandleChartOptions } from '../chart/chart-handle.ts';

const received = vi.hoisted(() => new Map<string, (row: unknown) => void>());
const drawn = vi.hoisted(() => ({ options: undefined as CandleChartOptions | undefined }));

vi.mock('../../../../kernel/member-events.ts', async (original) => ({
  ...(await original<object>()),
  useMemberEvent: (topic: string, listener: (row: unknown) => void) =>
    received.set(topic, listener),
}));

vi.mock('../chart/candle-chart.ts', () => ({
  createCandleChart: (options: CandleChartOptions) => {
    drawn.options = options;
    return {
      // A dollar a pixel, with 60,200 at the top.
      yOf: (price: number) => 60_200 - price,
      priceAt: (y: number) => 60_200 - y,
      size: () => ({ height: 400, axis: 60, lastY: undefined }),
      setIndicators: () => {},
      restyle: () => {},
      scrollBy: () => {},
      zoomBy: () => {},
      point: () => {},
      pointNext: () => {},
      dispose: () => {},
    };
  },
}));

const CHART = `${pages.chart}?symbol=btcusdt`;
const when = { CreatedAt: '2026-11-18T08:00:00.000Z', UpdatedAt: '2026-11-18T08:00:00.000Z' };
const market = { symbol: 'btcusdt', base: 'BTC', quote: 'USDT' };

const order = (changes: Partial<RowOf<'GET /bborder/myBborderList'>>) => ({
  ...when,
  ...market,
  ID: 1,
  orderNo: 'B1',
  side: 1,
  type: 1,
  status: 1,
  mprice: '59900',
  mnum: '0.1',
  musdt: '5990',
  dealNum: '0.04',
  dealTotal: '2396',
  averagePrice: '59900',
  fee: '0',
  feeCoin: 'BTC',
  feeRatio: '0.001',
  source: 1,
  ...changes,
});

const waiting = (changes: Partial<RowOf<'GET /bborder/conditionalList'>>) => ({
  ...when,
  ...market,
  ID: 7,
  side: 2,
  kind: 2,
  watches: 2,
  operator: 2,
  triggerPrice: '59850',
  rate: '0',
  startPrice: '0',
  bestPrice: '0',
  mprice: '0',
  mnum: '0.08',
  musdt: '0',
  status: 1,
  source: 1,
  ...changes,
});

const alert = (ID: number, symbol: string) => ({
  ...when,
  ID,
  symbol,
  kind: 'above' as const,
  level: '60100',
  repeats: false,
  push: true,
  email: false,
  isOn: true,
  offAt: '',
  reachedAt: '',
  reachedPrice: '',
});

const paged = <Row,>(...list: Row[]) => ({ list, total: list.length, page: 1, pageSize: 100 });

function answers(server: Server): void {
  const candle = { id: 1_900_000_000, open: '60000', close: '60000', high: '60000', low: '60000' };
  server.answer('GET /base/getkdata', {
    list: [{ ...candle, amount: '1', vol: '60000', count: 1 }],
    gaps: [],
  } as never);
  server.answer('GET /bborder/myBborderList', paged(order({})) as never);
  server.answer('GET /bborder/conditionalList', paged(waiting({})) as never);
  server.answer('GET /alert/list', { alerts: [alert(3, 'btcusdt'), alert(4, 'ethusdt')] });
  server.answer('GET /user/statement/cost', {
    quantity: '0.36',
    cost: '21420',
    averagePrice: '59500',
  });
}

const names = () =>
  [...document.querySelectorAll('[aria-label="Lines"] a')].map((link) =>
    link.getAttribute('aria-label'),
  );
const untilNames = (expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

const ALL = [
  'Buy 0.06000, 59,900.00',
  'Stop market · Sell 0.08000, 59,850.00',
  'Above 60,100.00',
  'Average 0.36000, 59,500.00',
];

const HIDDEN_ALERTS = '{"orders":true,"alerts":false,"average":true}';

beforeEach(() => {
  drawn.options = undefined;
});

test('orders, alerts and the average price are lines that lead to them, live, and each group can be hidden for good', async () => {
  await renderScreen(CHART, { before: answers });
  await untilNames(ALL);
  const order1 = await control('link', ALL[0]!);
  expect(order1.getAttribute('href')).toBe(`#${pages.orderDetail}?id=1`);
  // The average is below the view: its price alone, at the edge.
  const average = (await control('link', ALL[3]!)).parentElement!;
  expect(average.dataset).toMatchObject({ edge: 'below', folded: 'true' });
  expect(order1.parentElement!.style.getPropertyValue('--line')).toBe('300px');
  received.get('spot.order')!(order({ status: 2 }));
  received.get('spot.order')!(order({ ID: 9, symbol: 'ethusdt' }));
  received.get('spot.conditional')!(waiting({ ID: 8, kind: 5, triggerPrice: '59800' }));
  const changed = ['Trailing stop · Sell 0.08000, 59,800.00', ...ALL.slice(1)];
  await untilNames(changed);
  await press('Price alerts 1');
  await untilNames([changed[0]!, changed[1]!, changed[3]!]);
  expect(localStorage.getItem('tern.chart-lines')).toBe(HIDDEN_ALERTS);
});

test('a group that was hidden on this device stays hidden, and says how many there are', async () => {
  await renderScreen(CHART, {
    before: (server) => {
      answers(server);
      localStorage.setItem('tern.chart-lines', HIDDEN_ALERTS);
    },
  });
  await untilNames([ALL[0]!, ALL[1]!, ALL[3]!]);
  expect((await control('button', 'Price alerts 1')).getAttribute('aria-pressed')).toBe('false');
});

/** A finger on the label of a line, that moves and is lifted. */
async function drag(
  name: string,
  from: number,
  to: number,
  end: 'pointerUp' | 'pointerCancel' | 'stays' = 'pointerUp',
): Promise<HTMLElement> {
  const label = await control('link', name);
  label.parentElement!.setPointerCapture = () => {};
  touch(label, 'pointerDown', from);
  touch(label, 'pointerMove', (from + to) / 2);
  touch(label, 'pointerMove', to);
  if (end !== 'stays') touch(label, end, to);
  return label;
}

test('a dragged line shows its price and the distance, and opens its order with it; nothing is sent', async () => {
  const server = await renderScreen(CHART, { before: answers });
  await untilNames(ALL);
  // The finger went down three pixels below the line.
  const label = await drag(ALL[0]!, 303, 353.4, 'stays');
  expect(label.textContent).toContain('59,849.60');
  expect(label.textContent).toContain('−0.25%');
  expect(Number.parseFloat(label.parentElement!.style.getPropertyValue('--line'))).toBeCloseTo(
    350.4,
  );
  touch(label, 'pointerUp', 353.4);
  // As a browser does: the end of a drag is not a press.
  label.click();
  await untilPage(pages.orderDetail);
  expect(location.hash).toBe(`#${pages.orderDetail}?id=1&price=59849.6`);
  expect(server.inputs('POST /bborder/amendorder')).toEqual([]);
});

test('a press, a cancelled drag and one that ends where it began change nothing; some lines stay', async () => {
  await renderScreen(CHART, {
    before: (server) => {
      answers(server);
      const trailing = waiting({ ID: 8, kind: 5, triggerPrice: '59800' });
      const ofOco = waiting({ pair: { orderId: 1, mprice: '59900', dealNum: '0' } });
      server.answer('GET /bborder/conditionalList', paged(ofOco, trailing) as never);
    },
  });
  const stop = 'Stop market · Sell 0.08000, 59,850.00';
  await drag(stop, 350, 250, 'pointerCancel');
  await drag(stop, 350, 353);
  for (const fixed of [ALL[0]!, 'Trailing stop · Sell 0.08000, 59,800.00', ALL[2]!]) {
    const label = await drag(fixed, 300, 200);
    expect(label.textContent).not.toContain('%');
  }
  expect(location.hash).toBe(`#${CHART}`);
  await drag(stop, 350, 450);
  await untilPage(pages.conditionalDetail);
  // Not below the candles.
  expect(location.hash).toContain('price=59800');
});

test('a line leads to its alert', async () => {
  await renderScreen(CHART, { before: answers });
  await press(ALL[2]!, { role: 'link' });
  await dialog('BTC above 60,100.00');
});

test('the price of a long press opens the form of an alert, on the side where it lies', async () => {
  await renderScreen(CHART, { before: answers });
  await waitFor(() => expect(drawn.options).toBeDefined());
  const cross = { x: 100, y: 350, price: 59_850.4567 };
  drawn.options!.onLegend({ main: [], volume: '1', sub: [], pointed: undefined, cross });
  const here = await control('link', 'Set alert · 59,850.45');
  expect(here.parentElement!.style.getPropertyValue('--cross')).toBe('350px');
  await press('Set alert · 59,850.45', { role: 'link' });
  const form = await dialog('New alert');
  expect((await field('Price', form)).value).toBe('59,850.45');
  expect((await control('radio', 'Below', form)).getAttribute('aria-checked')).toBe('true');
});

test('the chart fills the screen by its button, and back returns', async () => {
  await renderScreen(CHART, { before: answers });
  await press('Fill the screen');
  const buy = await control('link', 'Buy');
  expect(buy.getAttribute('href')).toBe(`#${pages.deal}?symbol=btcusdt&side=buy`);
  expect(screen.queryByText('Market detail')).toBeNull();
  await untilNames(ALL);
  await press('Back');
  await control('button', 'Fill the screen');
  await untilPage(pages.chart);
});
