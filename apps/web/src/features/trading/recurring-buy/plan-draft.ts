/** What is typed of a plan: shares that always add up to 100, and the date of its first buy; pure. */
import { type Amount, parseDecimal } from '@tern/money';
import type { NewPlan, Plan, Rhythm } from './api.ts';

export interface Part {
  readonly symbol: string;
  /** In percent. */
  readonly share: number;
}

/** The buttons beside a share move it by so much. */
export const STEP = 5;
export const COINS_MAX = 10;
/** In USDT. */
export const AMOUNT_BOUNDS = { min: '5', max: '50000' } as const;
/** Of a month: its last day. */
export const LAST_DAY = 31;

/** What the form of a new plan begins with. */
export function newDraft(timeZone: string): NewPlan {
  const coins = [{ symbol: 'btcusdt', share: 100 }];
  return { amount: '', coins, rhythm: 'week', day: 1, time: '09:00', timeZone };
}

/** A plan as it can be changed; coins of earlier buys have no share. */
export function draftOf({ amount, coins, rhythm, day, time, timeZone }: Plan): NewPlan {
  const shared = coins.filter(({ share }) => share > 0);
  const parts = shared.map(({ symbol, share }) => ({ symbol, share }));
  return { amount, coins: parts, rhythm, day, time, timeZone };
}

/** A day that the rhythm has: the present one, or its first. */
export function dayFor(rhythm: Rhythm, day: number): number {
  if (rhythm === 'day') return 0;
  const last = rhythm === 'month' ? LAST_DAY : 7;
  return day >= 1 && day <= last && (day <= 28 || day === LAST_DAY) ? day : 1;
}

const largest = (parts: readonly Part[], not = -1) =>
  parts.reduce(
    (best, { share }, at) => (at !== not && (best < 0 || share > parts[best]!.share) ? at : best),
    -1,
  );

/** A new coin gets half of the largest share, in steps. */
export function addPart(parts: readonly Part[], symbol: string): Part[] {
  const from = largest(parts);
  const share = Math.max(STEP, Math.floor(parts[from]!.share / 2 / STEP) * STEP);
  return [...moved(parts, from, -share), { symbol, share }];
}

/** Whether a share can grow: another one has a step to give. */
export const canGrow = (parts: readonly Part[], at: number) =>
  parts.some(({ share }, other) => other !== at && share > STEP);

/** A step more for one coin, from the largest of the others; or less, for the largest other. At nothing a coin is removed. */
export function stepPart(parts: readonly Part[], at: number, way: 1 | -1): Part[] {
  const other = largest(parts, at);
  if (other < 0) return [...parts];
  const step = way === 1 ? STEP : Math.min(STEP, parts[at]!.share);
  const next = moved(moved(parts, at, way * step), other, -way * step);
  return next.filter(({ share }) => share > 0);
}

function moved(parts: readonly Part[], at: number, by: number): Part[] {
  return parts.map((part, index) => (index === at ? { ...part, share: part.share + by } : part));
}

const HUNDRED = 100n;

/** The sum of a share; 0 without an amount. */
export function partOf(amount: string | number, share: number): Amount {
  return (((parseDecimal(String(amount)) ?? 0n) * BigInt(share)) / HUNDRED) as Amount;
}

export type Fault = 'missing' | 'bounds';

export function amountFault(amount: string | number): Fault | undefined {
  const typed = parseDecimal(String(amount));
  if (typed === undefined || typed === 0n) return 'missing';
  const [min, max] = [parseDecimal(AMOUNT_BOUNDS.min)!, parseDecimal(AMOUNT_BOUNDS.max)!];
  return typed < min || typed > max ? 'bounds' : undefined;
}

const DAY_MS = 86_400_000;

type Schedule = Pick<NewPlan, 'rhythm' | 'day' | 'time' | 'timeZone'>;

/** The date of the first buy after `now` on the wall of the zone, as midnight UTC (epoch ms). */
export function firstDate({ rhythm, day, time, timeZone }: Schedule, now: number): number {
  const wall = wallOf(now, timeZone);
  let date = wall.time < time ? wall.date : wall.date + DAY_MS;
  while (!isOn(rhythm, day, date)) date += DAY_MS;
  return date;
}

function isOn(rhythm: Rhythm, day: number, date: number): boolean {
  const on = new Date(date);
  if (rhythm === 'day') return true;
  if (rhythm !== 'month') return on.getUTCDay() === day % 7;
  const isLast = new Date(date + DAY_MS).getUTCDate() === 1;
  return day === LAST_DAY ? isLast : on.getUTCDate() === day;
}

function wallOf(now: number, timeZone: string): { date: number; time: string } {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? '';
  const date = Date.UTC(Number(of('year')), Number(of('month')) - 1, Number(of('day')));
  return { date, time: `${of('hour')}:${of('minute')}` };
}
