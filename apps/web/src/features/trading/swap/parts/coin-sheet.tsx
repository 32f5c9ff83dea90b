/** Selects an asset with a price: search and list in a sheet, owned ones first. */
import { AmountText, amountPlaces, CoinMark, Row, searchIcon, Sheet, StateBlock } from '@tern/ui';
import { useState } from 'react';
import type { Coin } from '../../../../kernel/balances.ts';
import { findCoins, ownedFirst } from '../../../../kernel/market-choice/market-search.ts';
import { SearchBox } from '../../../../kernel/market-choice/search-box.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import styles from './swap.module.css';

export interface CoinSheetProps {
  isOpen: boolean;
  title: string;
  coins: readonly Coin[];
  chosen: string;
  onClose: () => void;
  onChoose: (coin: string) => void;
}

export function CoinSheet({ isOpen, title, onClose, ...choice }: CoinSheetProps) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title}>
      <Choice {...choice} />
    </Sheet>
  );
}

/** Mounted only while the sheet is open, so that each opening starts with an empty search. */
function Choice({
  coins,
  chosen,
  onChoose,
}: Pick<CoinSheetProps, 'coins' | 'chosen' | 'onChoose'>) {
  const t = useT();
  const [query, setQuery] = useState('');
  const offered = findCoins(coins, query).filter(
    ({ worth, uses }) => worth !== undefined && uses.includes('swap'),
  );
  const found = ownedFirst(offered);
  return (
    <div className={styles.choice}>
      <div className={styles.search}>
        <SearchBox query={query} onChange={setQuery} label={t('swap.searchCoins')} />
      </div>
      <div className={styles.found}>
        {found.length === 0 && (
          <StateBlock
            kind="empty"
            icon={searchIcon}
            title={t('swap.noCoinCalled', { query: query.trim() })}
          />
        )}
        {found.map(({ asset, name, logo, available, places }) => (
          <Row
            key={asset}
            mark={<CoinMark symbol={asset} logo={logo} size={32} />}
            title={asset}
            note={name}
            isChosen={asset === chosen}
            hasChevron={false}
            onPress={() => onChoose(asset)}
            value={<AmountText value={available} places={amountPlaces(asset, places)} />}
          />
        ))}
      </div>
    </div>
  );
}
