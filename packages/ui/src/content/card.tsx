/** A raised surface for rows or text, and lines of names and values. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './card.module.css';

export interface CardProps {
  /** Off for cards of `Row`s, which have their own padding. */
  readonly isPadded?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ isPadded = true, className, children }: CardProps) {
  return (
    <div className={classNames(styles.card, isPadded && styles.padded, className)}>{children}</div>
  );
}

export interface KeyValueProps {
  readonly name: ReactNode;
  readonly value: ReactNode;
  /** The sum of the lines above, below a hairline. */
  readonly isTotal?: boolean;
  /** Caption size, for the order form. */
  readonly isDense?: boolean;
}

/** A value that does not fit wraps to the next line. */
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
