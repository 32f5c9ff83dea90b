/** The depth message: the order book in full detail, or merged into coarser prices. */
import { type Amount, decimal, divideInteger, type Price } from '@tern/money';
import type { DepthMessage } from '@tern/protocol';
import type { Depth } from '../../../kernel/prices/market-tape.ts';
import type { Exact } from './exact-json.ts';

/** Levels per side that are read, and that remain when merged. */
export const DEPTH_LEVELS = 150;
const MERGED_LEVELS = 20;

type Level = [price: bigint, quantity: bigint];

/**
 * Step 0 is unmerged; step n merges to multiples of 10^n ticks, bids down and asks up, so that no level shows a better
 * price than the book has.
 */
export function depthMessage(
  depth: Depth,
  options: {
    readonly tickSize: Price;
    readonly step: number;
    readonly ts: number;
    /** Maximum levels per side; a merged book never has more than 20. */
    readonly levels: number;
  },
): Exact<DepthMessage> {
  const { tickSize, step, ts, levels: most } = options;
  const size = (tickSize * 10n ** BigInt(step)) as Price;
  const side = (levels: [string, string][], rounding: 'down' | 'up') => {
    const exact = levels.map(
      ([price, quantity]): Level => [decimal<Price>(price), decimal<Amount>(quantity)],
    );
    return (step === 0 ? exact : merged(exact, size, rounding)).slice(0, most);
  };
  return {
    bids: side(depth.bids, 'down'),
    asks: side(depth.asks, 'up'),
    version: depth.version,
    ts,
  };
}

function merged(levels: readonly Level[], size: Price, rounding: 'down' | 'up'): Level[] {
  const sums = new Map<bigint, bigint>();
  for (const [price, quantity] of levels) {
    const step = divideInteger(price, size, rounding) * size;
    sums.set(step, (sums.get(step) ?? 0n) + quantity);
  }
  // A bid below the first step would merge to price zero.
  return [...sums].filter(([price]) => price > 0n).slice(0, MERGED_LEVELS);
}
