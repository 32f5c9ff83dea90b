/** The randomness of one simulated day: the variance of each stream by the minute, and its shocks (ADR 15). */
import { BLOCK_WORDS, keyedWords, type Words } from './keyed-words.ts';
import type { Stream } from './market-model-table.ts';
import { normalOf, publicNormal, roughNormal } from './normal.ts';
import { seasonOf } from './seasons.ts';
import { DAY_MS } from '../../../../platform/durations.ts';

export const DAY_MINUTES = 1_440;
export const MINUTE_SECONDS = 60;

/** One minute of a stream, second by second. */
export interface StreamMinute {
  /** Standard normal, independent of everything else. */
  readonly shocks: Float64Array;
  /** Variance of each second; an average open second has 1/60, a closed one 0. */
  readonly variance: Float64Array;
}

export interface DayRandomness {
  /** Variance of each minute of the day; an average open minute has 1, a closed one 0. */
  variance(stream: Stream): Float64Array;
  /** The variance by hour and weekday alone, also by the minute. */
  season(stream: Pick<Stream, 'class' | 'hours'>): Float64Array;
  minute(stream: Stream, minute: number): StreamMinute;
  /** Random words of the stream's name and purpose. */
  words(stream: string, from: number, blocks: number): Uint32Array;
}

/** A curve of the log variance: random knots this far apart, with this deviation. One minute apart is plain noise. */
interface VolatilityLayer {
  readonly everyMinutes: number;
  readonly spread: number;
}

const GROUP_LAYERS: readonly VolatilityLayer[] = [
  { everyMinutes: 720, spread: 0.6 },
  { everyMinutes: 180, spread: 0.4 },
  { everyMinutes: 30, spread: 0.35 },
  { everyMinutes: 5, spread: 0.3 },
];
const OWN_LAYERS: readonly VolatilityLayer[] = [
  { everyMinutes: 180, spread: 0.3 },
  { everyMinutes: 5, spread: 0.3 },
];
const MINUTE_NOISE: readonly VolatilityLayer[] = [{ everyMinutes: 1, spread: 0.35 }];
/** Calm and busy weeks. They may be known in advance: they affect how much prices move, not in which direction. */
const REGIME_DAYS = 4;
const REGIME_SPREAD = 0.85;
/** Bursts within a minute. */
const SECOND_SPREAD = 0.5;
/** The variance is at most e³ times the average. */
const LOG_VARIANCE_MAX = 3;

/** Shape: `seed` is the day's, in hexadecimal. Units: `from` is when the day begins, epoch milliseconds. */
export function dayRandomness(seed: string, from: number): DayRandomness {
  const keys = new Map<string, Words>();
  const layers = new Map<string, Float64Array>();
  const variances = new Map<string, Float64Array>();
  const seasons = new Map<string, Float64Array>();
  const words = (stream: string, first: number, blocks: number): Uint32Array =>
    cached(keys, stream, () => keyedWords(seed, stream))(first, blocks);
  const season = (of: Pick<Stream, 'class' | 'hours'>) =>
    cached(seasons, `${of.class}|${of.hours}`, () => seasonOf(of, from));
  /** Log variance by minute, adjusted so that the variance has mean 1. */
  const layer = (of: LayerSet) =>
    cached(layers, `${of.purpose}/${of.name}`, () => logVarianceOf(of, { words, from }));
  const variance = (stream: Stream): Float64Array =>
    cached(variances, stream.name, () => {
      const { name, group, isOwn } = stream;
      const wanted: LayerSet[] = [
        { purpose: 'mood', name: group, layers: GROUP_LAYERS, hasRegime: true },
      ];
      if (isOwn) wanted.push({ purpose: 'mood', name, layers: OWN_LAYERS });
      wanted.push({ purpose: 'noise', name: group, layers: MINUTE_NOISE });
      if (isOwn) wanted.push({ purpose: 'noise', name, layers: MINUTE_NOISE });
      return scaledVariance(season(stream), wanted.map(layer));
    });
  return {
    variance,
    season,
    words,
    minute(stream, minute) {
      const drawn = words(`${stream.name}/seconds`, minute * MINUTE_SECONDS, MINUTE_SECONDS);
      const whole = (variance(stream)[minute] ?? 0) / MINUTE_SECONDS;
      const shocks = new Float64Array(MINUTE_SECONDS);
      const seconds = new Float64Array(MINUTE_SECONDS);
      for (let second = 0; second < MINUTE_SECONDS; second += 1) {
        shocks[second] = normalOf(drawn[BLOCK_WORDS * second] ?? 0);
        const burst = roughNormal((drawn[BLOCK_WORDS * second + 1] ?? 0) & 0xffff);
        seconds[second] =
          whole * Math.exp(SECOND_SPREAD * burst - (SECOND_SPREAD * SECOND_SPREAD) / 2);
      }
      return { shocks, variance: seconds };
    },
  };
}

function cached<T>(known: Map<string, T>, name: string, make: () => T): T {
  const found = known.get(name);
  if (found !== undefined) return found;
  const made = make();
  known.set(name, made);
  return made;
}

function scaledVariance(season: Float64Array, layers: readonly Float64Array[]): Float64Array {
  const variance = new Float64Array(DAY_MINUTES);
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    let log = 0;
    for (const layer of layers) log += layer[minute] ?? 0;
    variance[minute] = (season[minute] ?? 0) * Math.exp(Math.min(LOG_VARIANCE_MAX, log));
  }
  return variance;
}

interface LayerSet {
  readonly purpose: 'mood' | 'noise';
  readonly name: string;
  readonly layers: readonly VolatilityLayer[];
  readonly hasRegime?: boolean;
}

interface LayerContext {
  readonly words: DayRandomness['words'];
  readonly from: number;
}

function logVarianceOf(
  { purpose, name, layers, hasRegime = false }: LayerSet,
  { words, from }: LayerContext,
): Float64Array {
  const log = new Float64Array(DAY_MINUTES);
  const counts = layers.map(({ everyMinutes }) => DAY_MINUTES / everyMinutes + 1);
  const needed = counts.reduce((sum, count) => sum + count, 0);
  const drawn = words(`${purpose}/${name}`, 0, Math.ceil(needed / (2 * BLOCK_WORDS)));
  const halves = new Uint16Array(drawn.buffer);
  let taken = 0;
  for (const [index, layer] of layers.entries()) {
    const count = counts[index] ?? 0;
    const knots = knotsOf(halves.subarray(taken, taken + count), { name, layer, from });
    taken += count;
    addCurve(log, knots, layer);
  }
  if (hasRegime) addRegime(log, name, from);
  return log;
}

/**
 * Knots at midnight depend on the date alone, so that the variance is continuous over midnight without tomorrow's
 * seed.
 */
function knotsOf(
  halves: Uint16Array,
  {
    name,
    layer,
    from,
  }: { readonly name: string; readonly layer: VolatilityLayer; readonly from: number },
): Float64Array {
  const knots = new Float64Array(halves.length);
  for (let knot = 0; knot < knots.length; knot += 1) knots[knot] = roughNormal(halves[knot] ?? 0);
  if (layer.everyMinutes === 1) return knots;
  knots[0] = publicNormal(`mood/${name}/${layer.everyMinutes}/${from}`);
  knots[knots.length - 1] = publicNormal(`mood/${name}/${layer.everyMinutes}/${from + DAY_MS}`);
  return knots;
}

/** The squares of the two weights sum to one, so the deviation is the same at every minute. */
function addCurve(
  log: Float64Array,
  knots: Float64Array,
  { everyMinutes, spread }: VolatilityLayer,
): void {
  const half = (spread * spread) / 2;
  const { left, right } = circle(everyMinutes);
  for (let minute = 0; minute < log.length; minute += 1) {
    const knot = Math.floor(minute / everyMinutes);
    const part = minute - knot * everyMinutes;
    const shape =
      (knots[knot] ?? 0) * (left[part] ?? 0) + (knots[knot + 1] ?? 0) * (right[part] ?? 0);
    log[minute] = (log[minute] ?? 0) + spread * shape - half;
  }
}

const circles = new Map<number, { readonly left: Float64Array; readonly right: Float64Array }>();

function circle(minutes: number): { readonly left: Float64Array; readonly right: Float64Array } {
  const known = circles.get(minutes);
  if (known !== undefined) return known;
  const made = { left: new Float64Array(minutes), right: new Float64Array(minutes) };
  for (let part = 0; part < minutes; part += 1) {
    const angle = ((part / minutes) * Math.PI) / 2;
    made.left[part] = Math.cos(angle);
    made.right[part] = Math.sin(angle);
  }
  circles.set(minutes, made);
  return made;
}

function addRegime(log: Float64Array, group: string, from: number): void {
  const day = from / DAY_MS;
  const period = Math.floor(day / REGIME_DAYS);
  const [left, right] = [
    publicNormal(`weather/${group}/${period}`),
    publicNormal(`weather/${group}/${period + 1}`),
  ];
  for (let minute = 0; minute < log.length; minute += 1) {
    const passed = (day - period * REGIME_DAYS + minute / DAY_MINUTES) / REGIME_DAYS;
    const angle = (passed * Math.PI) / 2;
    const shape = left * Math.cos(angle) + right * Math.sin(angle);
    log[minute] = (log[minute] ?? 0) + REGIME_SPREAD * shape - REGIME_SPREAD ** 2 / 2;
  }
}
