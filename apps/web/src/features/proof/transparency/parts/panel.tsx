/** A titled card of the transparency page, and a table in it. */
import { classNames, Text } from '@tern/ui';
import { Fragment, type ReactNode, useId } from 'react';
import styles from './transparency.module.css';

export interface PanelProps {
  title: string;
  text: string;
  children: ReactNode;
  /** A quieter sentence at the foot. */
  note?: string | undefined;
  /** A link under it. */
  more?: ReactNode;
  /** Takes the whole width of a large window. */
  isWhole?: boolean;
}

export function Panel({ title, text, note, more, isWhole = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classNames(styles.panel, isWhole && styles.whole)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {children}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {more}
    </section>
  );
}

export interface TableProps {
  title: string;
  heads: readonly string[];
  rows: readonly {
    key: string;
    cells: readonly ReactNode[];
    /** Drawn under the row; the cells say the same in words. */
    line?: ReactNode;
  }[];
  /** Columns, by position, that a phone has no room for. */
  wide?: readonly number[];
}

/** Words left, figures right. */
export function Table({ title, heads, rows, wide = [] }: TableProps) {
  const className = (index: number) => (wide.includes(index) ? styles.wideOnly : undefined);
  return (
    <table className={styles.table} aria-label={title}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={head} scope="col" className={className(index)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others], line }) => (
          <Fragment key={key}>
            <tr>
              <th scope="row">{first}</th>
              {others.map((cell, index) => (
                <td key={heads[index + 1]} className={className(index + 1)}>
                  {cell}
                </td>
              ))}
            </tr>
            {line !== undefined && (
              <tr className={styles.lined} aria-hidden="true">
                <td colSpan={heads.length}>{line}</td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** Words and a count, with a bar as long as its share of the largest. */
export function Bars({
  items,
}: {
  items: readonly { label: string; count: number; text: string }[];
}) {
  const most = Math.max(1, ...items.map(({ count }) => count));
  return (
    <ul className={styles.bars}>
      {items.map(({ label, count, text }) => (
        <li key={label}>
          <span>{label}</span>
          <Text as="b" size="label-strong">
            {text}
          </Text>
          <i aria-hidden="true">
            <i style={{ width: `${(100 * count) / most}%` }} />
          </i>
        </li>
      ))}
    </ul>
  );
}
