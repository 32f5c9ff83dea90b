/** Remainders of earlier days: the first lines of a day, with their owners and due dates. */
import { Button, ConfirmDialog, formatDate, Text, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { Part } from '../../../kernel/page.tsx';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { type Column, Table } from '../../../kernel/table.tsx';
import type { DayItem } from './api.ts';
import styles from './day-close.module.css';
import { OwnerFields } from './explain-dialog.tsx';
import { accountName, dayCloseTexts } from './texts.ts';

const { carried: labels, differ, explain } = dayCloseTexts;
const { heads } = labels;

interface Act {
  readonly item: DayItem;
  readonly name: 'settle' | 'handOver';
}

const dayName = (day: string) => formatDate(day, { locale: 'en', detail: 'day', timeZone: 'UTC' });

export function CarriedPart({ items, mayExplain }: { items: DayItem[]; mayExplain: boolean }) {
  const [act, setAct] = useState<Act>();
  if (items.length === 0) return null;
  const end = () => setAct(undefined);
  const columns: readonly Column<DayItem>[] = [
    { key: 'number', head: heads.number, cell: ({ recordNo }) => <b>{recordNo}</b> },
    { key: 'day', head: heads.day, cell: ({ day }) => dayName(day) },
    {
      key: 'account',
      head: heads.account,
      isLong: true,
      cell: ({ account, reason }) =>
        `${account === null ? differ.coin : accountName(account)} · ${reason}`,
    },
    {
      key: 'amount',
      head: heads.amount,
      isNumber: true,
      cell: ({ amount, coinname }) => <ExactAmount value={amount} unit={coinname} isSigned />,
    },
    { key: 'owner', head: heads.owner, cell: ({ owner }) => owner },
    { key: 'due', head: heads.due, cell: (item) => <Due item={item} /> },
    ...(mayExplain ? [actsColumn(setAct)] : []),
  ];
  return (
    <Part title={labels.title}>
      <Table label={labels.title} rows={items} keyOf={({ ID }) => ID} columns={columns} />
      {act?.name === 'settle' && <SettleDialog item={act.item} onEnd={end} />}
      {act?.name === 'handOver' && <HandOverDialog item={act.item} onEnd={end} />}
    </Part>
  );
}

function Due({ item: { dueOn, isOverdue } }: { item: DayItem }) {
  if (dueOn === null) return null;
  return isOverdue ? (
    <Text as="span" tone="alert">
      {dayName(dueOn)}, {labels.overdue}
    </Text>
  ) : (
    dayName(dueOn)
  );
}

const actsColumn = (begin: (act: Act) => void): Column<DayItem> => ({
  key: 'acts',
  head: heads.acts,
  isNumber: true,
  cell: (item) => (
    <div className={styles.acts}>
      <Button
        isSmall
        kind="outline"
        label={labels.settleOf(item.recordNo)}
        onPress={() => begin({ item, name: 'settle' })}
      >
        {labels.settle}
      </Button>
      <Button
        isSmall
        kind="outline"
        label={labels.handOverOf(item.recordNo)}
        onPress={() => begin({ item, name: 'handOver' })}
      >
        {labels.handOver}
      </Button>
    </div>
  ),
});

interface DialogProps {
  readonly item: DayItem;
  readonly onEnd: () => void;
}

function SettleDialog({ item: { ID, recordNo }, onEnd }: DialogProps) {
  const [record, setRecord] = useState('');
  const settle = useAct('POST /operator/dayClose/settle', () => labels.settled);
  return (
    <ReasonDialog
      isOpen
      question={labels.settleQuestion(recordNo)}
      confirmLabel={labels.confirmSettle}
      isBusy={settle.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => {
        if (record.trim() !== '') settle.run({ ID, record: record.trim(), reason }, onEnd);
      }}
    >
      <TextField
        label={explain.record}
        hint={explain.recordHint}
        name="record"
        maxLength={40}
        required
        value={record}
        onChange={setRecord}
      />
    </ReasonDialog>
  );
}

function HandOverDialog({ item: { ID, recordNo, owner, dueOn: due }, onEnd }: DialogProps) {
  const [login, setLogin] = useState(owner);
  const [dueOn, setDueOn] = useState(due ?? '');
  const handOver = useAct('POST /operator/dayClose/handOver', () => labels.handedOver);
  return (
    <ConfirmDialog
      isOpen
      question={labels.handOverQuestion(recordNo)}
      confirmLabel={labels.confirmHandOver}
      cancelLabel={labels.cancel}
      isBusy={handOver.isBusy}
      isConfirmedByEnter
      onCancel={onEnd}
      onConfirm={() => {
        const to = login.trim();
        if (to !== '' && dueOn !== '') handOver.run({ ID, login: to, dueOn }, onEnd);
      }}
    >
      <div className={styles.form}>
        <OwnerFields {...{ login, setLogin, dueOn, setDueOn }} />
      </div>
    </ConfirmDialog>
  );
}
