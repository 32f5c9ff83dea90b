/** The sums of a loan: how far its term is, how what is owed adds up, its terms, its repayments. */
import {
  Card,
  classNames,
  DateText,
  formatDate,
  KeyValue,
  KeyValues,
  Pill,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Loan, Repayment } from '../api.ts';
import { interestDays, isSome, sumsOf, termDaysOf, YEARLY_PLACES } from '../loan-view.ts';
import styles from './detail.module.css';
import loanStyles from './loan.module.css';
import { TermBar } from './term-bar.tsx';

/** Of a running or overdue loan. */
export function LoanProgress({ loan }: { loan: Loan }) {
  const { status, day, termDays, freeDays, creditedAt, dueAt, overdueDays } = loan;
  const t = useT();
  const locale = useNumberLocale();
  const days = termDaysOf(loan, day);
  const isOverdue = status === 'overdue';
  const dayOf = t('loan.dayOf', { day: Math.min(day, termDays), days: termDays });
  const due = t(isOverdue ? 'loan.wasDue' : 'loan.due', {
    date: formatDate(dueAt, { locale, detail: 'day' }),
  });
  const start = formatDate(creditedAt, { locale, detail: 'date' });
  return (
    <Card>
      <div className={classNames(loanStyles.ends, loanStyles.strong)}>
        <span>{dayOf}</span>
        <span>{due}</span>
      </div>
      <TermBar days={days} label={`${dayOf}, ${due}`} />
      <div className={loanStyles.ends}>
        <span>{t('loan.startFree', { date: start, count: freeDays })}</span>
        <span>
          {isOverdue
            ? t('loan.overdueDays', { count: overdueDays })
            : t('loan.daysLeft', { count: days.left })}
        </span>
      </div>
      <div className={styles.sums}>
        <OwedSum loan={loan} />
      </div>
    </Card>
  );
}

/** Borrowed, plus interest, less repayments: what is to repay on the due date, or is owed today. */
function OwedSum({ loan }: { loan: Loan }) {
  const { status, asset, amount, approved, dailyRate, dueAt, dueTotal, total } = loan;
  const t = useT();
  const locale = useNumberLocale();
  const ratio = useRatioText();
  const places = useCoinPlaces(asset);
  const { interestSoFar, repaid, toCome } = sumsOf(loan);
  const isOverdue = status === 'overdue';
  const date = formatDate(dueAt, { locale, detail: 'date' });
  const sum = (value: string) => <ExactAmount value={value} places={places} unit={asset} />;
  const interestName = { rate: ratio(dailyRate), count: interestDays(loan) };
  return (
    <KeyValues>
      <KeyValue name={t('loan.borrowed')} value={sum(approved ?? amount)} />
      <KeyValue name={t('loan.interestSoFar', interestName)} value={sum(interestSoFar)} />
      {isOverdue && (
        <KeyValue
          name={t('loan.ofItOverdue', { count: loan.overdueDays })}
          value={sum(loan.overdueInterest)}
        />
      )}
      {isSome(repaid) && <KeyValue name={t('loan.repaidSoFar')} value={sum(`-${repaid}`)} />}
      {!isOverdue && <KeyValue name={t('loan.stillToCome')} value={sum(toCome)} />}
      <KeyValue
        isTotal
        name={isOverdue ? t('loan.owedToday') : t('loan.toRepayOn', { date })}
        value={sum(isOverdue ? total : dueTotal)}
      />
    </KeyValues>
  );
}

export function LoanFacts({ loan }: { loan: Loan }) {
  const { asset, name, amount, approved, orderNo, dailyRate, yearlyRate, freeDays, termDays } =
    loan;
  const t = useT();
  const ratio = useRatioText();
  const yearly = useRatioText(YEARLY_PLACES);
  const places = useCoinPlaces(asset);
  return (
    <Card>
      <KeyValues>
        <KeyValue name={t('loan.product')} value={name} />
        <KeyValue
          name={t('loan.requested')}
          value={<ExactAmount value={amount} places={places} unit={asset} />}
        />
        {approved !== undefined && (
          <KeyValue
            name={t('loan.approved')}
            value={<ExactAmount value={approved} places={places} unit={asset} />}
          />
        )}
        <KeyValue name={t('loan.term')} value={t('loan.days', { count: termDays })} />
        <KeyValue name={t('loan.interestFree')} value={t('loan.freeDays', { count: freeDays })} />
        <KeyValue name={t('loan.dailyRate')} value={ratio(dailyRate)} />
        <KeyValue name={t('loan.yearlyCost')} value={yearly(yearlyRate)} />
        <KeyValue name={t('transfer.recordNo')} value={orderNo} />
      </KeyValues>
    </Card>
  );
}

interface RepaymentsProps {
  asset: string;
  repayments: readonly Repayment[];
}

export function Repayments({ asset, repayments }: RepaymentsProps) {
  const t = useT();
  const places = useCoinPlaces(asset);
  const print = useAmountText(places);
  if (repayments.length === 0) return null;
  return (
    <section className={styles.repayments} aria-labelledby="repayments">
      <h2 id="repayments">{t('loan.repayments')}</h2>
      <ul>
        {repayments.map(({ ID, CreatedAt, amount, interest, principal, isCollected }) => (
          <li key={ID}>
            <div className={styles.line}>
              <DateText at={CreatedAt} />
              {isCollected && <Pill>{t('loan.collected')}</Pill>}
              <b>
                <ExactAmount value={amount} places={places} unit={asset} />
              </b>
            </div>
            <Text size="cap" tone="faint" top={2}>
              {t('loan.repaymentParts', { interest: print(interest), principal: print(principal) })}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
