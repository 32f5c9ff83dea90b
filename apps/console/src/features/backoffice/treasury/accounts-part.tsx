/** The accounts of the exchange in one coin: four figures, income, working money, their sum. */
import { Figures, Note, Text } from '@tern/ui';
import { ExactAmount, Figure } from '../../../kernel/exact-amount.tsx';
import { type Column, Table } from '../../../kernel/table.tsx';
import type { Account, Accounts } from './api.ts';
import { treasuryTexts } from './texts.ts';
import styles from './treasury.module.css';
import { abovePercent, coverOf, sumOf } from './view-model.ts';

const { heads, notes } = treasuryTexts;

interface Row {
  readonly key: string;
  readonly name: string;
  readonly purpose: string;
  readonly kind: 'group' | 'account' | 'sum';
  readonly figures?: Pick<Account, 'balance' | 'mustStay' | 'free'>;
}

const rowOf = (account: Account): Row => {
  const [name, purpose] = treasuryTexts.accounts[account.account] ?? [account.account, ''];
  return { key: account.account, name, purpose, kind: 'account', figures: account };
};

const groupOf = (name: string, purpose: string): Row => ({
  key: name,
  name,
  purpose,
  kind: 'group',
});

function rowsOf({ accounts, own }: Accounts): Row[] {
  const ofIncome = (isIncome: boolean) => accounts.filter((each) => each.isIncome === isIncome);
  return [
    groupOf(treasuryTexts.income, treasuryTexts.incomeNote),
    ...ofIncome(true).map(rowOf),
    groupOf(treasuryTexts.working, treasuryTexts.workingNote),
    ...ofIncome(false).map(rowOf),
    {
      key: 'sum',
      name: treasuryTexts.sum,
      purpose: '',
      kind: 'sum',
      figures: {
        balance: own,
        mustStay: sumOf(accounts.map(({ mustStay }) => mustStay)),
        free: sumOf(accounts.map(({ free }) => free)),
      },
    },
  ];
}

export function AccountsPart({ coin, accounts }: { coin: string; accounts: Accounts }) {
  const { own, mustStay, cover, free, held, owed, floor } = accounts;
  const covered = coverOf(held, owed);
  const figure = (label: string, value: string, note: string) => ({
    label,
    value: (
      <>
        <ExactAmount value={value} unit={coin} isBare isQuiet />
        <small className={styles.note}>{note}</small>
      </>
    ),
  });
  const columns: readonly Column<Row>[] = [
    {
      key: 'account',
      head: heads.account,
      isLong: true,
      cell: ({ name, purpose, kind }) => (
        <>
          {kind === 'group' ? <Text tone="soft">{name}</Text> : <b>{name}</b>}
          <small className={styles.note}>{purpose}</small>
        </>
      ),
    },
    ...(['balance', 'mustStay', 'free'] as const).map((key) => ({
      key,
      head: heads[key],
      isNumber: true,
      cell: ({ figures }: Row) =>
        figures && <Figure value={figures[key]} unit={coin} isBlankZero={key !== 'balance'} />,
    })),
  ];
  return (
    <>
      <Figures
        isRow
        isLarge
        items={[
          figure(
            treasuryTexts.figures.own,
            own,
            covered === undefined ? notes.nothingOwed : notes.cover(covered),
          ),
          figure(treasuryTexts.figures.mustStay, mustStay, notes.mustStay),
          figure(treasuryTexts.figures.cover, cover, notes.ofOwed(abovePercent(floor))),
          figure(treasuryTexts.figures.free, free, notes.free),
        ]}
      />
      {free === '0' && accounts.accounts.some((each) => each.isIncome && each.balance !== '0') && (
        <Note>{notes.noneFree}</Note>
      )}
      <Table
        label={treasuryTexts.list(coin)}
        rows={rowsOf(accounts)}
        keyOf={({ key }) => key}
        columns={columns}
      />
    </>
  );
}
