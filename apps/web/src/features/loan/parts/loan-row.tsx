/** One loan of the list: amounts, terms, times and status (spec §3). */
import { CoinMark, DateText, formatDate, Pressable, useNumberLocale } from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../kernel/balances.ts';
import { ExactAmount, useAmountText } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useRatioText } from '../../../kernel/ratio-text.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { Loan } from '../api.ts';
import styles from './row.module.css';
import { StatusPill } from './status-pill.tsx';

export function LoanRow({ loan }: { loan: Loan }) {
  const { ID, name, asset, amount, approved, status, dailyRate, freeDays, CreatedAt } = loan;
  const t = useT();
  const to = useLinks();
  const ratio = useRatioText();
  const places = useCoinPlaces(asset);
  const print = useAmountText(places);
  const isLess = approved !== undefined && approved !== amount;
  return (
    <Pressable {...to(pages.loanHistory, { id: String(ID) })} className={styles.row}>
      <CoinMark symbol={asset} logo={useCoin(asset)?.logo} />
      <span className={styles.words}>
        <span className={styles.line}>
          <span>{name}</span>
          <ExactAmount value={approved ?? amount} places={places} unit={asset} />
        </span>
        <span className={styles.quiet}>
          <DateText at={CreatedAt} />
          <StatusPill status={status} />
        </span>
        <span className={styles.quiet}>
          <span>{t('loan.termsLine', { rate: ratio(dailyRate), count: freeDays })}</span>
          <DateLine loan={loan} />
        </span>
        {isLess && (
          <span className={styles.quiet}>{t('loan.ofApplied', { amount: print(amount) })}</span>
        )}
      </span>
    </Pressable>
  );
}

/** When it was repaid or is due; nothing before it is credited. */
function DateLine({ loan: { status, dueAt, repaidAt } }: { loan: Loan }) {
  const t = useT();
  const locale = useNumberLocale();
  const at = status === 'repaid' ? repaidAt : dueAt;
  if (at === null || status === 'underReview' || status === 'rejected') return null;
  const date = formatDate(at, { locale, detail: 'day' });
  const key = { repaid: 'loan.repaidOn', overdue: 'loan.wasDue', active: 'loan.due' } as const;
  return <span>{t(key[status], { date })}</span>;
}
