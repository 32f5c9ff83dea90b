/** Records the receipt of a wire from the bank statement; two people then approve it. */
import { AmountField, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../../kernel/act.ts';
import { texts } from '../../../../kernel/texts.ts';
import type { ReviewDetail } from '../../../../kernel/review/review.ts';
import { receiptInput } from '../api.ts';
import { ReviewForm } from './review-form.tsx';

/** Most decimal places of any currency. */
const PLACES_MAX = 2;

export function ReceiptForm({ review }: { review: ReviewDetail }) {
  const { receipt } = texts.review;
  const [amount, setAmount] = useState('');
  const [bankReference, setBankReference] = useState('');
  const [payer, setPayer] = useState('');
  const record = useAct('POST /operator/wire/recordReceipt', () => receipt.recorded);
  return (
    <ReviewForm
      title={receipt.title}
      submitLabel={receipt.submit}
      isBusy={record.isBusy}
      isIncomplete={amount === ''}
      onSubmit={() =>
        record.run(receiptInput({ ID: String(review.ID), amount, bankReference, payer }))
      }
    >
      <AmountField
        label={receipt.amount(review.asset)}
        name="received"
        places={PLACES_MAX}
        unit={review.asset ?? undefined}
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
    </ReviewForm>
  );
}
