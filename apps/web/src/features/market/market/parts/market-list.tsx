/** Lists of markets: rows below sortable column headers, and the movers of a kind on top. */
import { formatVolume, useNumberLocale, Skeleton, SkeletonRows, StateBlock } from '@tern/ui';
import { memo, useCallback, useState } from 'react';
import { MarketRow } from '../../../../kernel/quotes/market-row.tsx';
import type { Instrument, Quote } from '../../../../kernel/quotes/quote.ts';
import { useQuoteFigure } from '../../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { nextSort, type QuoteOf, type Sort, sortMarkets } from '../list-order.ts';
import { useSteadyOrder } from '../use-steady-order.ts';
import { SortHeaders } from './sort-headers.tsx';
import styles from './market.module.css';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { type MarketKind, useMarkets } from '../../../../kernel/quotes/market-feed.ts';
import { Movers } from './movers.tsx';

/** By volume, largest first, as in the design. */
const FIRST_SORT: Sort = { column: 'volume', isDescending: true };

/** Rows below sortable column headers. */
export function MarketList({ markets }: { markets: readonly Instrument[] }) {
  const [sort, setSort] = useState<Sort | undefined>(FIRST_SORT);
  const arrange = useCallback(
    (list: readonly Instrument[], quotes: QuoteOf) => sortMarkets(list, sort, quotes),
    [sort],
  );
  const ordered = useSteadyOrder(markets, arrange);
  return (
    <>
      <SortHeaders
        sort={sort}
        onSort={(column) => setSort((current) => nextSort(current, column))}
      />
      {ordered.map((market) => (
        <VolumeRow key={market.symbol} market={market} />
      ))}
    </>
  );
}

const VolumeRow = memo(function VolumeRow({ market }: { market: Instrument }) {
  return <MarketRow instrument={market} sub={<DayVolume symbol={market.symbol} />} />;
});

const volumeTexts = new WeakMap<Quote, { locale: string; text: string }>();

/** Made once for each quote: React asks several times what a part shows, and formatting is what costs. */
function volumeText(quote: Quote | undefined, locale: string): string {
  if (quote === undefined) return formatVolume(undefined, locale);
  const known = volumeTexts.get(quote);
  if (known?.locale === locale) return known.text;
  const text = formatVolume(quote.volume, locale);
  volumeTexts.set(quote, { locale, text });
  return text;
}

/** The volume changes with every trade: it is drawn separately from its row, and only when its short text changes. */
function DayVolume({ symbol }: { symbol: string }) {
  const t = useT();
  const locale = useNumberLocale();
  const volume = useQuoteFigure(symbol, (live) => volumeText(live, locale));
  return t('market.volume', { volume });
}

/** Skeleton of the list: two and a half movers, column headers, rows. */
function MarketListSkeleton() {
  return (
    <>
      <div className={styles.moversSkeleton} aria-hidden="true">
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} width="146px" height="120px" />
        ))}
      </div>
      <SkeletonRows count={7} />
    </>
  );
}

/** The markets of one kind: movers on top, then all of them in the chosen order. */
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
