/** An open loan above the products: what is owed today and when it is due, or what was applied for. */
import {
  AmountText,
  chevronRightIcon,
  formatDate,
  Icon,
  Pressable,
  useNumberLocale,
} from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Loan } from '../api.ts';
import styles from './loan.module.css';
import { StatusPill } from './status-pill.tsx';

export function OpenLoan({ loan }: { loan: Loan }) {
  const { ID, asset, status, amount, total, dueAt, CreatedAt } = loan;
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  const places = useCoinPlaces(asset);
  const isOwed = status !== 'underReview';
  const shown = isOwed ? total : amount;
  const date = formatDate(isOwed ? dueAt : CreatedAt, { locale, detail: 'day' });
  const due = t(status === 'overdue' ? 'loan.wasDue' : 'loan.due', { date });
  return (
    <Pressable {...to(pages.loanHistory, { id: String(ID) })} className={styles.open}>
      <span className={styles.line}>
        <span>{t(isOwed ? 'loan.owedToday' : 'loan.appliedFor')}</span>
        <StatusPill status={status} />
      </span>
      <span className={styles.line}>
        <AmountText
          className={styles.owed ?? ''}
          value={shown}
          places={exactPlaces(shown, places)}
          unit={asset}
        />
        <span className={styles.due}>
          {isOwed ? due : date}
          <Icon of={chevronRightIcon} size={16} />
        </span>
      </span>
    </Pressable>
  );
}
