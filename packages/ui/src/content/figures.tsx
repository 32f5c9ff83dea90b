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

export interface NotedFigure extends Figure {
  /** Of the value, smaller than it. */
  readonly unit?: string;
  readonly note?: string | undefined;
}

interface CellsProps {
  /** Inside a card, which is frame enough. */
  readonly isInCard?: boolean;
}

export interface TwoFiguresProps extends CellsProps {
  readonly items: readonly [NotedFigure, NotedFigure];
}

/** Two figures beside each other in one size, with a line between them. */
export function TwoFigures({ items, isInCard = false }: TwoFiguresProps) {
  return (
    <dl className={classNames(styles.two, isInCard ? styles.plain : styles.framed)}>
      {items.map(({ label, value, unit, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value} {unit !== undefined && <span className={styles.unit}>{unit}</span>}
            {note !== undefined && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export interface TwoOutcomesProps extends CellsProps {
  readonly gain: NotedFigure;
  readonly loss: NotedFigure;
}

/** Two outcomes in one size: the gain left, the loss right. */
export function TwoOutcomes({ gain, loss, ...cells }: TwoOutcomesProps) {
  return <TwoFigures items={[gain, loss]} {...cells} />;
}
