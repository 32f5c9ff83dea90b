/** The simulator's model of each market: start price, volatility and turnover (ADR 15). */
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import type { TradingHours } from '../../../../kernel/catalog/trading-hours.ts';

/** A common driver of several markets. */
export type Factor = 'crypto' | 'metal' | 'dollar' | 'none';

/** A random driver of prices: a factor that several markets share, or a market's own. */
export interface Stream {
  /** `factor/crypto`, or the symbol. */
  readonly name: string;
  /** The factor whose volatility it shares. */
  readonly group: Factor;
  readonly isOwn: boolean;
  readonly class: Instrument['class'];
  readonly hours: TradingHours;
}

export interface MovingModel {
  readonly kind: 'moving';
  readonly symbol: string;
  readonly startPrice: number;
  /** Standard deviation of a year's log return. */
  readonly yearlyVolatility: number;
  readonly factor: Factor;
  /** Correlation with the factor, -1 to 1. */
  readonly correlation: number;
  /** Turnover of 24 open hours, in quote. */
  readonly dailyTurnover: number;
}

/** The product of two other markets at the same moment. */
export interface CrossModel {
  readonly kind: 'cross';
  readonly symbol: string;
  readonly left: string;
  readonly right: string;
  readonly dailyTurnover: number;
}

export type MarketModel = MovingModel | CrossModel;

type MovingRow = [
  symbol: string,
  startPrice: number,
  yearlyVolatility: number,
  correlation: number,
  millionsPerDay: number,
];

function moving(factor: Factor, rows: readonly MovingRow[]): MarketModel[] {
  return rows.map(([symbol, startPrice, yearlyVolatility, correlation, millionsPerDay]) => ({
    kind: 'moving',
    symbol,
    startPrice,
    yearlyVolatility,
    factor,
    correlation,
    dailyTurnover: millionsPerDay * 1_000_000,
  }));
}

/** A cross comes after its two markets. */
export const marketModels: readonly MarketModel[] = [
  ...moving('crypto', [
    ['btcusdt', 64_218.5, 0.5, 0.92, 1_820],
    ['ethusdt', 3_111.04, 0.62, 0.88, 946],
    ['solusdt', 148.72, 0.82, 0.8, 413],
    ['xrpusdt', 0.5821, 0.74, 0.7, 188],
    ['bnbusdt', 588.3, 0.55, 0.76, 122],
    ['dogeusdt', 0.12877, 0.95, 0.72, 96],
    ['adausdt', 0.4412, 0.76, 0.78, 58],
    ['trxusdt', 0.13642, 0.48, 0.5, 44],
    ['ltcusdt', 82.14, 0.66, 0.76, 38],
    ['linkusdt', 13.902, 0.78, 0.76, 31],
    ['avaxusdt', 26.41, 0.84, 0.8, 29],
    ['dotusdt', 5.214, 0.74, 0.8, 24],
    ['atomusdt', 6.482, 0.76, 0.76, 18],
    ['uniusdt', 7.615, 0.86, 0.72, 22],
    ['shibusdt', 0.00001745, 0.92, 0.74, 47],
    ['pepeusdt', 0.00000982, 1.15, 0.68, 64],
    ['bchusdt', 352.4, 0.78, 0.74, 26],
    ['etcusdt', 19.85, 0.74, 0.76, 17],
    ['nearusdt', 4.862, 0.9, 0.74, 21],
    ['filusdt', 4.118, 0.82, 0.76, 16],
    ['aptusdt', 8.934, 0.88, 0.74, 19],
    ['arbusdt', 0.6214, 0.86, 0.78, 20],
    ['opusdt', 1.682, 0.9, 0.76, 18],
    ['suiusdt', 1.845, 0.98, 0.7, 42],
    ['xlmusdt', 0.1104, 0.7, 0.7, 11],
    ['algousdt', 0.1386, 0.76, 0.74, 9],
    ['aaveusdt', 142.35, 0.84, 0.72, 23],
    ['injusdt', 19.62, 0.96, 0.7, 15],
    ['tonusdt', 5.436, 0.68, 0.6, 25],
    ['hbarusdt', 0.0582, 0.82, 0.7, 10],
  ]),
  {
    kind: 'moving',
    symbol: 'usdtusd',
    startPrice: 1.0001,
    yearlyVolatility: 0.006,
    factor: 'none',
    correlation: 0,
    dailyTurnover: 150_000_000,
  },
  ...moving('metal', [
    ['xauusd', 2_650.4, 0.15, 0.86, 640],
    ['xagusd', 31.245, 0.27, 0.82, 180],
    ['xptusd', 985.4, 0.23, 0.66, 70],
    ['xpdusd', 1_025.6, 0.34, 0.6, 60],
  ]),
  ...moving('dollar', [
    ['eurusd', 1.0852, 0.07, -0.84, 1_400],
    ['gbpusd', 1.2974, 0.08, -0.78, 900],
    ['audusd', 0.6572, 0.1, -0.74, 520],
    ['nzdusd', 0.5968, 0.105, -0.72, 340],
    ['usdjpy', 154.32, 0.095, 0.68, 190_000],
    ['usdcad', 1.3946, 0.065, 0.7, 480],
    ['usdchf', 0.8672, 0.075, 0.76, 420],
  ]),
  {
    kind: 'cross',
    symbol: 'eurjpy',
    left: 'eurusd',
    right: 'usdjpy',
    dailyTurnover: 90_000_000_000,
  },
];

const MINUTES_PER_DAY = 1_440;

/** How strongly a stream moves a market. */
export interface Loading {
  readonly stream: Stream;
  /** Log return per unit of the stream; a stream's variance is 1 in an average open minute. */
  readonly weight: number;
}

type Traded = Pick<Instrument, 'class' | 'hours'>;

/** The streams that move a market; a cross has those of its two markets. */
export function loadingsOf(model: MarketModel, traded: Traded): readonly Loading[] {
  if (model.kind === 'cross') {
    const [left, right] = [
      loadingsOf(modelOf(model.left), traded),
      loadingsOf(modelOf(model.right), traded),
    ];
    return joined([...left, ...right]);
  }
  const { symbol, factor, correlation } = model;
  const deviation = model.yearlyVolatility / Math.sqrt(openDaysPerYear(traded) * MINUTES_PER_DAY);
  const { class: group, hours } = traded;
  const own = { name: symbol, group: factor, isOwn: true, class: group, hours };
  const shared = { ...own, name: `factor/${factor}`, isOwn: false };
  const rest = deviation * Math.sqrt(1 - correlation * correlation);
  if (correlation === 0) return [{ stream: own, weight: rest }];
  return [
    { stream: shared, weight: deviation * correlation },
    { stream: own, weight: rest },
  ];
}

function joined(loadings: readonly Loading[]): readonly Loading[] {
  const byStream = new Map<string, Loading>();
  for (const { stream, weight } of loadings) {
    const before = byStream.get(stream.name)?.weight ?? 0;
    byStream.set(stream.name, { stream, weight: before + weight });
  }
  return [...byStream.values()];
}

/** Metals and forex trade on weekdays. */
function openDaysPerYear({ class: group }: Pick<Instrument, 'class'>): number {
  return group === 'crypto' ? 365 : 260;
}

/** Standard deviation of the log return of an average open minute. */
export function minuteDeviation(model: MarketModel, traded: Traded): number {
  return Math.hypot(...loadingsOf(model, traded).map(({ weight }) => weight));
}

/** A market's first price, before rounding to its tick. */
export function startPriceOf(model: MarketModel): number {
  if (model.kind === 'moving') return model.startPrice;
  return startPriceOf(modelOf(model.left)) * startPriceOf(modelOf(model.right));
}

/** @throws Error when there is no such model */
export function modelOf(symbol: string): MarketModel {
  const model = marketModels.find((candidate) => candidate.symbol === symbol);
  if (model === undefined) throw new Error(`no market model ${symbol}`);
  return model;
}
