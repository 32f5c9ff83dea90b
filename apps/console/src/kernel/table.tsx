/** A table of plain rows that scrolls sideways by itself where it is too wide. */
import type { ReactNode } from 'react';
import styles from './room.module.css';

export interface TableProps {
  /** Read as its name. */
  label: string;
  heads: readonly string[];
  /** Rows of `<tr>`. */
  children: ReactNode;
}

export function Table({ label, heads, children }: TableProps) {
  return (
    <div className={styles.wide}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
