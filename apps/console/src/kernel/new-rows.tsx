/** Keeps a list in its place while it changes under the reader: new rows wait behind a bar for a press. */
import { useState } from 'react';
import styles from './new-rows.module.css';
import { texts } from './texts.ts';

export interface HeldRows<Row> {
  /** Those the reader has seen, as they are now. */
  rows: readonly Row[];
  /** How many have come since. */
  waiting: number;
  /** Shows them. */
  show: () => void;
}

/**
 * `keyOf`: stable for the same row. Rows that are gone leave at once, and a list without rows shows new ones at once: nothing
 * moves under the reader then. Use the filter of the list as the `key` of the component.
 */
export function useHeldRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number | string,
): HeldRows<Row> {
  const keys = rows.map(keyOf);
  const [seen, setSeen] = useState<ReadonlySet<number | string>>(() => new Set(keys));
  const known = rows.filter((row) => seen.has(keyOf(row)));
  const show = () => setSeen(new Set(keys));
  if (known.length === 0 && rows.length > 0) {
    show();
    return { rows, waiting: 0, show };
  }
  return { rows: known, waiting: rows.length - known.length, show };
}

/** "3 new", above the list. */
export function NewRows({ waiting, show }: Pick<HeldRows<unknown>, 'waiting' | 'show'>) {
  return (
    <div role="status" className={styles.place}>
      {waiting > 0 && (
        <button type="button" className={styles.bar} onClick={show}>
          {texts.newRows(waiting)}
        </button>
      )}
    </div>
  );
}
