/** Explains a part of a difference by a record, or carries it to the next day with an owner and a due date. */
import { Segmented, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { amountInWords } from '../../../kernel/exact-amount.tsx';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { useSession } from '../../../kernel/session.ts';
import type { DayItem } from './api.ts';
import styles from './day-close.module.css';
import { dayCloseTexts } from './texts.ts';

const { explain: labels } = dayCloseTexts;
const WAYS = ['record', 'carry'] as const;

export interface Unexplained {
  readonly day: string;
  readonly coin: string;
  readonly account: string | null;
  readonly against: DayItem['against'];
  /** Exact decimal with its sign. */
  readonly left: string;
  /** There is no statement, so it can only be waited for. */
  readonly isMissing: boolean;
  /** An open remainder of an earlier day that may explain it. */
  readonly candidate: string | undefined;
}

/** Use what is explained as its `key`. */
export function ExplainDialog({ of, onEnd }: { of: Unexplained; onEnd: () => void }) {
  const session = useSession();
  const [amount, setAmount] = useState(of.left);
  const [way, setWay] = useState<(typeof WAYS)[number]>(of.isMissing ? 'carry' : 'record');
  const [record, setRecord] = useState(of.candidate ?? '');
  const [dueOn, setDueOn] = useState('');
  const [login, setLogin] = useState(session?.operator.login ?? '');
  const act = useAct('POST /operator/dayClose/explain', ({ recordNo }) => labels.done(recordNo));
  const { day, coin: coinname, account, against, isMissing } = of;
  const how = way === 'record' ? { record: record.trim() } : { dueOn, login: login.trim() };
  const isReady = Object.values(how).every((value) => value !== '') && amount.trim() !== '';
  return (
    <ReasonDialog
      isOpen
      question={
        isMissing ? labels.missing(coinname) : labels.question(amountInWords(of.left, coinname))
      }
      confirmLabel={way === 'record' ? labels.confirm : labels.confirmCarry}
      isBusy={act.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => {
        const about = { day, coinname, against, amount: amount.trim(), reason, ...how };
        if (isReady) act.run(account === null ? about : { ...about, account }, onEnd);
      }}
    >
      <p>{isMissing ? labels.missingLead : labels.lead}</p>
      <div className={styles.form}>
        {!isMissing && (
          <>
            <TextField
              label={labels.amount}
              name="amount"
              unit={coinname}
              maxLength={40}
              required
              value={amount}
              onChange={setAmount}
            />
            <Segmented
              label={labels.way}
              isSmall
              options={WAYS.map((key) => ({ key, label: labels.ways[key] }))}
              value={way}
              onChange={setWay}
            />
          </>
        )}
        {way === 'record' ? (
          <TextField
            label={labels.record}
            hint={labels.recordHint}
            name="record"
            maxLength={40}
            required
            value={record}
            onChange={setRecord}
          />
        ) : (
          <OwnerFields {...{ login, setLogin, dueOn, setDueOn }} />
        )}
      </div>
    </ReasonDialog>
  );
}

export interface OwnerFieldsProps {
  readonly login: string;
  setLogin(login: string): void;
  /** `2026-11-25`, or empty. */
  readonly dueOn: string;
  setDueOn(dueOn: string): void;
}

export function OwnerFields({ login, setLogin, dueOn, setDueOn }: OwnerFieldsProps) {
  return (
    <>
      <TextField
        label={labels.owner}
        name="login"
        maxLength={64}
        required
        value={login}
        onChange={setLogin}
      />
      <TextField
        label={labels.dueOn}
        name="dueOn"
        type="date"
        required
        value={dueOn}
        onChange={setDueOn}
      />
    </>
  );
}
