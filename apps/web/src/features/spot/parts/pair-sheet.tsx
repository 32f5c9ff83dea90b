/** Chooses the pair to trade: search and list, with live prices. */
import {
  ChangeText,
  CoinMark,
  PriceText,
  Row,
  searchIcon,
  Sheet,
  SkeletonRows,
  StateBlock,
  TextField,
} from '@tern/ui';
import { useState } from 'react';
import { type MarketKind, useMarkets } from '../../../kernel/quotes/market-feed.ts';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { useQuote } from '../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { matches } from '../pair-search.ts';
import styles from './pair-sheet.module.css';

export interface PairSheetProps {
  isOpen: boolean;
  symbol: string;
  onClose: () => void;
  onChoose: (symbol: string) => void;
}

export function PairSheet({ isOpen, symbol, onClose, onChoose }: PairSheetProps) {
  const t = useT();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('spot.choosePair')}>
      <PairList symbol={symbol} onChoose={onChoose} />
    </Sheet>
  );
}

const KINDS = [
  { kind: 'crypto', label: 'spot.crypto' },
  { kind: 'metalsAndForex', label: 'spot.metalsAndForex' },
] as const satisfies readonly { kind: MarketKind; label: string }[];

function PairList({ symbol, onChoose }: Pick<PairSheetProps, 'symbol' | 'onChoose'>) {
  const t = useT();
  const [wanted, setWanted] = useState('');
  const lists = { crypto: useMarkets('crypto'), metalsAndForex: useMarkets('metalsAndForex') };
  const isLoading = Object.values(lists).some((list) => list.isPending);
  const found = KINDS.map(({ kind, label }) => ({
    label,
    instruments: (lists[kind].data ?? []).filter((instrument) => matches(instrument, wanted)),
  })).filter(({ instruments }) => instruments.length > 0);
  return (
    <div className={styles.list}>
      <TextField
        label={t('spot.searchPairs')}
        type="search"
        value={wanted}
        onChange={setWanted}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      {found.map(({ label, instruments }) => (
        <section key={label}>
          <h3 className={styles.group}>{t(label)}</h3>
          {instruments.map((instrument) => (
            <PairRow
              key={instrument.symbol}
              instrument={instrument}
              isChosen={instrument.symbol === symbol}
              onChoose={onChoose}
            />
          ))}
        </section>
      ))}
      {found.length === 0 && isLoading && <SkeletonRows />}
      {found.length === 0 && !isLoading && (
        <StateBlock
          kind="empty"
          icon={searchIcon}
          title={wanted === '' ? t('spot.noMarkets') : t('spot.noPairCalled', { wanted })}
        />
      )}
    </div>
  );
}

interface PairRowProps {
  instrument: Instrument;
  isChosen: boolean;
  onChoose: (symbol: string) => void;
}

function PairRow({ instrument, isChosen, onChoose }: PairRowProps) {
  const t = useT();
  const { symbol, base, quote, name, logo, isOpen, pricePlaces } = instrument;
  const live = useQuote(symbol);
  return (
    <Row
      mark={<CoinMark symbol={base} logo={logo} size={32} />}
      title={`${base}/${quote}`}
      note={isOpen ? name : `${name} · ${t('common.marketClosed')}`}
      isChosen={isChosen}
      hasChevron={false}
      value={
        <span className={styles.numbers}>
          <PriceText value={live?.price} places={pricePlaces} className={styles.price} />
          <ChangeText percent={live?.change} />
        </span>
      }
      onPress={() => onChoose(symbol)}
    />
  );
}
