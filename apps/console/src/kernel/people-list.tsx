/** The people whom a decision needs: a line for each, an empty mark for one who is missing. */
import { Pill } from '@tern/ui';
import type { ReactNode } from 'react';
import styles from './people-list.module.css';

export const PeopleList = ({ children }: { children: ReactNode }) => (
  <ol className={styles.people}>{children}</ol>
);

interface PersonLineProps {
  /** Of the name; absent: nobody yet. */
  readonly mark?: string | undefined;
  /** What they did, or what is awaited. */
  readonly word?: string;
  readonly isDone?: boolean;
  readonly children: ReactNode;
}

export const PersonLine = ({ mark = '', word, isDone = false, children }: PersonLineProps) => (
  <li>
    <span aria-hidden="true" className={styles.mark}>
      {mark}
    </span>
    <p>{children}</p>
    {word !== undefined && <Pill kind={isDone ? 'done' : 'neutral'}>{word}</Pill>}
  </li>
);
