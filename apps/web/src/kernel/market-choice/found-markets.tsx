/** The markets a search finds, of every kind, each with its price. */
import {
  ChangeText,
  CoinMark,
  PriceText,
  Row,
  searchIcon,
  Stack,
  StateBlock,
  Text,
  usePriceTint,
  VisuallyHidden,
} from '@tern/ui';
import { memo, type ReactNode } from 'react';
import { Loaded } from '../loaded.tsx';
import { useOpeningText } from '../quotes/opening-time.tsx';
import type { Instrument } from '../quotes/quote.ts';
import { useQuoteFigure } from '../quotes/quote-store.ts';
import { useT } from '../../platform/i18n/i18n.tsx';
import { findMarkets } from './market-search.ts';
import { useAllMarkets } from './use-all-markets.ts';
import styles from './search.module.css';

export interface FoundMarketsProps {
  query: string;
  /** Must be stable, or every row rerenders. */
  onChoose: (symbol: string) => void;
  /** Marked as selected in the list. */
  chosen?: string;
  /** Drawn at the end of each row; must be stable too. */
  renderAside?: (market: Instrument) => ReactNode;
}

export function FoundMarkets({ query, onChoose, chosen, renderAside }: FoundMarketsProps) {
  const t = useT();
  return (
    <Loaded query={useAllMarkets()}>
      {(markets) => {
        const found = findMarkets(markets, query);
        return (
          <>
            <VisuallyHidden>
              <span role="status">
                {query.trim() !== '' && t('common.marketsFound', { count: found.length })}
              </span>
            </VisuallyHidden>
            {found.length === 0 ? (
              <StateBlock
                kind="empty"
                icon={searchIcon}
                title={t('common.noMarketCalled', { query: query.trim() })}
              />
            ) : (
              found.map((market) => (
                <FoundRow
                  key={market.symbol}
                  market={market}
                  isChosen={market.symbol === chosen}
                  onChoose={onChoose}
                  renderAside={renderAside}
                />
              ))
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface FoundRowProps {
  market: Instrument;
  isChosen: boolean;
  onChoose: (symbol: string) => void;
  renderAside: FoundMarketsProps['renderAside'];
}

const FoundRow = memo(function FoundRow({
  market,
  isChosen,
  onChoose,
  renderAside,
}: FoundRowProps) {
  const t = useT();
  const { symbol, base, quote, name, logo, isOpen, opensAt, pricePlaces } = market;
  const opening = useOpeningText();
  const closed = opening(opensAt, { isShort: true }) ?? t('common.marketClosed');
  const price = useQuoteFigure(symbol, (live) => live?.price);
  const change = useQuoteFigure(symbol, (live) => live?.change);
  const tinted = usePriceTint(price);
  return (
    <div className={styles.found}>
      <Row
        mark={<CoinMark symbol={base} logo={logo} size={32} />}
        title={`${base}/${quote}`}
        note={isOpen ? name : `${name} · ${closed}`}
        isChosen={isChosen}
        hasChevron={false}
        onPress={() => onChoose(symbol)}
        value={
          <Stack as="span" align="end">
            <Text as="span" ref={tinted} size="label-strong" tone="main">
              <PriceText value={price} places={pricePlaces} />
            </Text>
            <ChangeText percent={change} />
          </Stack>
        }
      />
      {renderAside?.(market)}
    </div>
  );
});
