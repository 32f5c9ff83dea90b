/** The chance of one simulated day: how lively each stream is by the minute, and its shocks (ADR 15). */
import { BLOCK_WORDS, keyedWords, type Words } from './keyed-words.ts';
import type { Stream } from './market-model-table.ts';
import { normalOf, publicNormal, roughNormal } from './normal.ts';
import { seasonOf } from './seasons.ts';
import { DAY_MS } from '../../../platform/durations.ts';

export const DAY_MINUTES = 1_440;
export const MINUTE_SECONDS = 60;
export const STRETCH_MINUTES = 5;

/** One minute of a stream, second by second. */
export interface StreamMinute {
  /** Standard normal, independent of everything else. */
  readonly shocks: Float64Array;
  /** Variance of each second; an average open second has 1/60, a closed one 0. */
  readonly variance: Float64Array;
}

export interface DayChance {
  /** Variance of each minute of the day; an average open minute has 1, a closed one 0. */
  variance(stream: Stream): Float64Array;
  /** The hour and the weekday alone, likewise by the minute. */
  season(stream: Pick<Stream, 'class' | 'hours'>): Float64Array;
  /** The same of each five minutes, without the noise of their minutes: enough for the past. */
  stretchVariance(stream: Stream): Float64Array;
  minute(stream: Stream, minute: number): StreamMinute;
  /** Words by the stream's name and purpose. */
  words(stream: string, from: number, blocks: number): Uint32Array;
}

/** Log variance moves by curves through knots this far apart, with this deviation; one minute apart is plain noise. */
interface Mood {
  readonly everyMinutes: number;
  readonly spread: number;
}

const GROUP_MOODS: readonly Mood[] = [
  { everyMinutes: 720, spread: 0.6 },
  { everyMinutes: 180, spread: 0.4 },
  { everyMinutes: 30, spread: 0.35 },
  { everyMinutes: 5, spread: 0.3 },
];
const OWN_MOODS: readonly Mood[] = [
  { everyMinutes: 180, spread: 0.3 },
  { everyMinutes: 5, spread: 0.3 },
];
const MINUTE_NOISE: readonly Mood[] = [{ everyMinutes: 1, spread: 0.35 }];
/** Calm and busy weeks. Everyone may know them in advance: they say how much prices move, not where to. */
const WEATHER_DAYS = 4;
const WEATHER_SPREAD = 0.85;
/** Bursts within a minute. */
const SECOND_SPREAD = 0.5;
/** No spell is more than e³ times as lively as the average. */
const LIVELIEST = 3;

/** Shape: `seed` is the day's, in hexadecimal. Units: `from` is when the day begins, epoch milliseconds. */
export function dayChance(seed: string, from: number): DayChance {
  const keys = new Map<string, Words>();
  const moods = new Map<string, Float64Array>();
  const variances = new Map<string, Float64Array>();
  const seasons = new Map<string, Float64Array>();
  const words = (stream: string, first: number, blocks: number): Uint32Array =>
    remembered(keys, stream, () => keyedWords(seed, stream))(first, blocks);
  const season = (of: Pick<Stream, 'class' | 'hours'>) =>
    remembered(seasons, `${of.class}|${of.hours}`, () => seasonOf(of, from));
  /** Log variance at these minutes of the day, less what makes its mean 1. */
  const mood = (of: MoodOf, minutes: Minutes) =>
    remembered(moods, `${of.purpose}/${of.name}/${minutes.step}`, () =>
      moodOf(of, minutes, { words, from }),
    );
  const livelinessOf = (stream: Stream, minutes: Minutes): Float64Array => {
    const { name, group, isOwn } = stream;
    const wanted: MoodOf[] = [
      { purpose: 'mood', name: group, moods: GROUP_MOODS, hasWeather: true },
    ];
    if (isOwn) wanted.push({ purpose: 'mood', name, moods: OWN_MOODS });
    if (minutes.step === 1) {
      wanted.push({ purpose: 'noise', name: group, moods: MINUTE_NOISE });
      if (isOwn) wanted.push({ purpose: 'noise', name, moods: MINUTE_NOISE });
    }
    return livelier(
      season(stream),
      wanted.map((each) => mood(each, minutes)),
      minutes,
    );
  };
  const variance = (stream: Stream) =>
    remembered(variances, stream.name, () => livelinessOf(stream, EACH_MINUTE));
  return {
    variance,
    season,
    words,
    stretchVariance: (stream) =>
      remembered(variances, `${stream.name}/stretches`, () => livelinessOf(stream, EACH_STRETCH)),
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

function remembered<T>(known: Map<string, T>, name: string, make: () => T): T {
  const found = known.get(name);
  if (found !== undefined) return found;
  const made = make();
  known.set(name, made);
  return made;
}

/** Moments of the day: the first one and the way to the next, in minutes. */
interface Minutes {
  readonly first: number;
  readonly step: number;
}
const EACH_MINUTE: Minutes = { first: 0, step: 1 };
const EACH_STRETCH: Minutes = { first: 2, step: STRETCH_MINUTES };

function livelier(
  season: Float64Array,
  moods: readonly Float64Array[],
  { first, step }: Minutes,
): Float64Array {
  const variance = new Float64Array(DAY_MINUTES / step);
  for (let index = 0; index < variance.length; index += 1) {
    let log = 0;
    for (const mood of moods) log += mood[index] ?? 0;
    variance[index] = (season[first + index * step] ?? 0) * Math.exp(Math.min(LIVELIEST, log));
  }
  return variance;
}

interface MoodOf {
  readonly purpose: 'mood' | 'noise';
  readonly name: string;
  readonly moods: readonly Mood[];
  readonly hasWeather?: boolean;
}

interface MoodDay {
  readonly words: DayChance['words'];
  readonly from: number;
}

function moodOf(
  { purpose, name, moods, hasWeather = false }: MoodOf,
  minutes: Minutes,
  { words, from }: MoodDay,
): Float64Array {
  const log = new Float64Array(DAY_MINUTES / minutes.step);
  const counts = moods.map(({ everyMinutes }) => DAY_MINUTES / everyMinutes + 1);
  const needed = counts.reduce((sum, count) => sum + count, 0);
  const drawn = words(`${purpose}/${name}`, 0, Math.ceil(needed / (2 * BLOCK_WORDS)));
  const halves = new Uint16Array(drawn.buffer);
  let taken = 0;
  for (const [index, mood] of moods.entries()) {
    const count = counts[index] ?? 0;
    const knots = knotsOf(halves.subarray(taken, taken + count), { name, mood, from });
    taken += count;
    addCurve(log, knots, { mood, minutes });
  }
  if (hasWeather) addWeather(log, name, { from, minutes });
  return log;
}

/**
 * Knots at midnight belong to the date alone, so that liveliness goes on over midnight and no seed of tomorrow is
 * needed today.
 */
function knotsOf(
  halves: Uint16Array,
  { name, mood, from }: { readonly name: string; readonly mood: Mood; readonly from: number },
): Float64Array {
  const knots = new Float64Array(halves.length);
  for (let knot = 0; knot < knots.length; knot += 1) knots[knot] = roughNormal(halves[knot] ?? 0);
  if (mood.everyMinutes === 1) return knots;
  knots[0] = publicNormal(`mood/${name}/${mood.everyMinutes}/${from}`);
  knots[knots.length - 1] = publicNormal(`mood/${name}/${mood.everyMinutes}/${from + DAY_MS}`);
  return knots;
}

/** The weights of both knots are a circle's, so the deviation is the same at every minute. */
function addCurve(
  log: Float64Array,
  knots: Float64Array,
  { mood, minutes }: { readonly mood: Mood; readonly minutes: Minutes },
): void {
  const { everyMinutes, spread } = mood;
  const half = (spread * spread) / 2;
  const { left, right } = circle(everyMinutes);
  for (let index = 0; index < log.length; index += 1) {
    const minute = minutes.first + index * minutes.step;
    const knot = Math.floor(minute / everyMinutes);
    const part = minute - knot * everyMinutes;
    const shape =
      (knots[knot] ?? 0) * (left[part] ?? 0) + (knots[knot + 1] ?? 0) * (right[part] ?? 0);
    log[index] = (log[index] ?? 0) + spread * shape - half;
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

function addWeather(
  log: Float64Array,
  group: string,
  { from, minutes }: { readonly from: number; readonly minutes: Minutes },
): void {
  const day = from / DAY_MS;
  const period = Math.floor(day / WEATHER_DAYS);
  const [left, right] = [
    publicNormal(`weather/${group}/${period}`),
    publicNormal(`weather/${group}/${period + 1}`),
  ];
  for (let index = 0; index < log.length; index += 1) {
    const minute = minutes.first + index * minutes.step;
    const passed = (day - period * WEATHER_DAYS + minute / DAY_MINUTES) / WEATHER_DAYS;
    const angle = (passed * Math.PI) / 2;
    const shape = left * Math.cos(angle) + right * Math.sin(angle);
    log[index] = (log[index] ?? 0) + WEATHER_SPREAD * shape - WEATHER_SPREAD ** 2 / 2;
  }
}
