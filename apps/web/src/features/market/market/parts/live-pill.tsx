/** Whether the prices are current: Live, Reconnecting, or market closed. */
import { Pill } from '@tern/ui';
import {
  type MarketKind,
  useFeedState,
  useMarkets,
} from '../../../../kernel/quotes/market-feed.ts';
import { usePriceOrigin } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import styles from './market.module.css';

export type Liveness = 'waiting' | 'live' | 'behind' | 'closed';

/** Crypto depends on the socket, metals and forex on the polled list. */
export function useLiveness(kind: MarketKind, isWanted = true): Liveness {
  const feed = useFeedState();
  const { data, isError, failureCount } = useMarkets(kind, isWanted);
  if (data?.every((market) => !market.isOpen) && data.length > 0) return 'closed';
  if (kind === 'crypto') {
    if (feed === 'live') return 'live';
    return feed === 'reconnecting' ? 'behind' : 'waiting';
  }
  if (isError || failureCount > 0) return 'behind';
  return data ? 'live' : 'waiting';
}

/** Nothing for the moment before the first prices. */
export function LivePill({ liveness }: { liveness: Liveness }) {
  const t = useT();
  const isSimulated = usePriceOrigin() === 'simulated';
  switch (liveness) {
    case 'live':
      return <Pill dot="live">{t(isSimulated ? 'common.simulated' : 'common.live')}</Pill>;
    case 'behind':
      return (
        <span role="status">
          <Pill dot="lost">{t('common.reconnecting')}</Pill>
        </span>
      );
    case 'closed': {
      const closed = t('common.marketClosed');
      return (
        <Pill dot="lost">{isSimulated ? `${closed} · ${t('common.simulated')}` : closed}</Pill>
      );
    }
    case 'waiting':
      return (
        <span className={styles.waiting}>
          <Pill dot="lost">{t('common.connecting')}</Pill>
        </span>
      );
  }
}

/** The pill next to the list's title. */
export function ListPill({ kind }: { kind: MarketKind }) {
  return <LivePill liveness={useLiveness(kind)} />;
}
