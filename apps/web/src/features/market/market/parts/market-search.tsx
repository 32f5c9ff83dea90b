/** Search over all markets in place of the list; filters while typing. */
import { ScreenBody, ScreenHeader } from '@tern/ui';
import { useEffect, useState } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { FoundMarkets } from '../../../../kernel/market-choice/found-markets.tsx';
import { SearchBox } from '../../../../kernel/market-choice/search-box.tsx';
import styles from './market.module.css';
import { StarButton } from './favourite-markets.tsx';

const starOf = ({ symbol, base, quote }: Instrument) => (
  <StarButton symbol={symbol} pair={`${base}/${quote}`} />
);

export function MarketSearch({ onClose }: { onClose: () => void }) {
  const t = useT();
  const navigator = useNavigator();
  const [query, setQuery] = useState('');
  useEffect(() => window.scrollTo(0, 0), []);
  return (
    <>
      <ScreenHeader>
        <h1 tabIndex={-1} className={styles.title}>
          {t('market.title')}
        </h1>
        <div className={styles.searchHead}>
          <SearchBox query={query} onChange={setQuery} onLeave={onClose} isFocused />
          <button type="button" className={styles.cancel} onClick={onClose}>
            {t('common.cancel')}
          </button>
        </div>
      </ScreenHeader>
      <ScreenBody foot="tab">
        <FoundMarkets
          query={query}
          onChoose={(symbol) => navigator.push(pages.chart, { symbol })}
          renderAside={starOf}
        />
      </ScreenBody>
    </>
  );
}
