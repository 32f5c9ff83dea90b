/** The empty or error state of a part of a screen. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { connectionIcon, documentIcon } from '../icons/interface-icons.ts';
import styles from './state.module.css';

export interface StateBlockProps {
  readonly kind: 'empty' | 'error';
  readonly icon?: string;
  readonly title: string;
  /** An error says whether anything was sent. */
  readonly text?: ReactNode;
  /** One small `Button`. */
  readonly action?: ReactNode;
}

export function StateBlock({ kind, icon, title, text, action }: StateBlockProps) {
  const drawn = icon ?? (kind === 'error' ? connectionIcon : documentIcon);
  return (
    <div className={styles.state} role="status">
      <Icon
        of={drawn}
        size={28}
        className={classNames(styles.icon, kind === 'error' && styles.bad)}
      />
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
