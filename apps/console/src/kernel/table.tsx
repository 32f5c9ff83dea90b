/** The one table of the console: figures right, one line a row, a sticky head, and whole rows that open. */
import {
  chevronDownIcon,
  chevronRightIcon,
  classNames,
  Icon,
  StateBlock,
  VisuallyHidden,
} from '@tern/ui';
import type { ReactNode } from 'react';
import styles from './table.module.css';
import { texts } from './texts.ts';

export interface Column<R> {
  key: string;
  head: ReactNode;
  /** Right-aligned figures. */
  isNumber?: boolean;
  /** Takes the room that is left and ends in an ellipsis; the whole is in its title. */
  isLong?: boolean;
  cell: (row: R) => ReactNode;
}

export interface TableProps<R> {
  /** Read as its name. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string | number;
  /** Where the row leads; the first cell is the link and the whole row takes the press. */
  hrefOf?: ((row: R) => string | undefined) | undefined;
  /** Shown under its row, which then says whether it is open. Undefined: closed. */
  detailOf?: (row: R) => ReactNode | undefined;
  /** In place of a table without rows. */
  empty?: string;
  /** Names over groups of columns, from the left: text and how many columns it spans. */
  groups?: readonly (readonly [name: string, span: number])[];
  className?: string | undefined;
}

export function Table<R>(props: TableProps<R>) {
  const { label, columns, rows, keyOf, hrefOf, empty, groups } = props;
  if (rows.length === 0 && empty !== undefined) return <StateBlock kind="empty" title={empty} />;
  const hasLinks = hrefOf !== undefined;
  return (
    <div className={styles.wide}>
      <table className={classNames(styles.table, props.className)} aria-label={label}>
        <thead>
          {groups !== undefined && (
            <tr className={styles.groups}>
              {groups.map(([name, span], at) => (
                <th
                  key={`${name} ${at}`}
                  scope="colgroup"
                  colSpan={span + (hasLinks && at === groups.length - 1 ? 1 : 0)}
                >
                  {name !== '' && <span>{name}</span>}
                </th>
              ))}
            </tr>
          )}
          <tr>
            {columns.map(({ key, head, isNumber }) => (
              <th key={key} scope="col" className={isNumber ? styles.number : undefined}>
                {head}
              </th>
            ))}
            {hasLinks && (
              <th scope="col" className={styles.chevron}>
                <VisuallyHidden>{texts.open}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={keyOf(row)} {...props} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row<R>({ columns, hrefOf, detailOf, row }: TableProps<R> & { row: R }) {
  const href = hrefOf?.(row);
  const detail = detailOf?.(row);
  const isOpen = detail !== undefined;
  return (
    <>
      <tr className={classNames(href !== undefined && styles.leads, isOpen && styles.open)}>
        {columns.map(({ key, isNumber, isLong, cell }, at) => {
          const content = cell(row);
          return (
            <td
              key={key}
              className={classNames(isNumber && styles.number, isLong && styles.long)}
              title={isLong && typeof content === 'string' ? content : undefined}
            >
              {at === 0 && href !== undefined ? (
                <a
                  className={styles.link}
                  href={href}
                  data-row
                  aria-expanded={detailOf === undefined ? undefined : isOpen}
                >
                  {content}
                </a>
              ) : (
                content
              )}
            </td>
          );
        })}
        {hrefOf !== undefined && (
          <td className={styles.chevron}>
            {href !== undefined && (
              <Icon of={isOpen ? chevronDownIcon : chevronRightIcon} size={16} />
            )}
          </td>
        )}
      </tr>
      {isOpen && (
        <tr className={styles.detail}>
          <td colSpan={columns.length + (hrefOf === undefined ? 0 : 1)}>
            <div>{detail}</div>
          </td>
        </tr>
      )}
    </>
  );
}
