/** The source and age of a market's prices, polled every five seconds while shown. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { Pill } from '@tern/ui';
import { call } from '../../platform/http/call.ts';
import { useT } from '../../platform/i18n/i18n.tsx';
import { useFeedState } from './market-feed.ts';

export type FeedHealth = RowOf<'GET /base/feeds'>;

const ASK_MS = 5_000;

const feedQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['feed', symbol],
    queryFn: async ({ signal }) => {
      const { list } = await call('GET /base/feeds', { symbol }, { signal });
      return list[0] ?? null;
    },
    staleTime: ASK_MS,
    refetchInterval: ASK_MS,
  });

/** Undefined while unknown; a failure keeps the last answer. */
export function useFeedHealth(symbol: string): FeedHealth | undefined {
  return useQuery(feedQuery(symbol)).data ?? undefined;
}

/** True if the market is open and its price is stale; false while unknown. */
export function useIsStale(symbol: string): boolean {
  // The age of the price differs in every answer.
  return (
    useQuery({ ...feedQuery(symbol), select: (feed) => feed?.state === 'stale' }).data ?? false
  );
}

/** The pill next to a market whose price is stale. */
export function StalePricePill() {
  const t = useT();
  return (
    <span role="status">
      <Pill kind="bad">{t('common.noFreshPrice')}</Pill>
    </span>
  );
}

/** True while the connection that brings prices and order books is lost: what is shown may be old. */
export function useIsFeedLost(): boolean {
  return useFeedState() === 'reconnecting';
}

/** The pill next to a market while the connection is lost. */
export function ReconnectingPill() {
  const t = useT();
  return (
    <span role="status">
      <Pill dot="lost">{t('common.reconnecting')}</Pill>
    </span>
  );
}
