/** Proposes a credit or a debit: nothing moves before a second person agrees in the queue. */
import { AmountField, Button, Note, Segmented, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { newRequestId } from '../../kernel/request-id.ts';
import { openReview } from '../../kernel/open-review.ts';
import { ReasonField } from '../../kernel/reason-field.tsx';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import type { Customer } from './api.ts';

/** More than any asset has: the server knows the asset's own. */
const PLACES_MAX = 18;

export function EntryForm({ customer }: { customer: Customer }) {
  const { entry } = texts.customers;
  const [side, setSide] = useState<'credit' | 'debit'>('credit');
  const [coinname, setCoin] = useState('USDT');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  // The same attempt sent again is one proposal.
  const [requestId, setRequestId] = useState(() => newRequestId());
  const propose = useAct('POST /operator/manual/propose', () => entry.proposed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = { memberId: String(customer.ID), side, coinname: coinname.trim().toUpperCase() };
    propose.run({ ...given, amount, reason: reason.trim(), requestId }, (proposed) => {
      setRequestId(newRequestId());
      openReview(proposed);
    });
  };
  return (
    <section className={styles.part}>
      <h2>{entry.title}</h2>
      <form className={styles.form} onSubmit={submit}>
        <Note>{entry.lead}</Note>
        <Segmented
          label={entry.side}
          options={[
            { key: 'credit', label: entry.credit },
            { key: 'debit', label: entry.debit },
          ]}
          value={side}
          onChange={setSide}
        />
        <TextField label={entry.asset} name="asset" required value={coinname} onChange={setCoin} />
        <AmountField
          label={entry.amount}
          name="amount"
          places={PLACES_MAX}
          value={amount}
          onChange={setAmount}
        />
        <ReasonField
          label={entry.reason}
          hint={texts.customers.standing.reasonHint}
          name="entry-reason"
          value={reason}
          onChange={setReason}
        />
        <Button type="submit" isBusy={propose.isBusy} isDisabled={amount === ''}>
          {entry.submit}
        </Button>
      </form>
    </section>
  );
}
