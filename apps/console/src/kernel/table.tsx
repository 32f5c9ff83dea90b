/** The console's table: one line per row, sticky head, numbers right-aligned, rows that link or expand. */
import {
  chevronDownIcon,
  chevronRightIcon,
  classNames,
  Icon,
  StateBlock,
  VisuallyHidden,
} from '@tern/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { Pager } from './list-controls.tsx';
import { Loaded } from './loaded.tsx';
import styles from './table.module.css';
import { texts } from './texts.ts';

export interface Column<R> {
  key: string;
  head: ReactNode;
  /** Right-aligned. */
  isNumber?: boolean;
  /** Takes the remaining width and is truncated; the full text is in its title. */
  isLong?: boolean;
  cell: (row: R) => ReactNode;
}

export interface TableProps<R> {
  /** The accessible name. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string | number;
  /** The target of the row; the first cell is the link, and the whole row is clickable. */
  hrefOf?: ((row: R) => string | undefined) | undefined;
  /** Shown below its row. Undefined: collapsed. */
  detailOf?: (row: R) => ReactNode | undefined;
  /** Shown if there are no rows; a text as an empty state. */
  empty?: ReactNode;
  /** Rows that follow each other and give the same text stand under it, with their number. */
  sectionOf?: (row: R) => string;
  /** Headings of column groups from the left: text and number of columns. */
  groups?: readonly (readonly [name: string, span: number])[];
  className?: string | undefined;
}

export function Table<R>(props: TableProps<R>) {
  const { label, columns, rows, keyOf, hrefOf, empty, groups } = props;
  if (rows.length === 0 && empty !== undefined) {
    return typeof empty === 'string' ? <StateBlock kind="empty" title={empty} /> : empty;
  }
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
        {sectionsOf(props).map(([name, section]) => (
          <tbody key={name}>
            {name !== '' && (
              <tr className={styles.section}>
                <th scope="rowgroup" colSpan={columns.length + (hasLinks ? 1 : 0)}>
                  {name} <span>{section.length}</span>
                </th>
              </tr>
            )}
            {section.map((row) => (
              <Row key={keyOf(row)} {...props} row={row} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** In the order of the rows; one without a name if there are none. */
function sectionsOf<R>({ rows, sectionOf }: TableProps<R>): [name: string, rows: readonly R[]][] {
  if (sectionOf === undefined) return [['', rows]];
  const names = [...new Set(rows.map(sectionOf))];
  return names.map((name) => [name, rows.filter((row) => sectionOf(row) === name)]);
}

export interface PagedTableProps<R> extends Omit<TableProps<R>, 'rows'> {
  query: UseQueryResult<{ list: readonly R[]; total: number }>;
}

/** A table whose rows are loaded page by page. */
export function PagedTable<R>({ query, ...table }: PagedTableProps<R>) {
  return (
    <Loaded query={query}>
      {({ list, total }) => (
        <div>
          <Table {...table} rows={list} />
          <Pager total={total} />
        </div>
      )}
    </Loaded>
  );
}

/** A click anywhere in the row follows its link; not one that ends the selection of a text, and not one on something else that can be pressed. */
function followLink(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget } = event;
  const isPressed = target instanceof Element && target.closest('a, button, input, label') !== null;
  const isSelected = getSelection()?.isCollapsed === false;
  if (isPressed || isSelected) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  const click = new globalThis.MouseEvent('click', {
    bubbles: true,
    cancelable: true,
    ctrlKey,
    metaKey,
    shiftKey,
  });
  currentTarget.querySelector('a[data-row]')?.dispatchEvent(click);
}

function Row<R>({ columns, hrefOf, detailOf, row }: TableProps<R> & { row: R }) {
  const href = hrefOf?.(row);
  const detail = detailOf?.(row);
  const isOpen = detail !== undefined;
  return (
    <>
      <tr
        className={classNames(href !== undefined && styles.leads, isOpen && styles.open)}
        onClick={href === undefined ? undefined : followLink}
      >
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
