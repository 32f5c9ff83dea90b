/** Records the receipt of a wire from the bank statement; two people then approve it. */
import { AmountField, Button, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { texts } from '../../../kernel/texts.ts';
import { receiptInput, type ReviewDetail } from '../api.ts';
import styles from './review-pane.module.css';

/** Most decimal places of any currency. */
const PLACES_MAX = 2;

export function ReceiptForm({ review }: { review: ReviewDetail }) {
  const { receipt } = texts.review;
  const [amount, setAmount] = useState('');
  const [bankReference, setBankReference] = useState('');
  const [payer, setPayer] = useState('');
  const record = useAct('POST /operator/wire/recordReceipt', () => receipt.recorded);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    record.run(receiptInput({ ID: String(review.ID), amount, bankReference, payer }));
  };
  return (
    <section>
      <h3 className={styles.heading}>{receipt.title}</h3>
      <form className={styles.receipt} onSubmit={submit}>
        <AmountField
          label={receipt.amount(review.asset)}
          name="received"
          places={PLACES_MAX}
          value={amount}
          onChange={setAmount}
        />
        <TextField
          label={receipt.bankReference}
          hint={receipt.bankReferenceHint}
          name="bank-reference"
          maxLength={140}
          required
          value={bankReference}
          onChange={setBankReference}
        />
        <TextField
          label={receipt.payer}
          name="payer"
          maxLength={140}
          required
          value={payer}
          onChange={setPayer}
        />
        <Button type="submit" isSmall isBusy={record.isBusy} isDisabled={amount === ''}>
          {receipt.submit}
        </Button>
      </form>
    </section>
  );
}
