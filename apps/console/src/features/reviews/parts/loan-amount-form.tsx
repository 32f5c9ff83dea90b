/** Lowers the amount of a loan application, with a reason for the customer; two people then approve it. */
import { AmountField, Button, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { texts } from '../../../kernel/texts.ts';
import { loanAmountInput, type ReviewDetail } from '../api.ts';
import styles from './review-pane.module.css';

/** Most decimal places of any asset that is lent. */
const PLACES_MAX = 8;

export function LoanAmountForm({ review }: { review: ReviewDetail }) {
  const { loanAmount } = texts.review;
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const lower = useAct('POST /operator/loan/lowerAmount', () => loanAmount.done);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    lower.run(loanAmountInput({ ID: String(review.ID), amount, reason }));
  };
  return (
    <section>
      <h3 className={styles.heading}>{loanAmount.title}</h3>
      <form className={styles.receipt} onSubmit={submit}>
        <AmountField
          label={loanAmount.amount(review.asset)}
          name="loan-amount"
          places={PLACES_MAX}
          value={amount}
          onChange={setAmount}
        />
        <TextField
          label={loanAmount.reason}
          name="loan-reason"
          maxLength={500}
          required
          value={reason}
          onChange={setReason}
        />
        <Button type="submit" isSmall isBusy={lower.isBusy} isDisabled={amount === ''}>
          {loanAmount.submit}
        </Button>
      </form>
    </section>
  );
}
