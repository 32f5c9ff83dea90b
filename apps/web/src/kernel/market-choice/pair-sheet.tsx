/** Selects a market: the pair as a heading that opens a sheet with search and list. */
import { chevronDownIcon, Icon, Sheet, Text } from '@tern/ui';
import { useState } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import { FoundMarkets } from './found-markets.tsx';
import { SearchBox } from './search-box.tsx';
import styles from './search.module.css';

/** `open` shows the sheet; render `sheet` once on the screen. */
export function usePairSheet(symbol: string, choose: (symbol: string) => void) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const onChoose = (chosen: string) => {
    close();
    choose(chosen);
  };
  return {
    open: () => setOpen(true),
    sheet: <PairSheet {...{ isOpen, symbol, onChoose }} onClose={close} />,
  };
}

export interface PairHeadingProps {
  /** "BTC/USDT", or the page's title. */
  pair: string;
  className: string | undefined;
  iconSize?: number;
  onChoose: () => void;
}

/** The heading of a market's page. */
export function PairHeading({ pair, className, iconSize = 16, onChoose }: PairHeadingProps) {
  return (
    <h1 tabIndex={-1} className={className}>
      <button type="button" aria-haspopup="dialog" className={styles.pair} onClick={onChoose}>
        {pair}
        <Icon of={chevronDownIcon} size={iconSize} />
      </button>
    </h1>
  );
}

interface PairSheetProps {
  isOpen: boolean;
  symbol: string;
  onClose: () => void;
  onChoose: (symbol: string) => void;
}

function PairSheet({ isOpen, symbol, onClose, onChoose }: PairSheetProps) {
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
      <Text as="div" top={8}>
        <FoundMarkets query={query} chosen={symbol} onChoose={onChoose} />
      </Text>
    </div>
  );
}
