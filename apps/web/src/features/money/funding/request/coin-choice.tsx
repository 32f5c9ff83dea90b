/** Selects a coin: search, those used last on this device, then all. */
import { Chip, CoinMark, Row, searchIcon, StateBlock } from '@tern/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { isTextList, slot } from '../../../../platform/storage.ts';
import { findCoins } from '../../../../kernel/market-choice/market-search.ts';
import { SearchBox } from '../../../../kernel/market-choice/search-box.tsx';
import styles from './form.module.css';

const KEPT = 4;

export interface RecentCoins {
  /** Newest first. */
  read: () => readonly string[];
  /** Puts a coin first. */
  remember: (coin: string) => void;
}

/** `name` is the storage slot. */
function recentCoinsIn(name: string): RecentCoins {
  const stored = slot(name, isTextList);
  const read = () => stored.read() ?? [];
  return {
    read,
    remember: (coin) => {
      const others = read().filter((known) => known !== coin);
      stored.write([coin, ...others].slice(0, KEPT));
    },
  };
}

export const recentDeposits = recentCoinsIn('depositCoins');
export const recentWithdrawals = recentCoinsIn('withdrawCoins');

/** The displayed fields of a coin. */
export interface ChoosableCoin {
  asset: string;
  name: string;
  logo: string;
  networks: readonly { code: string }[];
}

export interface CoinChoiceProps<Coin extends ChoosableCoin> {
  coins: readonly Coin[];
  /** Shown if there is no coin at all. */
  none: string;
  recent: RecentCoins;
  chosen?: string;
  onChoose: (asset: string) => void;
  /** On the right of a coin: the member's balance. */
  holdingOf?: (coin: Coin) => ReactNode;
}

export function CoinChoice<Coin extends ChoosableCoin>(props: CoinChoiceProps<Coin>) {
  const { coins, none, onChoose } = props;
  const t = useT();
  const [query, setQuery] = useState('');
  const [recent] = useState(props.recent.read);
  const known = recent.filter((name) => coins.some(({ asset }) => asset === name));
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
      key={coin.asset}
      mark={<CoinMark symbol={coin.asset} logo={coin.logo} size={36} />}
      title={coin.asset}
      note={coin.networks.map(({ code }) => code).join(', ')}
      isChosen={coin.asset === chosen}
      hasChevron={false}
      onPress={() => onChoose(coin.asset)}
      value={holdingOf?.(coin)}
    />
  ));
}
