/** A public call of HTX's REST API: what it has, and how it reads its parameters, refusing invalid ones with HTX's errors. */
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import type { NetworksOf } from '../../../../kernel/networks/carried-networks.ts';
import { type Interval, intervals } from '../../../../kernel/prices/intervals.ts';
import type { Log } from '../../../../platform/log.ts';
import type { FeedDeps, TradeLine } from '../../../market/feed/index.ts';
import type { SymbolState } from '../../../market/pricing/index.ts';
import { invalid } from './envelopes.ts';

export interface PublicCallDeps extends FeedDeps {
  readonly assets: AssetRegistry;
  readonly log: Log;
  /** The current networks that a rail carries, as the app offers them. */
  networks(): Promise<NetworksOf>;
  /** Newest first. */
  trades(state: SymbolState): readonly TradeLine[];
}

/** Counts what is read before it is read. @throws too many requests */
export type Charge = (rows: number) => void;

/** Returns the content of the envelope. */
export type Answer = (
  deps: PublicCallDeps,
  query: URLSearchParams,
  charge: Charge,
) => object | Promise<object>;

/** @throws invalid symbol */
export function readSymbol(
  query: URLSearchParams,
  find: (symbol: string) => SymbolState | undefined,
): SymbolState {
  const state = find(query.get('symbol') ?? '');
  if (state === undefined) throw invalid('invalid symbol');
  return state;
}

/** Names of a list, repeated ones included. */
const NAMES_MAX = 100;

/** The names of `a,b,c`; undefined when absent or empty. @throws invalid parameter, for more than 100 */
export function readNames(query: URLSearchParams, name: string): ReadonlySet<string> | undefined {
  const text = query.get(name) ?? '';
  if (text === '') return undefined;
  const names = text.split(',', NAMES_MAX + 1);
  if (names.length > NAMES_MAX) throw invalid(`invalid ${name}, at most ${NAMES_MAX}`);
  return new Set(names);
}

/** @throws invalid period */
export function readInterval(query: URLSearchParams): Interval {
  const interval = intervals.find((candidate) => candidate === query.get('period'));
  if (interval === undefined) throw invalid('invalid period');
  return interval;
}

/** @throws invalid size */
export function readSize(query: URLSearchParams, fallback: number, max: number): number {
  const size = readWhole(query, 'size') ?? fallback;
  if (Number.isNaN(size) || size < 1 || size > max) {
    throw invalid(`invalid size, valid range: [1,${max}]`);
  }
  return size;
}

/** How coarsely the book is merged; 0 for not at all. @throws invalid type */
export function readStep(query: URLSearchParams): number {
  const step = /^step([0-5])$/.exec(query.get('type') ?? 'step0')?.[1];
  if (step === undefined) throw invalid('invalid type');
  return Number(step);
}

/** Levels per side; undefined for all. @throws invalid depth */
export function readLevels(query: URLSearchParams): number | undefined {
  const depth = readWhole(query, 'depth');
  if (depth === undefined || [5, 10, 20, 30, 150].includes(depth)) return depth;
  throw invalid('invalid depth');
}

const SECOND_MAX = 4_000_000_000;

/** Units: Unix seconds. @throws invalid time range */
export function readSecond(query: URLSearchParams, name: 'from' | 'to'): number | undefined {
  const second = readWhole(query, name);
  if (second === undefined || second <= SECOND_MAX) return second;
  throw invalid('invalid time range');
}

/** NaN when it is not a whole number; an empty parameter counts as absent. */
function readWhole(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}
