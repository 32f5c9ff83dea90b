/** A status in one or two words; a pill always has a word. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './note.module.css';

/** `sim` marks paper money and is gone with real money. */
export type PillKind = 'neutral' | 'review' | 'done' | 'bad' | 'up' | 'down' | 'sim';

export interface PillProps {
  readonly kind?: PillKind;
  /** A dot before the word: `self` in its own colour, `live` teal, `lost` grey. */
  readonly dot?: 'self' | 'live' | 'lost';
  readonly children: ReactNode;
}

export function Pill({ kind = 'neutral', dot, children }: PillProps) {
  return (
    <span className={classNames(styles.pill, kind !== 'neutral' && styles[kind])}>
      {dot !== undefined && (
        <span className={classNames(styles.dot, dot !== 'self' && styles[dot])} />
      )}
      {children}
    </span>
  );
}
