/** The footer of a screen with its shortcuts. */
import type { ReactNode } from 'react';
import { areShortcutsOn } from '../platform/shortcuts.ts';
import styles from './keys-hint.module.css';

export interface KeysHintProps {
  /** Keys and what they do: `[['J', 'K'], 'move']`. */
  keys: readonly (readonly [keys: readonly string[], does: string])[];
  /** At the right end. */
  children?: ReactNode;
}

export function KeysHint({ keys, children }: KeysHintProps) {
  return (
    <div className={styles.hint}>
      {areShortcutsOn() &&
        keys.map(([names, does]) => (
          <span key={does}>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
            {does}
          </span>
        ))}
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}
