/** The markets a search finds, of every kind, each with its price. */
import {
  ChangeText,
  CoinMark,
  PriceText,
  Row,
  searchIcon,
  StateBlock,
  usePriceTint,
  VisuallyHidden,
} from '@tern/ui';
import { memo } from 'react';
import { Loaded } from '../../../kernel/loaded.tsx';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { useQuote } from '../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { findMarkets } from '../market-search.ts';
import { useAllMarkets } from '../use-all-markets.ts';
import styles from './search.module.css';
import { StarButton } from './star-button.tsx';

export interface FoundMarketsProps {
  wish: string;
  /** Keep it stable, or every row draws again. */
  onChoose: (symbol: string) => void;
  /** Ticked in the list. */
  chosen?: string;
  hasStars?: boolean;
}

export function FoundMarkets({ wish, onChoose, chosen, hasStars = false }: FoundMarketsProps) {
  const t = useT();
  return (
    <Loaded query={useAllMarkets()}>
      {(markets) => {
        const found = findMarkets(markets, wish);
        return (
          <>
            <VisuallyHidden>
              <span role="status">
                {wish.trim() !== '' && t('market.found', { count: found.length })}
              </span>
            </VisuallyHidden>
            {found.length === 0 ? (
              <StateBlock
                kind="empty"
                icon={searchIcon}
                title={t('market.nothingCalled', { query: wish.trim() })}
              />
            ) : (
              found.map((market) => (
                <FoundRow
                  key={market.symbol}
                  market={market}
                  isChosen={market.symbol === chosen}
                  onChoose={onChoose}
                  hasStar={hasStars}
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
  hasStar: boolean;
}

const FoundRow = memo(function FoundRow({ market, isChosen, onChoose, hasStar }: FoundRowProps) {
  const t = useT();
  const { symbol, base, quote, name, logo, isOpen, pricePlaces } = market;
  const live = useQuote(symbol);
  const tint = usePriceTint(live?.price);
  const pair = `${base}/${quote}`;
  return (
    <div className={`${styles.found} ${tint}`}>
      <Row
        mark={<CoinMark symbol={base} logo={logo} size={32} />}
        title={pair}
        note={isOpen ? name : `${name} · ${t('common.marketClosed')}`}
        isChosen={isChosen}
        hasChevron={false}
        onPress={() => onChoose(symbol)}
        value={
          <span className={styles.numbers}>
            <PriceText value={live?.price} places={pricePlaces} className={styles.price} />
            <ChangeText percent={live?.change} />
          </span>
        }
      />
      {hasStar && <StarButton symbol={symbol} pair={pair} />}
    </div>
  );
});
