/** Name and value lines; a value that does not fit wraps to the next line. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './card.module.css';

export interface KeyValueProps {
  readonly name: ReactNode;
  readonly value: ReactNode;
  /** The sum of the lines above, below a hairline. */
  readonly isTotal?: boolean;
  /** Caption size, for the order form. */
  readonly isDense?: boolean;
}

export function KeyValue({ name, value, isTotal, isDense }: KeyValueProps) {
  return (
    <div className={classNames(styles.pair, isTotal && styles.big, isDense && styles.dense)}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The list around `KeyValue`s. */
export function KeyValues({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.pairs}>{children}</dl>;
}
