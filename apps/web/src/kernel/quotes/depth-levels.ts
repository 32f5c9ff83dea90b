/** The order book as displayed: exact texts, depth accumulated from the middle outwards. */
import {
  type Amount,
  add,
  formatDecimal,
  formatFixed,
  larger,
  parseDecimal,
  ratio,
  ZERO,
} from '@tern/money';
import type { DepthMessage } from '@tern/protocol/client';
import type { LadderLevel } from '@tern/ui';
import { decimalText } from './quote.ts';

/** Seven rows per side. */
export const LADDER_LEVELS = 7;
const SHARE_PLACES = 4;

export interface DepthLevels {
  asks: LadderLevel[];
  bids: LadderLevel[];
  /** Best ask minus best bid as text; undefined while a side is empty. */
  spread: string | undefined;
}

interface Level {
  price: string;
  quantity: string;
  /** Accumulated quantity from the middle to this level. */
  sum: Amount;
}

function accumulated(levels: DepthMessage['bids']): Level[] {
  let sum = ZERO;
  return levels.slice(0, LADDER_LEVELS).map(([price, size]) => {
    const quantity = decimalText(size);
    sum = add(sum, parseDecimal(quantity) ?? ZERO);
    return { price: decimalText(price), quantity, sum };
  });
}

/** Shares relative to the deepest displayed level of both sides, so that the sides are comparable. */
export function depthLevels({ asks, bids }: DepthMessage): DepthLevels {
  const [up, down] = [accumulated(asks), accumulated(bids)];
  const deepest = larger(up.at(-1)?.sum ?? ZERO, down.at(-1)?.sum ?? ZERO);
  const drawn = ({ price, quantity, sum }: Level): LadderLevel => ({
    price,
    quantity,
    depthShare: deepest > 0n ? formatFixed(ratio(sum, deepest, 'truncate'), SHARE_PLACES) : '0',
  });
  return { asks: up.map(drawn), bids: down.map(drawn), spread: spreadOf(up[0], down[0]) };
}

function spreadOf(ask: Level | undefined, bid: Level | undefined): string | undefined {
  const [high, low] = [parseDecimal(ask?.price ?? ''), parseDecimal(bid?.price ?? '')];
  return high === undefined || low === undefined ? undefined : formatDecimal(high - low);
}
