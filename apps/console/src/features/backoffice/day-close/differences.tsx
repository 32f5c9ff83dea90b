/** What does not tie out, of all coins of a day: what explains each difference, and what is left. */
import { Button, Inline, Note, Stack, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ExactAmount, Figure } from '../../../kernel/exact-amount.tsx';
import { Part } from '../../../kernel/page.tsx';
import { type Column, Table } from '../../../kernel/table.tsx';
import type { DayDifference, DayItem, ShownDay } from './api.ts';
import styles from './day-close.module.css';
import { ExplainDialog, type Unexplained } from './explain-dialog.tsx';
import { accountName, dayCloseTexts } from './texts.ts';
import { itemsOf, leftOf } from './view-model.ts';

const { differ } = dayCloseTexts;

interface Row extends DayDifference, Explained {
  readonly against: 'books';
}

/** A difference with its parts. */
export interface Explained {
  readonly coin: string;
  readonly items: readonly DayItem[];
  readonly left: string;
}

const columns: readonly Column<Row>[] = [
  { key: 'coin', head: differ.heads.coin, cell: ({ coin }) => <b>{coin}</b> },
  {
    key: 'account',
    head: differ.heads.account,
    cell: ({ account }) => (account === null ? differ.coin : accountName(account)),
  },
  {
    key: 'reason',
    head: differ.heads.reason,
    isLong: true,
    cell: ({ reason }) => differ.reasons[reason],
  },
  ...(['expected', 'found'] as const).map((key) => ({
    key,
    head: differ.heads[key],
    isNumber: true,
    cell: (row: Row) => <Figure value={row[key]} unit={row.coin} />,
  })),
  {
    key: 'difference',
    head: differ.heads.difference,
    isNumber: true,
    cell: ({ difference, coin }) => (
      <b>
        <ExactAmount value={difference} unit={coin} isBare isSigned />
      </b>
    ),
  },
  {
    key: 'left',
    head: differ.heads.left,
    isNumber: true,
    cell: ({ left, coin }) =>
      left === '0' ? (
        differ.nothingLeft
      ) : (
        <Text as="span" tone="alert">
          <ExactAmount value={left} unit={coin} isBare isSigned />
        </Text>
      ),
  },
];

export function Differences({ day, mayExplain }: { day: ShownDay; mayExplain: boolean }) {
  const [explained, setExplained] = useState<Unexplained>();
  const { items, carried } = day.signOff;
  const rows = day.coins.flatMap(({ coinname: coin, differences }) =>
    differences.map((difference) => {
      const about = { ...difference, coin, against: 'books' } as const;
      const own = itemsOf(items, coin, about);
      return { ...about, items: own, left: leftOf(difference.difference, own) };
    }),
  );
  if (rows.length === 0) return null;
  const explain = ({ coin, account, against, left }: Row) => {
    const [candidate] = itemsOf(carried, coin, { account, against });
    const about = { day: day.day, coin, account, against, left, isMissing: false };
    setExplained({ ...about, candidate: candidate?.recordNo });
  };
  return (
    <Part title={differ.title}>
      <Note kind="warn">{differ.lead}</Note>
      <Table
        label={differ.title}
        rows={rows}
        keyOf={({ coin, account }) => `${coin} ${account}`}
        columns={columns}
        detailOf={(row) => (
          <Parts
            row={row}
            mayExplain={mayExplain}
            explain={row.left === '0' ? undefined : () => explain(row)}
          />
        )}
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

interface PartsProps {
  row: Explained;
  mayExplain: boolean;
  /** Undefined: nothing is left. */
  explain: (() => void) | undefined;
}

/** What explains a difference. */
export function Parts({ row, mayExplain, explain }: PartsProps) {
  const withdraw = useAct('POST /operator/dayClose/removeItem', () => differ.withdrawn);
  return (
    <div className={styles.parts}>
      <Stack gap={8}>
        {row.items.map((item) => (
          <Inline key={item.ID} gap={12} rowGap={4} align="center" justify="between" isWrapped>
            <Text as="span" size="label">
              {item.reason}{' '}
              <Text as="span" tone="soft">
                {sourceOf(item)}
              </Text>
            </Text>
            <Inline gap={12} align="center">
              <ExactAmount value={item.amount} unit={item.coinname} isSigned />
              {mayExplain && (
                <Button
                  isSmall
                  kind="outline"
                  label={differ.withdrawOf(item.recordNo)}
                  isBusy={withdraw.isBusy}
                  onPress={() => withdraw.run({ ID: item.ID })}
                >
                  {differ.withdraw}
                </Button>
              )}
            </Inline>
          </Inline>
        ))}
        {mayExplain && explain && (
          <Inline justify="end">
            <Button isSmall kind="outline" onPress={explain}>
              {differ.explain}
            </Button>
          </Inline>
        )}
      </Stack>
    </div>
  );
}

/** "Entry 1204118, W-20418", or "DR-14, operator-2, due 25 Nov". */
function sourceOf(item: DayItem): string {
  if (item.entry !== null) return differ.entry(item.entry, item.reference ?? '');
  if (item.carriedFrom !== null) return differ.carriedAs(item.carriedFrom);
  return `${differ.carriedAs(item.recordNo)}, ${item.owner}, ${item.dueOn ?? ''}`;
}
