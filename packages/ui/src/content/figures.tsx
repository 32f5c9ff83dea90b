/** Labels over values, in columns: a summary, or the facts of a product. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './figures.module.css';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
}

export interface FiguresProps {
  readonly items: readonly Figure[];
  /** One row to both edges: the last column ends at the right. Otherwise as many rows of equal columns as needed. */
  readonly isRow?: boolean;
  /** Values as large as a title, for the sums of a screen. */
  readonly isLarge?: boolean;
}

export function Figures({ items, isRow = false, isLarge = false }: FiguresProps) {
  return (
    <dl className={classNames(isRow ? styles.row : styles.grid, isLarge && styles.large)}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Two outcomes beside each other in one size: the gain left, the loss right. */
export interface Outcome extends Figure {
  /** Of the value, smaller than it. */
  readonly unit: string;
  readonly note?: string | undefined;
}

export function TwoOutcomes({ gain, loss }: { readonly gain: Outcome; readonly loss: Outcome }) {
  return (
    <dl className={styles.two}>
      {[gain, loss].map(({ label, value, unit, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value} <span className={styles.unit}>{unit}</span>
            {note !== undefined && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
