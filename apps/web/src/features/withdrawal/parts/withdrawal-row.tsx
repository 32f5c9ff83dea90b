/** One withdrawal of the records. */
import { AmountText, amountPlaces, CoinMark, DateText, Pressable } from '@tern/ui';
import { useCoin } from '../../../kernel/balances.ts';
import { pages } from '../../../kernel/pages.ts';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { Withdrawal } from '../withdrawal-pages.ts';
import { WithdrawalPill } from './withdrawal-pill.tsx';
import styles from './withdrawal-row.module.css';

/** Shown places of a coin, also while the coins are not known. */
export function useCoinPlaces(coinname: string): number {
  return amountPlaces(coinname, useCoin(coinname)?.places ?? 8);
}

export function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const to = useLinks();
  const { ID, coinname, czline, num, CreatedAt } = withdrawal;
  const places = useCoinPlaces(coinname);
  return (
    <Pressable {...to(pages.withdrawDetail, { id: String(ID) })} className={styles.row}>
      <CoinMark symbol={coinname} />
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={styles.coin}>
            {coinname} <span>{czline}</span>
          </span>
          <AmountText value={num} places={places} />
        </span>
        <span className={styles.quiet}>
          <DateText at={CreatedAt} />
          <WithdrawalPill {...withdrawal} />
        </span>
      </span>
    </Pressable>
  );
}
