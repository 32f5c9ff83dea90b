/** A highlighted text: an explanation, a warning, or a note on the simulation. */
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
