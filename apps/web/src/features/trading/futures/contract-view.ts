/** A contract's state at a moment, and its possible result; pure. */
import {
  type Amount,
  divideInteger,
  formatDecimal,
  ONE,
  parseDecimal,
  portion,
  quantize,
  type Rate,
} from '@tern/money';
import type { Contract } from './contract-pages.ts';

/** `closing`: due, waiting for its closing price. */
export type ContractState =
  | 'opening'
  | 'running'
  | 'closing'
  | 'profit'
  | 'loss'
  | 'level'
  | 'invalid';

/** Decimal places of stakes and results: two for USDT. */
export const STAKE_PLACES = 2;

const STATE_OF_OUTCOME = { open: 'level', win: 'profit', loss: 'loss', tie: 'level' } as const;

/** `now` is the server's time. */
export function stateOf(row: Contract, now: number): ContractState {
  if (row.status === 'invalid') return 'invalid';
  if (row.status === 'settled') return STATE_OF_OUTCOME[row.outcome];
  if (row.dueAt === '') return 'opening';
  return Date.parse(row.dueAt) > now ? 'running' : 'closing';
}

export const isUp = ({ direction }: Pick<Contract, 'direction'>) => direction === 'up';
export const isPending = ({ status }: Pick<Contract, 'status'>) => status === 'pending';

/** Milliseconds until it is due; the full duration before the entry, 0 once it is over. */
export function leftMs(row: Contract, now: number): number {
  const all = row.seconds * 1_000;
  if (!isPending(row)) return 0;
  if (row.dueAt === '') return all;
  return Math.min(all, Math.max(0, Date.parse(row.dueAt) - now));
}

/** Whole seconds as a countdown shows them: the last one is 1. */
export const secondsOf = (ms: number) => Math.ceil(ms / 1_000);

/** "00:23", from an hour on "1:00:23". */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** How it would end at this price. */
export type Lead = 'ahead' | 'behind' | 'level';

export interface CurrentResult {
  /** Price minus entry, exact text. */
  difference: string;
  lead: Lead;
}

/** Undefined while the entry or the price is unknown. */
export function currentResultOf(
  row: Pick<Contract, 'direction' | 'openPrice'>,
  price: string | undefined,
): CurrentResult | undefined {
  const [last, entry] = [parseDecimal(price ?? ''), parseDecimal(row.openPrice)];
  if (last === undefined || entry === undefined) return undefined;
  const moved = last - entry;
  const isRight = moved > 0n === isUp(row);
  const lead = moved === 0n ? 'level' : isRight ? 'ahead' : 'behind';
  return { difference: formatDecimal(moved), lead };
}

const TONES = { ahead: 1, behind: -1, level: 0 } as const;

/** 1 for the colour of a gain, -1 for that of a loss: a fall the member predicted is a gain. */
export function toneOf(now: CurrentResult | undefined): -1 | 0 | 1 {
  return now === undefined ? 0 : TONES[now.lead];
}

/** The profit of a win, cut to the stake asset's places. */
export function profitOf(stake: Amount, payoutRatio: string, places: number): Amount {
  const rate = parseDecimal<Rate>(payoutRatio) ?? (0n as Rate);
  return quantize(portion(stake, rate, 'down'), places, 'down');
}

/** A ratio or a rate in percent points: "0.8" gives "80". */
export function percentOf(rate: string): string | undefined {
  const value = parseDecimal<Rate>(rate);
  return value === undefined ? undefined : formatDecimal(value * 100n);
}

/** How many of 100 calls must be right to break even: 100 / (1 + ratio), rounded up. */
export function breakEvenCalls(payoutRatio: string): number {
  const rate = parseDecimal<Rate>(payoutRatio) ?? (0n as Rate);
  return Number(divideInteger(100n * ONE, ONE + rate, 'up'));
}
