/** Tints a row for 600 ms when its price changes (design language §2). */
import { useState } from 'react';
import { classNames } from '../class-names.ts';
import { directionBetween, type NumberText } from '../numbers/decimal-text.ts';
import styles from './price-tint.module.css';

/** The class for the row's own element; changes name with each new price. */
export function usePriceTint(price: NumberText): string {
  const [seen, setSeen] = useState({ price, direction: 0, changes: 0 });
  if (price !== seen.price) {
    const direction = directionBetween(seen.price, price);
    setSeen({ price, direction, changes: seen.changes + (direction === 0 ? 0 : 1) });
  }
  if (seen.direction === 0) return classNames(styles.tint);
  return classNames(
    styles.tint,
    seen.direction > 0 ? styles.up : styles.down,
    seen.changes % 2 === 0 ? styles.even : styles.odd,
  );
}
