/** What each source says of each fact, side by side, and whether they agree. */
import { checkIcon, DateText, Icon, VisuallyHidden, warningIcon } from '@tern/ui';
import { texts } from '../../../kernel/texts.ts';
import type { ReviewDetail } from '../api.ts';
import styles from './review-pane.module.css';

export function Comparison({ review }: { review: ReviewDetail }) {
  const { columns, rows } = review;
  if (rows.length === 0) return null;
  return (
    // Wide tables scroll by themselves, by keys as well.
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
            <th scope="col">
              <VisuallyHidden>{texts.review.agreement}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values, isEqual }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, at) => (
                <td key={columns[at] ?? at}>
                  <Said value={value} />
                </td>
              ))}
              <td>{isEqual !== null && <Agreement isEqual={isEqual} />}</td>
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

/** A moment is printed as one; everything else as it was said. */
function Said({ value }: { value: string | null }) {
  if (value === null) return '---';
  return MOMENT.test(value) ? <DateText at={value} detail="second" /> : value;
}
