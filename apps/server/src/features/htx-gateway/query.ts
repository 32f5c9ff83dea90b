/** Reads the parameters of HTX's public calls, and refuses invalid ones with HTX's errors. */
import { type Interval, intervals } from '../../kernel/prices/intervals.ts';
import type { SymbolState } from '../pricing/index.ts';
import { HtxRefusal } from './answers.ts';

/** Fails with: invalid symbol. */
export function readSymbol(
  query: URLSearchParams,
  find: (symbol: string) => SymbolState | undefined,
): SymbolState {
  const state = find(query.get('symbol') ?? '');
  if (state === undefined) throw new HtxRefusal('invalid symbol');
  return state;
}

/** Fails with: invalid period. */
export function readInterval(query: URLSearchParams): Interval {
  const interval = intervals.find((candidate) => candidate === query.get('period'));
  if (interval === undefined) throw new HtxRefusal('invalid period');
  return interval;
}

/** Fails with: invalid size. */
export function readSize(query: URLSearchParams, fallback: number, max: number): number {
  const size = readWhole(query, 'size') ?? fallback;
  if (Number.isNaN(size) || size < 1 || size > max) {
    throw new HtxRefusal(`invalid size, valid range: [1,${max}]`);
  }
  return size;
}

/** How coarsely the book is merged; 0 for not at all. Fails with: invalid type. */
export function readStep(query: URLSearchParams): number {
  const step = /^step([0-5])$/.exec(query.get('type') ?? 'step0')?.[1];
  if (step === undefined) throw new HtxRefusal('invalid type');
  return Number(step);
}

/** Levels per side; undefined for all. Fails with: invalid depth. */
export function readLevels(query: URLSearchParams): number | undefined {
  const depth = readWhole(query, 'depth');
  if (depth === undefined || [5, 10, 20, 30, 150].includes(depth)) return depth;
  throw new HtxRefusal('invalid depth');
}

const SECOND_MAX = 4_000_000_000;

/** Units: Unix seconds. Fails with: invalid time range. */
export function readSecond(query: URLSearchParams, name: 'from' | 'to'): number | undefined {
  const second = readWhole(query, name);
  if (second === undefined || second <= SECOND_MAX) return second;
  throw new HtxRefusal('invalid time range');
}

/** NaN when it is not a whole number; an empty parameter counts as absent. */
function readWhole(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}
