/** The member's balance of one asset. */
import { AmountText, amountPlaces, CoinMark, KeyValue, KeyValues } from '@tern/ui';
import type { Coin } from '../../../kernel/balances.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import styles from './coin-head.module.css';
import { TradeLink } from './trade-link.tsx';

export interface CoinHeadProps {
  /** Undefined until balances are loaded. */
  coin: Coin | undefined;
  coinname: string;
  isHidden: boolean;
}

export function CoinHead({ coin, coinname, isHidden }: CoinHeadProps) {
  const t = useT();
  const places = amountPlaces(coinname, coin?.places ?? 8);
  const worth = coin?.priced ? coin.usdt : undefined;
  return (
    <section className={styles.head} aria-label={coinname}>
      <div className={styles.name}>
        <CoinMark symbol={coinname} logo={coin?.logo} size={32} />
        <h2>
          {coinname} <span>{coin?.name}</span>
        </h2>
        {coin && <TradeLink coin={coin} />}
      </div>
      <div className={styles.total}>
        <AmountText value={coin?.total} places={places} look="hero" isHidden={isHidden} />
      </div>
      <div className={styles.worth}>
        <AmountText value={worth} places={2} unit="USDT" isConverted isHidden={isHidden} />
      </div>
      <KeyValues>
        <KeyValue
          name={t('assets.available')}
          value={<AmountText value={coin?.available} places={places} isHidden={isHidden} />}
        />
        <KeyValue
          name={t('assets.frozen')}
          value={<AmountText value={coin?.frozen} places={places} isHidden={isHidden} />}
        />
      </KeyValues>
    </section>
  );
}
