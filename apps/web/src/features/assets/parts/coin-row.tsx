/** One asset of the list: value, available, on hold. */
import { AmountText, amountPlaces, CoinMark, Pressable } from '@tern/ui';
import type { Coin } from '../../../kernel/balances.ts';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import { isNothing } from '../view-model.ts';
import styles from './coin-row.module.css';

export function CoinRow({ coin, isHidden }: { coin: Coin; isHidden: boolean }) {
  const t = useT();
  const to = useLinks();
  const { coinname, name, logo, available, frozen, usdt, priced } = coin;
  const places = amountPlaces(coinname, coin.places);
  return (
    <Pressable {...to(pages.coinRecords, { coin: coinname })} className={styles.row}>
      <CoinMark symbol={coinname} logo={logo} />
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={styles.name}>
            {coinname} <span>{name}</span>
          </span>
          <AmountText value={priced ? usdt : undefined} places={2} isHidden={isHidden} />
        </span>
        <span className={styles.quiet}>
          <span>
            {t('assets.available')}{' '}
            <AmountText value={available} places={places} isHidden={isHidden} />
          </span>
          {!isNothing(frozen) && (
            <span>
              {t('assets.frozen')} <AmountText value={frozen} places={places} isHidden={isHidden} />
            </span>
          )}
        </span>
      </span>
    </Pressable>
  );
}
