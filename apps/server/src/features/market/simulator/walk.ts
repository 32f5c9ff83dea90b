/** One second of a simulated price: from where it was to where it goes, by nothing but the day's chance (ADR 0021). */
import type { Price } from '@tern/money';
import type { Instrument } from '../../../kernel/instruments.ts';
import type { DayChance } from './day-chance.ts';
import {
  type CrossModel,
  type Factor,
  type MarketModel,
  marketModels,
  type MovingModel,
} from './market-model-table.ts';

export const DAY_SECONDS = 86_400;
/** Half as much as the swings themselves come from slow turns of mood, so that charts show trends. */
const TREND_SHARE = 0.03;
const CROSS_GAP = 0.00003;

/** How often a day each curve takes a new direction. */
const TURNS = { trend: 96, mood: 60, longMood: 6, gap: 1_920 };

/** What a walk needs to know of an instrument. */
export type WalkedInstrument = Pick<Instrument, 'symbol' | 'tickSize' | 'class'>;

export interface Step {
  readonly chance: DayChance;
  /** Unix seconds; within the day of the chance. */
  readonly second: number;
}

/** Where a moving market goes in this second. Units: prices as floats, before they are rounded to a tick. */
export function nextPrice(
  model: MovingModel,
  instrument: WalkedInstrument,
  from: {
    readonly price: number;
    readonly step: Step;
  },
): number {
  const { price, step } = from;
  const { chance, second } = step;
  const daysPerYear = instrument.class === 'crypto' ? 365 : 260;
  const deviation = model.yearlyVolatility / Math.sqrt(daysPerYear * DAY_SECONDS);
  const own = chance.draw(model.symbol, second).normal;
  const shared =
    model.factor === 'none' ? 0 : chance.draw(factorStream(model.factor), second).normal;
  const { correlation } = model;
  const shock = correlation * shared + Math.sqrt(1 - correlation * correlation) * own;
  const trend = TREND_SHARE * chance.curve(model.symbol, ofDay(second), TURNS.trend);
  const pull = Math.log(price / model.startPrice) / (model.memoryDays * DAY_SECONDS);
  return price * (1 + deviation * (shock * moodAt(model.factor, step) + trend) - pull);
}

/** Where a cross stands while its two markets stand at `left` and `right`. */
export function crossPrice(
  model: CrossModel,
  sides: { readonly left: number; readonly right: number },
  { chance, second }: Step,
): number {
  const gap = CROSS_GAP * chance.curve(model.symbol, ofDay(second), TURNS.gap);
  return sides.left * sides.right * (1 + gap);
}

/** How lively the group is: calm and busy spells of minutes and hours, about 1 on average. */
function moodAt(factor: Factor, { chance, second }: Step): number {
  const short = chance.curve(`${factorStream(factor)}/mood`, ofDay(second), TURNS.mood);
  const long = chance.curve(`${factorStream(factor)}/long-mood`, ofDay(second), TURNS.longMood);
  return Math.exp(0.55 * short + 0.4 * long - 0.08);
}

const factorStream = (factor: Factor): string => `factor/${factor}`;
const ofDay = (second: number): number => second % DAY_SECONDS;

/** Where a market begins, before rounding to its tick. */
export function startPriceOf(model: MarketModel): number {
  if (model.kind === 'moving') return model.startPrice;
  return startPriceOf(modelOf(model.left)) * startPriceOf(modelOf(model.right));
}

/** Fails with: a thrown error when there is no such model. */
function modelOf(symbol: string): MarketModel {
  const model = marketModels.find((candidate) => candidate.symbol === symbol);
  if (model === undefined) throw new Error(`no market model ${symbol}`);
  return model;
}

/** The float's way out: a whole number of ticks, at least one. `tick` is the tick size as a float. */
export function onTick(price: number, tickSize: Price, tick: number): Price {
  return (BigInt(Math.max(1, Math.round(price / tick))) * tickSize) as Price;
}
