/** One payout: order, coins, and what they were worth. */
import { AmountText, formatPrice, Icon, lockIcon, Pressable, useNumberLocale } from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { KnownCoinMark } from '../../../../kernel/known-coin-mark.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { productParams } from '../../../../kernel/products/product-tabs.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Earning } from '../api.ts';
import styles from './earnings.module.css';

export interface EarningRowProps {
  earning: Earning;
  /** Below the name; the price used by default. */
  note?: string | undefined;
}

export function EarningRow({ earning, note }: EarningRowProps) {
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  const { orderId, name, coin, amount, price, value, payCoin, isFrozen } = earning;
  const places = useCoinPlaces(coin);
  const payPlaces = useCoinPlaces(payCoin);
  const used = price !== undefined && coin !== payCoin;
  return (
    <Pressable {...to(pages.stakeOrder, productParams('machines', orderId))} className={styles.row}>
      <KnownCoinMark symbol={coin} size={36} />
      <span className={styles.words}>
        <span>
          <span>{name}</span>
          <span>
            <AmountText value={amount} places={exactPlaces(amount, places)} unit={coin} />
          </span>
        </span>
        <span>
          <span>
            {note ?? (used && t('staking.atPrice', { price: formatPrice(price, { locale }) }))}
          </span>
          <span>
            {isFrozen && (
              <span className={styles.frozen}>
                <Icon of={lockIcon} size={12} />
                {t('staking.frozen')}
              </span>
            )}
            {isFrozen && used && ' · '}
            {used && <AmountText value={value} places={payPlaces} unit={payCoin} isConverted />}
          </span>
        </span>
      </span>
    </Pressable>
  );
}
