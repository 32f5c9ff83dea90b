/** The chain heads this device received live, kept to check results against (rules §2). */
import type { DetailMessage } from '@tern/protocol/client';
import { subscribeToMarket } from '../../kernel/quotes/market-feed.ts';
import { type ReceivedHeads, recordHead } from './own-checks.ts';

const headsBySymbol = new Map<string, Map<number, string>>();

/** Records the heads of a symbol while it is subscribed. Returns the unsubscribe function. */
export function listenForHeads(symbol: string): () => void {
  const heard = headsBySymbol.get(symbol) ?? new Map<number, string>();
  headsBySymbol.set(symbol, heard);
  return subscribeToMarket(`market.${symbol}.detail`, (message) => {
    if ('tick' in message) recordHead(heard, (message.tick as DetailMessage).chain);
  });
}

export const receivedHeads = (symbol: string): ReceivedHeads =>
  headsBySymbol.get(symbol) ?? new Map();
