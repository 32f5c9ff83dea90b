/** What a rule found, or would have found: of whom, what, when, and in which case it is. */
import { formatDate } from '@tern/ui';
import type { ReactNode } from 'react';
import { Nothing } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { type Column, Table } from '../../../kernel/table.tsx';
import { hrefOf } from '../../../platform/address.ts';
import type { Example } from './api.ts';
import styles from './monitoring.module.css';
import { monitoringTexts } from './texts.ts';

const { hits: labels, outcomes } = monitoringTexts;

type Row = Omit<Example, 'ID'> & { readonly key: string | number };

const columns: readonly Column<Row>[] = [
  {
    key: 'customer',
    head: labels.customer,
    cell: ({ memberName, memberId }) => (
      <>
        {memberName !== '' && <b>{memberName} </b>}
        <span className={styles.faint}>{memberId}</span>
      </>
    ),
  },
  { key: 'found', head: labels.found, isLong: true, cell: ({ found }) => found },
  {
    key: 'when',
    head: labels.when,
    cell: ({ until }) => formatDate(until, { locale: 'en', detail: 'short' }),
  },
  {
    key: 'case',
    head: labels.case,
    isNumber: true,
    cell: ({ caseId, caseOutcome }) =>
      caseId === null ? (
        <Nothing />
      ) : (
        <>
          {`CS-${caseId}`}
          {caseOutcome !== null && (
            <span className={styles.faint}>{` ${outcomes[caseOutcome]}`}</span>
          )}
        </>
      ),
  },
];

interface FoundTableProps {
  label: string;
  rows: readonly Row[];
  empty: ReactNode;
}

/** A row opens its case, or the customer where there is none. */
export const FoundTable = ({ label, rows, empty }: FoundTableProps) => (
  <Table
    label={label}
    rows={rows}
    keyOf={({ key }) => key}
    hrefOf={({ caseId, memberId }) =>
      caseId === null
        ? hrefOf(pages.customers, { id: String(memberId) })
        : hrefOf(pages.cases, { id: String(caseId) })
    }
    columns={columns}
    empty={empty}
  />
);
