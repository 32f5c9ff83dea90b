/** What the ledger, the chains and the banks say is held at the end of a day: what differs, and what explains it. */
import { Stack, Text } from '@tern/ui';
import { useState } from 'react';
import { ExactAmount, Figure, Nothing } from '../../../kernel/exact-amount.tsx';
import { Part } from '../../../kernel/page.tsx';
import { type Column, Table } from '../../../kernel/table.tsx';
import type { DayStatement, ShownDay } from './api.ts';
import styles from './day-close.module.css';
import { type Explained, Parts } from './differences.tsx';
import { ExplainDialog, type Unexplained } from './explain-dialog.tsx';
import { accountName, dayCloseTexts } from './texts.ts';
import { itemsOf, leftOf, namedOf } from './view-model.ts';

const { sources, differ } = dayCloseTexts;

interface Row extends DayStatement, Explained {
  readonly account: string;
  readonly against: 'statement';
}

const isMissing = ({ stated }: Row) => stated === null;
/** Also where nothing differs, as far as is known. */
const isLeft = (row: Row) => row.left !== '0' || (isMissing(row) && row.items.length === 0);

const columns: readonly Column<Row>[] = [
  { key: 'coin', head: sources.heads.coin, cell: ({ coin }) => <b>{coin}</b> },
  { key: 'account', head: sources.heads.account, cell: ({ account }) => accountName(account) },
  {
    key: 'ledger',
    head: sources.heads.ledger,
    isNumber: true,
    cell: ({ ledger, coin }) => <Figure value={ledger} unit={coin} />,
  },
  {
    key: 'chain',
    head: sources.heads.chain,
    isNumber: true,
    cell: (row) => (row.source === 'bank' ? <Nothing /> : <Stated row={row} />),
  },
  {
    key: 'bank',
    head: sources.heads.bank,
    isNumber: true,
    cell: (row) => (row.source === 'bank' ? <Stated row={row} /> : <Nothing />),
  },
  {
    key: 'difference',
    head: sources.heads.difference,
    isNumber: true,
    cell: ({ difference, coin }) =>
      difference === null || difference === '0' ? (
        <Nothing />
      ) : (
        <b>
          <ExactAmount value={difference} unit={coin} isBare isSigned />
        </b>
      ),
  },
  {
    key: 'left',
    head: sources.heads.left,
    isNumber: true,
    cell: (row) => <Left row={row} />,
  },
];

function Stated({ row: { stated, coin, source, reference } }: { row: Row }) {
  if (stated === null) return <Text tone="alert">{sources.missing}</Text>;
  const [height = ''] = reference.split(' ');
  return (
    <>
      <Figure value={stated} unit={coin} />
      <small className={styles.source}>
        {source === 'paper' && sources.paper}
        {source === 'chain' && sources.block(height)}
        {source === 'bank' && (reference === '' ? sources.paper : sources.statements(reference))}
      </small>
    </>
  );
}

function Left({ row }: { row: Row }) {
  if (row.left !== '0')
    return (
      <Text as="span" tone="alert">
        <ExactAmount value={row.left} unit={row.coin} isBare isSigned />
      </Text>
    );
  return row.difference === '0' || isLeft(row) ? <Nothing /> : differ.nothingLeft;
}

export function StatementsPart({ day, mayExplain }: { day: ShownDay; mayExplain: boolean }) {
  const [explained, setExplained] = useState<Unexplained>();
  const { items, carried } = day.signOff;
  const rows: Row[] = day.coins.flatMap(({ coinname: coin, statements }) =>
    statements.map((statement) => {
      const about = { ...statement, coin, against: 'statement' } as const;
      const own = itemsOf(items, coin, about);
      return { ...about, items: own, left: leftOf(statement.difference ?? '0', own) };
    }),
  );
  if (rows.length === 0) return null;
  const explain = (row: Row) => {
    const { coin, account, against, left } = row;
    const [candidate] = itemsOf(carried, coin, row);
    const about = { day: day.day, coin, account, against, left, isMissing: isMissing(row) };
    setExplained({ ...about, candidate: candidate?.recordNo });
  };
  return (
    <Part title={sources.title}>
      <Text as="p" size="label" tone="soft">
        {sources.lead}
      </Text>
      <Table
        label={sources.title}
        rows={rows}
        keyOf={({ coin, account }) => sources.rows(coin, account)}
        columns={columns}
        detailOf={(row) =>
          namedOf(row).length > 0 || row.items.length > 0 || isLeft(row) ? (
            <Stack gap={8}>
              <Named row={row} />
              <Parts
                row={row}
                mayExplain={mayExplain}
                explain={isLeft(row) ? () => explain(row) : undefined}
              />
            </Stack>
          ) : undefined
        }
      />
      {explained && (
        <ExplainDialog
          key={`${explained.coin} ${explained.account} ${explained.left}`}
          of={explained}
          onEnd={() => setExplained(undefined)}
        />
      )}
    </Part>
  );
}

/** What is on one side and not on the other yet: it is no difference. */
function Named({ row }: { row: Row }) {
  return namedOf(row).map(([name, value]) => (
    <div key={name} className={styles.named}>
      <Text as="span" size="label" tone="soft">
        {sources.named[name]}
      </Text>
      <ExactAmount value={value} unit={row.coin} isSigned />
    </div>
  ));
}
