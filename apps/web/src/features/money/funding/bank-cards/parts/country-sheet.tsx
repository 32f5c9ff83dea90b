/** Selects a country, by its name in the member's language. */
import { Row, searchIcon, Sheet, StateBlock } from '@tern/ui';
import { useState } from 'react';
import { SearchBox } from '../../../../../kernel/market-choice/search-box.tsx';
import { useI18n } from '../../../../../platform/i18n/i18n.tsx';
import { findCountries, countriesIn } from '../../../../../kernel/countries.ts';
import styles from '../../currencies/bank-money.module.css';

export interface CountrySheetProps {
  isOpen: boolean;
  /** Two letters, or empty. */
  chosen: string;
  onClose: () => void;
  onChoose: (code: string) => void;
}

export function CountrySheet({ isOpen, onClose, ...choice }: CountrySheetProps) {
  const { t } = useI18n();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('fiat.country')}>
      <Choice {...choice} />
    </Sheet>
  );
}

/** Mounted only while the sheet is open, so that each opening starts with an empty search. */
function Choice({ chosen, onChoose }: Pick<CountrySheetProps, 'chosen' | 'onChoose'>) {
  const { t, locale } = useI18n();
  const [countries] = useState(() => countriesIn(locale));
  const [query, setQuery] = useState('');
  const found = findCountries(countries, query);
  return (
    <>
      <div className={styles.search}>
        <SearchBox query={query} onChange={setQuery} label={t('fiat.searchCountries')} />
      </div>
      <div className={styles.found}>
        {found.length === 0 && (
          <StateBlock
            kind="empty"
            icon={searchIcon}
            title={t('fiat.noCountryCalled', { query: query.trim() })}
          />
        )}
        {found.map(({ code, name }) => (
          <Row
            key={code}
            title={name}
            isChosen={code === chosen}
            hasChevron={false}
            onPress={() => onChoose(code)}
          />
        ))}
      </div>
    </>
  );
}
