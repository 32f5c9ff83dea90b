/** Notes, small print and status pills. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { infoIcon, warningIcon } from '../icons/interface-icons.ts';
import styles from './note.module.css';

export interface NoteProps {
  /** `warn` explains a risk; `paper` is hidden with real money. */
  readonly kind?: 'info' | 'warn' | 'paper';
  readonly icon?: string;
  readonly children: ReactNode;
}

/** A highlighted text: an explanation, a warning, or a note on the simulation. */
export function Note({ kind = 'info', icon, children }: NoteProps) {
  const drawn = icon ?? (kind === 'warn' ? warningIcon : infoIcon);
  return (
    <div className={classNames(styles.note, kind !== 'info' && styles[kind])}>
      <Icon of={drawn} size={18} />
      <div>{children}</div>
    </div>
  );
}

/** Small print: risk lines under a form or list. */
export function FinePrint({ children }: { readonly children: ReactNode }) {
  return <p className={styles.fine}>{children}</p>;
}

/** `sim` marks paper money and is hidden with real money. */
export type PillKind = 'neutral' | 'review' | 'done' | 'bad' | 'up' | 'down' | 'sim';

export interface PillProps {
  readonly kind?: PillKind;
  /** A dot before the text: `self` in the pill's colour, `live` teal, `lost` grey. */
  readonly dot?: 'self' | 'live' | 'lost';
  readonly children: ReactNode;
}

/** A status in one or two words. */
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
