/** The reference prices of a market over the last minutes, which contracts open and close with, and their chain heads. */
import { useQuery } from '@tanstack/react-query';
import type { DetailMessage, Push } from '@tern/protocol/client';
import { useEffect, useMemo } from 'react';
import { useThrottledTopic } from '../../../kernel/quotes/use-throttled-topic.ts';
import { ticksQuery } from './api.ts';
import { joinedPoints, type LinePoint, pointOf, withPoint } from './price-line.ts';
import { subscribeToMarket } from '../../../kernel/quotes/market-feed.ts';
import { type ReceivedHeads, recordHead } from './own-checks.ts';

const NONE: readonly LinePoint[] = [];

function foldTick(known: readonly LinePoint[] | undefined, message: Push) {
  return 'tick' in message
    ? withPoint(known ?? NONE, pointOf(message.tick as DetailMessage, message.ts))
    : known;
}

/** Empty until the first prices arrive. Use it in a component with `key={symbol}`. */
export function useTickLine(symbol: string): readonly LinePoint[] {
  const fetched = useQuery(ticksQuery(symbol)).data ?? NONE;
  useEffect(() => listenForHeads(symbol), [symbol]);
  const live = useThrottledTopic(`market.${symbol}.detail`, foldTick) ?? NONE;
  return useMemo(() => joinedPoints(fetched, live), [fetched, live]);
}

/** The chain heads this device received live, kept to check results against. */
const headsBySymbol = new Map<string, Map<number, string>>();

/** Records the heads of a symbol while it is subscribed. Returns the unsubscribe function. */
function listenForHeads(symbol: string): () => void {
  const received = headsBySymbol.get(symbol) ?? new Map<number, string>();
  headsBySymbol.set(symbol, received);
  return subscribeToMarket(`market.${symbol}.detail`, (message) => {
    if ('tick' in message) recordHead(received, (message.tick as DetailMessage).chain);
  });
}

export const receivedHeads = (symbol: string): ReceivedHeads =>
  headsBySymbol.get(symbol) ?? new Map();
