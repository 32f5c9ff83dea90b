/** Compares the facts of each source side by side. */
import { checkIcon, classNames, DateText, Icon, VisuallyHidden, warningIcon } from '@tern/ui';
import { ExactAmount, Nothing } from '../../../../kernel/exact-amount.tsx';
import { texts } from '../../../../kernel/texts.ts';
import type { ReviewDetail } from '../../../../kernel/review/review.ts';
import styles from './review-pane.module.css';

export function Comparison({ review }: { review: ReviewDetail }) {
  const { columns, rows } = review;
  if (rows.length === 0) return null;
  const isCompared = rows.some(({ isEqual }) => isEqual !== null);
  return (
    // Wide tables scroll on their own, also by keyboard.
    <section className={styles.wide} aria-label={texts.review.comparison}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{texts.review.fact}</VisuallyHidden>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {isCompared && (
              <th scope="col">
                <VisuallyHidden>{texts.review.agreement}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values, isEqual }) => (
            <tr key={label} className={classNames(isEqual === false && styles.differs)}>
              <th scope="row">{label}</th>
              {values.map((value, at) => (
                <td key={columns[at] ?? at}>
                  <FactValue value={value} />
                </td>
              ))}
              {isCompared && (
                <td className={styles.agreement}>
                  {isEqual !== null && <Agreement isEqual={isEqual} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Agreement({ isEqual }: { isEqual: boolean }) {
  return (
    <span className={isEqual ? styles.good : styles.bad}>
      <Icon of={isEqual ? checkIcon : warningIcon} size={16} />
      <VisuallyHidden>{isEqual ? texts.review.agrees : texts.review.differs}</VisuallyHidden>
    </span>
  );
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** "2500.5 USDT": an amount with its unit. */
const AMOUNT = /^(-?\d+(?:\.\d+)?) ([A-Z][A-Z0-9]{1,9})$/;

/** Times and amounts are formatted; everything else is shown as given. */
function FactValue({ value }: { value: string | null }) {
  if (value === null || value === '') return <Nothing />;
  if (MOMENT.test(value)) return <DateText at={value} detail="second" />;
  const [, amount, unit] = AMOUNT.exec(value) ?? [];
  if (amount === undefined) return value;
  return <ExactAmount value={amount} unit={unit ?? null} />;
}
