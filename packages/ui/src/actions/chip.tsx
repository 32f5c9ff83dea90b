/** A small rounded button: a filter, or a quick amount. */
import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { usePressGuard } from './press-guard.ts';

export interface ChipProps {
  readonly isOn?: boolean;
  readonly onPress: () => void;
  /** Announced instead of the visible text. */
  readonly label?: string;
  readonly children: ReactNode;
}

export function Chip({ isOn, onPress, label, children }: ChipProps) {
  const guarded = usePressGuard<HTMLButtonElement>(onPress);
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={isOn}
      aria-label={label}
      onClick={guarded}
    >
      {children}
    </button>
  );
}
