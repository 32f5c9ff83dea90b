/** Proposes to take out revenue or to add capital, with what it changes; another person decides in the queue. */
import { fundedAccounts, incomeAccounts } from '@tern/protocol/operator/client';
import { AmountField, Button, Note, Segmented, Select, TextField, VisuallyHidden } from '@tern/ui';
import { type RefObject, useState } from 'react';
import { newRequestId, useAct } from '../../../kernel/act.ts';
import { amountInWords, Figure } from '../../../kernel/exact-amount.tsx';
import { useIsLive } from '../../../kernel/mode.ts';
import { Part } from '../../../kernel/page.tsx';
import { openReview } from '../../../kernel/pages.ts';
import { PeopleList, PersonLine } from '../../../kernel/people-list.tsx';
import { ReasonField } from '../../../kernel/reason.tsx';
import type { Account, Accounts } from './api.ts';
import { treasuryTexts } from './texts.ts';
import styles from './treasury.module.css';
import { changeOf, isMore, mostOf, type MoveKind, percentText } from './view-model.ts';

const { form: labels } = treasuryTexts;
const MOVES = ['takeOut', 'addCapital'] as const;
const ofReason = { label: labels.reason, hint: labels.reasonHint };
/** An amount that is complete. */
const NUMBER = /^\d+(\.\d+)?$/;

export interface MoveFormProps {
  readonly coin: string;
  readonly accounts: Accounts;
  readonly amountField: RefObject<HTMLInputElement | null>;
}

export function MoveForm({ coin, accounts, amountField }: MoveFormProps) {
  const isLive = useIsLive();
  const [move, setMove] = useState<MoveKind>('takeOut');
  const [chosen, setChosen] = useState<string>();
  const [amount, setAmount] = useState('');
  const [network, setNetwork] = useState(accounts.networks[0]);
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  // Idempotency key: a retry does not create a second proposal.
  const [requestId, setRequestId] = useState(() => newRequestId());
  const propose = useAct('POST /operator/treasury/propose', () => labels.proposed);
  const options = move === 'takeOut' ? incomeAccounts : fundedAccounts;
  const name = options.find((each) => each === chosen) ?? options[0];
  const account = accounts.accounts.find((each) => each.account === name);
  if (account === undefined) return null;
  const most = move === 'takeOut' ? mostOf(accounts, account) : undefined;
  const change = NUMBER.test(amount) ? changeOf(accounts, account, { move, amount }) : undefined;
  // Coins of capital are seen by the rail.
  const isElsewhere = isLive && move === 'addCapital' && accounts.networks.length > 0;
  const isTooMuch = most !== undefined && change !== undefined && isMore(amount, most);
  const isReady =
    change !== undefined && !isTooMuch && reference.trim() !== '' && reason.trim() !== '';
  const send = () =>
    propose.run(
      {
        move,
        account: name,
        coinname: coin,
        amount,
        reference: reference.trim(),
        reason: reason.trim(),
        requestId,
        ...(network === undefined ? {} : { czline: network }),
      },
      (output) => {
        setRequestId(newRequestId());
        openReview(output);
      },
    );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isElsewhere) send();
      }}
    >
      <h2>{labels.moves[move]}</h2>
      <Segmented
        label={labels.move}
        isSmall
        options={MOVES.map((key) => ({ key, label: labels.moves[key] }))}
        value={move}
        onChange={setMove}
      />
      {isElsewhere ? (
        <Note>{labels.liveCapital}</Note>
      ) : (
        <>
          <Select
            label={move === 'takeOut' ? labels.from : labels.to}
            options={options.map(optionOf)}
            value={name}
            onChange={setChosen}
          />
          <AmountField
            ref={amountField}
            label={labels.amount}
            labelAside={most === undefined ? undefined : labels.atMost(amountInWords(most, coin))}
            name="amount"
            places={accounts.places}
            unit={coin}
            value={amount}
            onChange={setAmount}
            error={isTooMuch ? labels.tooMuch : undefined}
          />
          {move === 'takeOut' && network !== undefined && (
            <Networks all={accounts.networks} value={network} onChange={setNetwork} />
          )}
          <TextField
            label={labels.reference}
            hint={labels.referenceHint}
            name="reference"
            maxLength={140}
            required
            value={reference}
            onChange={setReference}
          />
          <ReasonField {...ofReason} value={reason} onChange={setReason} />
          {change !== undefined && <Changes {...{ coin, accounts, account, change }} />}
          <People />
          <Button type="submit" kind="primary" isBusy={propose.isBusy} isDisabled={!isReady}>
            {labels.propose}
          </Button>
        </>
      )}
    </form>
  );
}

interface NetworksProps {
  readonly all: readonly string[];
  readonly value: string;
  readonly onChange: (network: string) => void;
}

function Networks({ all, value, onChange }: NetworksProps) {
  const options = all.map((key) => ({ key, label: key }));
  return <Select label={labels.network} options={options} value={value} onChange={onChange} />;
}

function People() {
  return (
    <Part title={labels.people}>
      <PeopleList>
        <PersonLine mark="1">
          <b>{labels.proposes}</b>
        </PersonLine>
        <PersonLine word={labels.waits}>{labels.awaited}</PersonLine>
      </PeopleList>
    </Part>
  );
}

const optionOf = <Key extends string>(key: Key) => ({
  key,
  label: treasuryTexts.accounts[key]?.[0] ?? key,
});

interface ChangesProps {
  readonly coin: string;
  readonly accounts: Accounts;
  readonly account: Account;
  readonly change: ReturnType<typeof changeOf>;
}

function Changes({ coin, accounts: { owed, floor }, account, change }: ChangesProps) {
  const figure = (value: string) => <Figure value={value} unit={coin} />;
  const percent = (value: string | undefined) => (value === undefined ? '---' : `${value}%`);
  const [name] = treasuryTexts.accounts[account.account] ?? [labels.account];
  const rows = [
    { name, now: figure(change.account[0]), after: figure(change.account[1]) },
    { name: labels.own, now: figure(change.own[0]), after: figure(change.own[1]) },
    { name: labels.owed, now: figure(owed), after: figure(owed) },
    { name: labels.cover, now: percent(change.cover[0]), after: percent(change.cover[1]) },
  ];
  const limit = percentText(floor);
  return (
    <Part title={labels.changes}>
      <dl className={styles.changes}>
        {rows.map((row) => (
          <div key={row.name}>
            <dt>{row.name}</dt>
            <dd>
              <VisuallyHidden>{labels.now}</VisuallyHidden> {row.now}
            </dd>
            <dd>
              <VisuallyHidden>{labels.after}</VisuallyHidden> <b>{row.after}</b>
            </dd>
          </div>
        ))}
      </dl>
      {change.isAboveFloor ? (
        <Note kind="info">{labels.aboveFloor(limit)}</Note>
      ) : (
        <Note kind="warn">{labels.belowFloor(limit)}</Note>
      )}
    </Part>
  );
}
