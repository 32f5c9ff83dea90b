/** What a loan costs: to repay with its date, the rates, and the cost of repaying sooner. */
import {
  Card,
  classNames,
  DateText,
  formatDate,
  Note,
  TwoFigures,
  useNumberLocale,
  VisuallyHidden,
} from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { LoanProduct, LoanQuote } from '../api.ts';
import { termDaysOf, YEARLY_PLACES } from '../loan-view.ts';
import styles from './loan.module.css';
import { TermBar } from './term-bar.tsx';

export interface CostProps {
  product: LoanProduct;
  /** Undefined without a valid amount. */
  quote: LoanQuote | undefined;
  /** The quote is that of the amount before. */
  isLate: boolean;
}

export function CostCard({ product, quote, isLate }: CostProps) {
  const { asset } = product;
  const t = useT();
  const locale = useNumberLocale();
  const places = useCoinPlaces(asset);
  const date = quote && formatDate(quote.dueAt, { locale, detail: 'day' });
  return (
    <Card className={classNames(styles.cost, isLate && styles.late)}>
      <dl className={styles.pair}>
        <div>
          <dt>{date === undefined ? t('loan.toRepay') : t('loan.toRepayBy', { date })}</dt>
          <dd>
            <ExactAmount value={quote?.total} places={places} unit={asset} />
          </dd>
        </div>
        <div>
          <dt>{t('loan.cost')}</dt>
          <dd>
            <ExactAmount value={quote?.interest} places={places} />
          </dd>
        </div>
      </dl>
      <TermInWords product={product} perDay={quote?.perDay} />
    </Card>
  );
}

/** The interest-free days, then the interest of a day: as a bar and in words. */
function TermInWords({ product, perDay }: { product: LoanProduct; perDay: string | undefined }) {
  const { asset, freeDays } = product;
  const t = useT();
  const print = useAmountText(useCoinPlaces(asset));
  const free = t('loan.daysFree', { count: freeDays });
  const then = perDay && t('loan.thenADay', { amount: print(perDay), coin: asset });
  return (
    <>
      <TermBar days={termDaysOf(product)} label={[free, then].filter(Boolean).join(', ')} />
      <div className={styles.ends}>
        <span>{free}</span>
        {then && <span>{then}</span>}
      </div>
    </>
  );
}

export function Rates({ product }: { product: LoanProduct }) {
  const { freeDays, dailyRate, yearlyRate } = product;
  const t = useT();
  const ratio = useRatioText();
  const yearly = useRatioText(YEARLY_PLACES);
  return (
    <TwoFigures
      items={[
        {
          label: t('loan.dailyRate'),
          value: ratio(dailyRate),
          note: t('loan.afterDays', { count: freeDays }),
        },
        {
          label: t('loan.yearlyCost'),
          value: yearly(yearlyRate),
          note: t('loan.times365', { rate: ratio(dailyRate) }),
        },
      ]}
    />
  );
}

/** The cost of repaying after some days of the term; nothing if there are none before its end. */
export function CostTable({ product: { asset }, quote, isLate }: CostProps) {
  const t = useT();
  const places = useCoinPlaces(asset);
  if (quote === undefined || quote.days.length < 2) return null;
  return (
    <>
      <h2 id="repay-sooner" className={styles.sooner}>
        {t('loan.repaySooner')}
      </h2>
      <table
        className={classNames(styles.table, isLate && styles.late)}
        aria-labelledby="repay-sooner"
      >
        <thead>
          <tr>
            {(['repaidAfter', 'date', 'cost', 'toRepay'] as const).map((key) => (
              <th key={key} scope="col">
                <VisuallyHidden>{t(`loan.${key}`)}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {quote.days.map(({ day, at, interest, total }) => (
            <tr key={day}>
              <th scope="row">{t('loan.days', { count: day })}</th>
              <td>
                <DateText at={at} detail="date" />
              </td>
              <td>
                <ExactAmount value={interest} places={places} isSigned />
              </td>
              <td>
                <ExactAmount value={total} places={places} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The worst case in one sentence: there is no limit to the interest of overdue days. */
export function WorstCase({ product: { asset }, quote }: CostProps) {
  const t = useT();
  const locale = useNumberLocale();
  const print = useAmountText(useCoinPlaces(asset));
  if (quote === undefined) return null;
  const date = formatDate(quote.dueAt, { locale, detail: 'day' });
  const sums = { total: print(quote.total), perDay: print(quote.perDay), coin: asset };
  return <Note kind="warn">{t('loan.worstCase', { ...sums, date })}</Note>;
}
