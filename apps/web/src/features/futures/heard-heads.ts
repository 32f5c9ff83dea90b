/** The chain heads this device received live, kept to check results against (rules §2). */
import type { DetailMessage } from '@tern/protocol/client';
import { subscribeToMarket } from '../../kernel/quotes/market-feed.ts';
import { type HeardHeads, noteHead } from './check-record.ts';

const heardOf = new Map<string, Map<number, string>>();

/** Records the heads of a symbol while it is subscribed. Returns the unsubscribe function. */
export function listenForHeads(symbol: string): () => void {
  const heard = heardOf.get(symbol) ?? new Map<number, string>();
  heardOf.set(symbol, heard);
  return subscribeToMarket(`market.${symbol}.detail`, (message) => {
    if ('tick' in message) noteHead(heard, (message.tick as DetailMessage).chain);
  });
}

export const headsHeard = (symbol: string): HeardHeads => heardOf.get(symbol) ?? new Map();
