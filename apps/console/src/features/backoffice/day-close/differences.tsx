/** What does not tie out, of all coins of a day. */
import { Note } from '@tern/ui';
import { ExactAmount, Figure } from '../../../kernel/exact-amount.tsx';
import { Part } from '../../../kernel/page.tsx';
import { type Column, Table } from '../../../kernel/table.tsx';
import type { ClosedCoin } from './api.ts';
import { accountName, dayCloseTexts } from './texts.ts';

const { differ } = dayCloseTexts;
type Row = ClosedCoin['differences'][number] & { readonly coin: string };

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
];

export function Differences({ coins }: { coins: readonly ClosedCoin[] }) {
  const rows = coins.flatMap(({ coinname: coin, differences }) =>
    differences.map((difference) => ({ ...difference, coin })),
  );
  if (rows.length === 0) return null;
  return (
    <Part title={differ.title}>
      <Note kind="warn">{differ.lead}</Note>
      <Table
        label={differ.title}
        rows={rows}
        keyOf={({ coin, account }) => `${coin} ${account}`}
        columns={columns}
      />
    </Part>
  );
}
