/** The markets of one kind: movers on top, then all of them in the chosen order. */
import { StateBlock } from '@tern/ui';
import { Loaded } from '../../../kernel/loaded.tsx';
import { type MarketKind, useMarkets } from '../../../kernel/quotes/market-feed.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { MarketList } from './market-list.tsx';
import { MarketListSkeleton } from './market-list-skeleton.tsx';
import { Movers } from './movers.tsx';

export function KindOfMarkets({ kind }: { kind: MarketKind }) {
  const t = useT();
  return (
    <Loaded query={useMarkets(kind)} skeleton={<MarketListSkeleton />}>
      {(markets) =>
        markets.length === 0 ? (
          <StateBlock kind="empty" title={t('market.noMarkets')} />
        ) : (
          <>
            <Movers markets={markets} />
            <MarketList markets={markets} />
          </>
        )
      }
    </Loaded>
  );
}
