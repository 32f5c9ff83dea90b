/** A row of stuck transfers, and a group of them. */
import { Icon } from '@tern/ui';
import type { ReactNode } from 'react';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import styles from './chain.module.css';

export function Group({
  title,
  count,
  children,
}: {
  title: string;
  count: number;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <section className={styles.group}>
      <h2>
        {title} <span>{count}</span>
      </h2>
      <ul aria-label={title}>{children}</ul>
    </section>
  );
}

export interface RowProps {
  icon: string;
  href: string;
  isOpen: boolean;
  amount: string;
  unit: string;
  where: string;
  time: ReactNode;
  word: string;
}

export function Row({ icon, href, isOpen, amount, unit, where, time, word }: RowProps) {
  return (
    <li>
      <a className={styles.row} href={href} aria-current={isOpen || undefined} data-row>
        <span className={styles.icon}>
          <Icon of={icon} size={18} />
        </span>
        <span className={styles.lines}>
          <span className={styles.line}>
            <b>
              <ExactAmount value={amount} unit={unit} />
            </b>
            <span>{time}</span>
          </span>
          <span className={styles.line}>
            <span>{where}</span>
            <span className={styles.word}>{word}</span>
          </span>
        </span>
      </a>
    </li>
  );
}
