/** Chooses a coin to withdraw: search, those withdrawn last, then all of them. */
import { AmountText, amountPlaces, Chip, CoinMark, Row, searchIcon, StateBlock } from '@tern/ui';
import { useState } from 'react';
import { SearchBox } from '../../../kernel/market-choice/search-box.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { recentCoins } from '../recent-coins.ts';
import { coinsCalled, type WithdrawableCoin } from '../withdrawable-coins.ts';
import styles from './withdrawal.module.css';

export interface CoinChoiceProps {
  coins: readonly WithdrawableCoin[];
  chosen?: string;
  onChoose: (coin: string) => void;
}

export function CoinChoice({ coins, chosen, onChoose }: CoinChoiceProps) {
  const t = useT();
  const [wish, setWish] = useState('');
  const [recent] = useState(recentCoins);
  const known = recent.filter((name) => coins.some(({ coinname }) => coinname === name));
  if (coins.length === 0) return <StateBlock kind="empty" title={t('withdrawal.noCoins')} />;
  const found = coinsCalled(coins, wish);
  return (
    <div className={styles.choice}>
      <div className={styles.search}>
        <SearchBox wish={wish} onChange={setWish} label={t('withdrawal.searchCoins')} />
      </div>
      {wish === '' && known.length > 0 && (
        <div className={styles.recent} role="group" aria-label={t('withdrawal.recent')}>
          {known.map((name) => (
            <Chip key={name} onPress={() => onChoose(name)}>
              {name}
            </Chip>
          ))}
        </div>
      )}
      <div className={styles.found}>
        {found.length === 0 && (
          <StateBlock
            kind="empty"
            icon={searchIcon}
            title={t('withdrawal.noCoinCalled', { query: wish.trim() })}
          />
        )}
        {found.map((coin) => (
          <CoinLine
            key={coin.coinname}
            coin={coin}
            isChosen={coin.coinname === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  );
}

interface CoinLineProps {
  coin: WithdrawableCoin;
  isChosen: boolean;
  onChoose: (coin: string) => void;
}

function CoinLine({ coin, isChosen, onChoose }: CoinLineProps) {
  const { coinname, logo, available, places, networks } = coin;
  return (
    <Row
      mark={<CoinMark symbol={coinname} logo={logo} size={36} />}
      title={coinname}
      note={networks.map(({ czline }) => czline).join(', ')}
      isChosen={isChosen}
      hasChevron={false}
      onPress={() => onChoose(coinname)}
      value={<AmountText value={available} places={amountPlaces(coinname, places)} />}
    />
  );
}
