/** The latest trades of a market, newest first. */
import type { TradeMessage } from '@tern/protocol/client';
import { decimalText } from '../../../kernel/quotes/quote.ts';

export interface TapeLine {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  price: string;
  quantity: string;
  /** The taker's side: 1 bought, -1 sold. */
  direction: 1 | -1;
}

export const TAPE_LENGTH = 24;

/** Adds the trades of a message; repeated ones are shown once. */
export function withTrades(known: readonly TapeLine[], message: TradeMessage): readonly TapeLine[] {
  const seen = new Set(known.map((line) => line.id));
  const fresh = message.data
    .filter((trade) => !seen.has(trade.id))
    .map(
      (trade): TapeLine => ({
        id: trade.id,
        at: trade.ts,
        price: decimalText(trade.price),
        quantity: decimalText(trade.amount),
        direction: trade.direction === 'buy' ? 1 : -1,
      }),
    );
  if (fresh.length === 0) return known;
  return [...fresh, ...known].sort((left, right) => right.at - left.at).slice(0, TAPE_LENGTH);
}
