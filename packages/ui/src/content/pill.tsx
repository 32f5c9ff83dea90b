/** A status in one or two words. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './note.module.css';

/** `sim` marks paper money and is hidden with real money. */
export type PillKind = 'neutral' | 'review' | 'done' | 'bad' | 'up' | 'down' | 'sim';

export interface PillProps {
  readonly kind?: PillKind;
  /** A dot before the text: `self` in the pill's colour, `live` teal, `lost` grey. */
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
