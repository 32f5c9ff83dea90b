/** The head of a loan: the sum that matters in its status, and what the next day adds. */
import { AmountText, Inline, Text } from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { exactPlaces, useAmountText } from '../../../../kernel/exact-amount.tsx';
import styles from '../../../../kernel/record-detail.module.css';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Loan } from '../api.ts';
import { isOwed } from '../loan-view.ts';
import { StatusPill } from './status-pill.tsx';

export function LoanHead({ loan }: { loan: Loan }) {
  const { asset, status } = loan;
  const t = useT();
  const note = useHeadNote(loan);
  const places = useCoinPlaces(asset);
  const { label, value } = headOf(loan);
  return (
    <div className={styles.head}>
      <Inline gap={8} rowGap={4} align="center" justify="center" isWrapped size="label" tone="soft">
        <span>{t(label)}</span>
        <StatusPill status={status} />
      </Inline>
      <div className={styles.amount}>
        <AmountText look="hero" value={value} places={exactPlaces(value, places)} unit={asset} />
      </div>
      <Text size="label" tone="soft">
        {note}
      </Text>
    </div>
  );
}

function headOf(loan: Loan) {
  const { status, amount, approved, total } = loan;
  if (isOwed(loan)) return { label: 'loan.owedToday', value: total } as const;
  if (status === 'repaid') return { label: 'loan.borrowed', value: approved ?? amount } as const;
  return { label: 'loan.appliedFor', value: amount } as const;
}

function useHeadNote(loan: Loan): string {
  const { name, termDays, asset, status, perDay, interestPaid, day, freeDays } = loan;
  const t = useT();
  const print = useAmountText(useCoinPlaces(asset));
  if (status === 'repaid') {
    return t('loan.costInAll', { amount: print(interestPaid), coin: asset });
  }
  if (!isOwed(loan)) return t('loan.productTerm', { name, count: termDays });
  const sum = { amount: print(perDay), coin: asset };
  return day < freeDays
    ? t('loan.freeThen', { ...sum, count: freeDays - day })
    : t('loan.moreEachDay', sum);
}
