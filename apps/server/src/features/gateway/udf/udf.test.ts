import { type Amount, decimal, type Price, type Rate } from '@tern/money';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../kernel/prices/candle.ts';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import { isOpen, type TradingHours } from '../../../kernel/catalog/trading-hours.ts';
import type { RawRequest } from '../../../platform/http/raw-endpoint.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import type { CandleQuery } from '../../market/market-data/index.ts';
import { udfEndpoints, type UdfDeps } from './endpoints.ts';
import { BARS_MAX, barsIn, intervalOf } from './history.ts';
import { isFound, symbolInfo, symbolNamed } from './symbols.ts';

const price = decimal<Price>('1.5');
const candle = (start: number): Candle => ({
  start,
  open: price,
  high: price,
  low: price,
  close: price,
  amount: decimal<Amount>('2'),
  vol: decimal<Amount>('3'),
  count: 1,
});

/** A market of minutes with a break: 0–4,999 and 6,000–6,099. */
const minutes = [
  ...Array.from({ length: 5_000 }, (_, minute) => minute),
  ...Array.from({ length: 100 }, (_, minute) => 6_000 + minute),
].map((minute) => candle(minute * MINUTE_MS));

async function read({ limit, before = Number.POSITIVE_INFINITY }: CandleQuery): Promise<Candle[]> {
  return minutes.filter(({ start }) => start < before).slice(-limit);
}

const span = (from: number, to: number, count?: number) =>
  barsIn(read, { interval: '1min', from: from * MINUTE_MS, to: to * MINUTE_MS, count }) as Promise<{
    s: string;
    t?: number[];
    nextTime?: number;
  }>;

const SECONDS = 60;

describe('bars of a chart', () => {
  it('start from `from` and before `to`', async () => {
    const { t } = await span(10, 13);
    expect(t).toEqual([10 * SECONDS, 11 * SECONDS, 12 * SECONDS]);
  });

  it('are as many as the chart counts back, also before `from`', async () => {
    const { t } = await span(6_001, 6_002, 4);
    expect(t).toEqual([4_998, 4_999, 6_000, 6_001].map((minute) => minute * SECONDS));
  });

  it('lead over a break to the newest bar before it', async () => {
    expect(await span(5_100, 5_900)).toEqual({ s: 'no_data', nextTime: 4_999 * SECONDS });
  });

  it('end at the first bar of the market', async () => {
    expect(await span(-500, 0)).toEqual({ s: 'no_data' });
  });

  it('are the newest of a span that is too long, so that a chart pages back to the first', async () => {
    const found: number[] = [];
    let to = 7_000;
    for (;;) {
      const answer = await span(Math.min(-10_000, to), to);
      if (answer.t === undefined) break;
      expect(answer.t.length).toBeLessThanOrEqual(BARS_MAX);
      found.unshift(...answer.t);
      to = answer.t[0]! / SECONDS;
    }
    expect(found).toEqual(minutes.map(({ start }) => start / 1_000));
  });
});

const instrument = (over: Partial<Instrument> = {}) =>
  ({
    symbol: 'btcusdt',
    base: 'BTC',
    quote: 'USDT',
    class: 'crypto',
    hours: 'always',
    tickSize: decimal<Price>('0.1'),
    lotSize: decimal<Amount>('0.0001'),
    makerFee: decimal<Rate>('0'),
    ...over,
  }) as Instrument;

describe('a market of a chart', () => {
  it('has its tick as minmov by pricescale', () => {
    expect(symbolInfo(instrument())).toMatchObject({ minmov: 1, pricescale: 10 });
    expect(symbolInfo(instrument({ tickSize: decimal<Price>('0.00005') }))).toMatchObject({
      minmov: 5,
      pricescale: 100_000,
    });
    expect(symbolInfo(instrument({ tickSize: decimal<Price>('5') }))).toMatchObject({
      minmov: 5,
      pricescale: 1,
    });
  });

  it('is named in each way that charts name it', () => {
    const names = ['BTCUSDT', 'btcusdt', 'BTC/USDT', 'TERN:BTCUSDT', 'tern:btc/usdt'];
    expect(new Set(names.map(symbolNamed))).toEqual(new Set(['btcusdt']));
    expect(['', 'btc', 'USD', 'btc/us', ' BTC '].every((text) => isFound(instrument(), text))).toBe(
      true,
    );
    expect(isFound(instrument(), 'eth')).toBe(false);
  });

  it('names D, W and M as 1D, 1W and 1M, and no resolution of an object', () => {
    expect(['D', '1D', 'M', '240', '60'].map(intervalOf)).toEqual([
      '1day',
      '1day',
      '1mon',
      '4hour',
      '60min',
    ]);
    expect(['1m', '3', 'constructor', ''].map(intervalOf)).toEqual(Array(4).fill(undefined));
  });

  it.each<TradingHours>(['forex', 'metal'])(
    'has the hours of %s in the format of charts',
    (hours) => {
      const { session } = symbolInfo(instrument({ hours })) as { session: string };
      const monday = Date.parse('2026-11-23T00:00:00Z');
      for (let hour = 0; hour < 168; hour += 1) {
        const at = monday + hour * HOUR_MS;
        expect([hour, isInSession(session, at)]).toEqual([hour, isOpen(hours, at)]);
      }
    },
  );
});

it('marks the spans without prices', async () => {
  const gap = { from: 1_796_000_000_000, to: 1_796_000_060_000 };
  const asked: object[] = [];
  const deps = {
    pricing: { find: () => ({ instrument: instrument() }) },
    marketData: { gaps: (_state: object, of: object) => [asked.push(of) && gap] },
  } as unknown as UdfDeps;
  const marks = udfEndpoints(deps).find(({ path }) => path === '/udf/marks')!;
  const { body } = await marks.answer({
    query: new URLSearchParams('symbol=BTCUSDT&from=1795999000&to=1796009000'),
    address: '198.18.0.1',
    takeTurn: () => 0,
  } as unknown as RawRequest);
  expect(asked).toEqual([{ from: 1_795_999_000_000, to: 1_796_009_000_000 }]);
  expect(JSON.parse(body as string)).toMatchObject([
    {
      time: 1_796_000_000,
      text: 'No prices from 2026-11-30T00:53:20.000Z to 2026-11-30T00:54:20.000Z',
    },
  ]);
});

/** A session whose opening is not before its closing begins on the evening before its day. */
function isInSession(session: string, at: number): boolean {
  const hourOfWeek = (day: number, clock: string) => (day - 1) * 24 + Number(clock) / 100;
  const date = new Date(at);
  const now = date.getUTCDay() * 24 + date.getUTCHours();
  return session.split('|').some((part) => {
    const [times, days] = part.split(':') as [string, string];
    const [opens, closes] = times.split('-') as [string, string];
    return [...days].map(Number).some((day) => {
      const end = hourOfWeek(day, closes);
      const start = hourOfWeek(day, opens) - (opens >= closes ? 24 : 0);
      return (now >= start && now < end) || (now - 168 >= start && now - 168 < end);
    });
  });
}
