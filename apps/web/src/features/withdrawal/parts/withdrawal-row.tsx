/** One withdrawal of the records. */
import { AmountText, CoinMark, DateText, Pressable } from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import styles from '../../../kernel/transfer/record-row.module.css';
import { useCoinPlaces } from '../../../kernel/transfer/use-coin-places.ts';
import { TransferPill } from '../../../kernel/transfer/transfer-pill.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { Withdrawal } from '../api.ts';

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
          <TransferPill {...withdrawal} />
        </span>
      </span>
    </Pressable>
  );
}
