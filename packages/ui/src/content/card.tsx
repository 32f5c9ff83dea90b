/** A raised surface for rows or text. */
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
