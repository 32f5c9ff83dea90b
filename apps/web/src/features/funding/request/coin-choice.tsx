/** Selects a coin: search, recent ones, then all. */
import { Chip, CoinMark, Row, searchIcon, StateBlock } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { SearchBox } from '../../../kernel/market-choice/search-box.tsx';
import styles from './coin-choice.module.css';
import { findCoins } from './find-coins.ts';
import type { RecentCoins } from './recent-coins.ts';

/** The displayed fields of a coin. */
export interface ChoosableCoin {
  coinname: string;
  name: string;
  logo: string;
  networks: readonly { czline: string }[];
}

export interface CoinChoiceProps<Coin extends ChoosableCoin> {
  coins: readonly Coin[];
  /** Shown if there is no coin at all. */
  none: string;
  recent: RecentCoins;
  chosen?: string;
  onChoose: (coin: string) => void;
  /** On the right of a coin: the member's balance. */
  holdingOf?: (coin: Coin) => ReactNode;
}

export function CoinChoice<Coin extends ChoosableCoin>(props: CoinChoiceProps<Coin>) {
  const { coins, none, onChoose } = props;
  const t = useT();
  const [query, setQuery] = useState('');
  const [recent] = useState(props.recent.read);
  const known = recent.filter((name) => coins.some(({ coinname }) => coinname === name));
  if (coins.length === 0) return <StateBlock kind="empty" title={none} />;
  return (
    <div className={styles.choice}>
      <div className={styles.search}>
        <SearchBox query={query} onChange={setQuery} label={t('transfer.searchCoins')} />
      </div>
      {query === '' && known.length > 0 && (
        <div className={styles.recent} role="group" aria-label={t('transfer.recent')}>
          {known.map((name) => (
            <Chip key={name} onPress={() => onChoose(name)}>
              {name}
            </Chip>
          ))}
        </div>
      )}
      <div className={styles.found}>
        <Found {...props} query={query} />
      </div>
    </div>
  );
}

function Found<Coin extends ChoosableCoin>(props: CoinChoiceProps<Coin> & { query: string }) {
  const { coins, chosen, onChoose, holdingOf, query } = props;
  const t = useT();
  const found = findCoins(coins, query);
  if (found.length === 0) {
    const title = t('transfer.noCoinCalled', { query: query.trim() });
    return <StateBlock kind="empty" icon={searchIcon} title={title} />;
  }
  return found.map((coin) => (
    <Row
      key={coin.coinname}
      mark={<CoinMark symbol={coin.coinname} logo={coin.logo} size={36} />}
      title={coin.coinname}
      note={coin.networks.map(({ czline }) => czline).join(', ')}
      isChosen={coin.coinname === chosen}
      hasChevron={false}
      onPress={() => onChoose(coin.coinname)}
      value={holdingOf?.(coin)}
    />
  ));
}
