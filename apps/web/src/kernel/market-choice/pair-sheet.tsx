/** Selects a market: search and list in a sheet. */
import { Sheet } from '@tern/ui';
import { useState } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import { FoundMarkets } from './found-markets.tsx';
import { SearchBox } from './search-box.tsx';
import styles from './search.module.css';

export interface PairSheetProps {
  isOpen: boolean;
  symbol: string;
  onClose: () => void;
  onChoose: (symbol: string) => void;
}

export function PairSheet({ isOpen, symbol, onClose, onChoose }: PairSheetProps) {
  const t = useT();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('common.chooseMarket')}>
      <Choice symbol={symbol} onChoose={onChoose} />
    </Sheet>
  );
}

/** Mounted only while the sheet is open, so that a closed one loads nothing. */
function Choice({ symbol, onChoose }: Pick<PairSheetProps, 'symbol' | 'onChoose'>) {
  const [query, setQuery] = useState('');
  return (
    <div className={styles.sheet}>
      <SearchBox query={query} onChange={setQuery} />
      <div className={styles.sheetList}>
        <FoundMarkets query={query} chosen={symbol} onChoose={onChoose} />
      </div>
    </div>
  );
}
