/** The page from which anyone can recompute simulated prices says what the simulator does: its tables, and its test vectors. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Amount, decimal, formatDecimal, type Price } from '@tern/money';
import { chainTick, hashOfText, hashText, seedText, tickGenesis } from '@tern/proofs';
import { expect, it } from 'vitest';
import { daySeed, marketDaySpan } from '../../../../kernel/prices/market-seed.ts';
import { dayRandomness } from './day-randomness.ts';
import { keyedWords } from './keyed-words.ts';
import {
  loadingsOf,
  type MarketModel,
  marketModels,
  modelOf,
  type Stream,
} from './market-model-table.ts';
import { normalOf, publicNormal, roughNormal } from './normal.ts';
import { DAYS, HOURS } from './seasons.ts';
import { movedBy, simulatedDay, simulatedMarkets } from './simulated-day.ts';
import { minuteMoves, wholeTicks } from './tick-steps.ts';

const PAGE = new URL('../../../../../../../docs/simulated-prices.md', import.meta.url);
const page = readFileSync(PAGE, 'utf8');
const block = (name: string) => new RegExp(`\`\`\`${name}\n([\\s\\S]*?)\n\`\`\``).exec(page)![1]!;

const DAY = '2026-11-20';
const SECRET = 'test';
const { from } = marketDaySpan(DAY);
const seed = daySeed(SECRET, DAY);
const chance = dayRandomness(seed, from);
const hoursOf = (kind: Stream['class']): Stream['hours'] => (kind === 'crypto' ? 'always' : kind);

const rowOf = (model: MarketModel): string =>
  model.kind === 'cross'
    ? [model.symbol, model.left, model.right].join('|')
    : [
        model.symbol,
        model.startPrice.toFixed(8).replace(/\.?0+$/, ''),
        model.yearlyVolatility,
        model.factor,
        model.correlation,
      ].join('|');

it('has the models and seasons of the simulator', () => {
  expect(block('markets').split('\n')).toEqual(marketModels.map(rowOf));
  const kinds = ['crypto', 'metal', 'forex'] as const;
  expect(block('seasons').split('\n')).toEqual(
    kinds.flatMap((kind) => [
      `${kind} hours|${HOURS[kind].join(' ')}`,
      `${kind} days|${DAYS[kind].join(' ')}`,
    ]),
  );
});

const STREAMS = ['mood/crypto', 'noise/btcusdt', 'factor/dollar/seconds', 'btcusdt/seconds'];
const TEXTS = [`mood/crypto/720/${from}`, 'weather/crypto/5192', 'weather/none/5193'];
const SEASONS: readonly [Stream['class'], number][] = [
  ['crypto', 0],
  ['crypto', 905],
  ['forex', 59],
  ['forex', 1_320],
  ['metal', 800],
];
const VARIANCES: readonly [string, Stream['group'], Stream['class'], number][] = [
  ['factor/crypto', 'crypto', 'crypto', 0],
  ['factor/crypto', 'crypto', 'crypto', 1_439],
  ['btcusdt', 'crypto', 'crypto', 721],
  ['usdtusd', 'none', 'crypto', 300],
  ['factor/dollar', 'dollar', 'forex', 600],
  ['eurusd', 'dollar', 'forex', 1_319],
  ['xauusd', 'metal', 'metal', 7],
];
const MOVES: readonly [string, Stream['class'], number][] = [
  ['btcusdt', 'crypto', 0],
  ['btcusdt', 'crypto', 86_399],
  ['usdtusd', 'crypto', 43_200],
  ['eurusd', 'forex', 40_000],
  ['xauusd', 'metal', 79_300],
];
/** The last two have one value where rounding begins, the third a deviation above the table. */
const TICKS: readonly [number, number][] = [
  [0, 0],
  [1.5, 0.004],
  [-2.25, 3.75],
  [2.9, 0.31],
  [-0.7, 1.2],
  [0.61, 0.8],
];
const CHAINS = [
  { symbol: 'btcusdt', class: 'crypto', tickSize: '0.01', before: '64000.5', seconds: 600 },
  { symbol: 'usdtusd', class: 'crypto', tickSize: '0.0001', before: '1.0001', seconds: 600 },
  { symbol: 'eurusd', class: 'forex', tickSize: '0.00001', before: '1.0852', seconds: 600 },
] as const;

const streamOf = (name: string, group: Stream['group'], kind: Stream['class']): Stream => ({
  name,
  group,
  isOwn: !name.startsWith('factor/'),
  class: kind,
  hours: hoursOf(kind),
});

function moveOf(symbol: string, kind: Stream['class'], second: number): [number, number] {
  const traded = { class: kind, hours: hoursOf(kind) };
  const parts = loadingsOf(modelOf(symbol), traded).map(({ stream, weight }) => ({
    weight,
    minute: chance.minute(stream, Math.floor(second / 60)),
  }));
  const { z, deviation } = minuteMoves(parts);
  return [z[second % 60]!, deviation[second % 60]!];
}

/** A chain that begins in the second before the day. */
function chainOf(given: (typeof CHAINS)[number]) {
  const { symbol, seconds } = given;
  const instrument = {
    symbol,
    quote: '',
    class: given.class,
    hours: hoursOf(given.class),
    tickSize: decimal<Price>(given.tickSize),
    lotSize: decimal<Amount>('1'),
  };
  const market = simulatedMarkets([instrument]).get(symbol)!;
  const day = simulatedDay(DAY, seed);
  const scale = Number(given.before);
  let price = decimal<Price>(given.before);
  let hash = tickGenesis(symbol);
  const prices: string[] = [];
  for (let second = -1; second < seconds; second += 1) {
    if (second >= 0) {
      price = movedBy(price, day.ticksMoved(market, scale, second), instrument.tickSize);
      prices.push(formatDecimal(price));
    }
    const tick = { symbol, seq: second + 2, at: from + second * 1_000, price, rule: 2 };
    hash = chainTick(hash, { ...tick, source: 'simulated' });
  }
  return { ...given, first: prices.slice(0, 5), last: prices.at(-1), hash: hashText(hash) };
}

it('has test vectors that the simulator gives', () => {
  const bits = [0, 15, 16, 32_768, 65_535];
  const drawn = [0, 104_152_956, 104_152_957, 2_147_483_648, 4_294_967_295];
  const made = {
    secret: SECRET,
    day: DAY,
    seed,
    commitment: hashOfText(seedText(DAY, seed)),
    words: STREAMS.flatMap((stream) =>
      [0, 86_399].map((at) => ({
        stream,
        key: createHmac('sha256', seed).update(`tern market stream 2|${stream}`).digest('hex'),
        block: at,
        words: [...keyedWords(seed, stream)(at, 1)],
      })),
    ),
    normal: drawn.map((word) => [word, normalOf(word)]),
    rough: bits.map((half) => [half, roughNormal(half)]),
    public: TEXTS.map((text) => [text, publicNormal(text)]),
    season: SEASONS.map(([kind, minute]) => [
      kind,
      minute,
      chance.season({ class: kind, hours: hoursOf(kind) })[minute],
    ]),
    variance: VARIANCES.map(([name, group, kind, minute]) => [
      name,
      group,
      kind,
      minute,
      chance.variance(streamOf(name, group, kind))[minute],
    ]),
    move: MOVES.map(([symbol, kind, second]) => [
      symbol,
      kind,
      second,
      ...moveOf(symbol, kind, second),
    ]),
    ticks: TICKS.map(([z, deviation]) => [z, deviation, wholeTicks(z, deviation)]),
    prices: CHAINS.map(chainOf),
  };
  expect(JSON.parse(block('vectors'))).toEqual(made);
});
