/** Search over every market, in place of the list: filters as one types. */
import { ScreenBody, ScreenHeader } from '@tern/ui';
import { useEffect, useState } from 'react';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { FoundMarkets } from './found-markets.tsx';
import { SearchBox } from './search-box.tsx';
import styles from './search.module.css';

export function MarketSearch({ onClose }: { onClose: () => void }) {
  const t = useT();
  const navigator = useNavigator();
  const [wish, setWish] = useState('');
  useEffect(() => window.scrollTo(0, 0), []);
  return (
    <>
      <ScreenHeader>
        <h1 tabIndex={-1} className={styles.title}>
          {t('market.title')}
        </h1>
        <div className={styles.head}>
          <SearchBox wish={wish} onChange={setWish} onLeave={onClose} isFocused />
          <button type="button" className={styles.cancel} onClick={onClose}>
            {t('common.cancel')}
          </button>
        </div>
      </ScreenHeader>
      <ScreenBody foot="tab">
        <FoundMarkets
          wish={wish}
          onChoose={(symbol) => navigator.push(pages.chart, { symbol })}
          hasStars
        />
      </ScreenBody>
    </>
  );
}
