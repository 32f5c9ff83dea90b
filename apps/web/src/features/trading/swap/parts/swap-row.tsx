/** One swap of the list: both assets, the time, both amounts. */
import {
  amountPlaces,
  CoinMark,
  DateText,
  formatAmount,
  Pressable,
  useNumberLocale,
} from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { pages } from '../../../../kernel/pages.ts';
import { ExactAmount, exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Swap } from '../api.ts';
import styles from './swap.module.css';

export function SwapRow({ swap }: { swap: Swap }) {
  const { ID, from, to, given, received, CreatedAt } = swap;
  const t = useT();
  const link = useLinks();
  const locale = useNumberLocale();
  const paid = useCoin(from);
  const places = exactPlaces(given, amountPlaces(from, paid?.places ?? 2));
  const amount = formatAmount(given, { locale, places });
  return (
    <Pressable {...link(pages.swapDetail, { id: String(ID) })} className={styles.row}>
      <span className={styles.pair}>
        <CoinMark symbol={from} logo={paid?.logo} size={24} />
        <CoinMark symbol={to} logo={useCoin(to)?.logo} size={24} />
      </span>
      <span className={styles.words}>
        <span className={styles.strong}>
          <span>{t('swap.pairOf', { from, to })}</span>
          <ExactAmount value={received} places={useCoinPlaces(to)} unit={to} />
        </span>
        <span className={styles.quiet}>
          <DateText at={CreatedAt} detail="short" />
          <span>{t('swap.forAmount', { amount, coin: from })}</span>
        </span>
      </span>
    </Pressable>
  );
}
