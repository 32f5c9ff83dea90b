/** Lowers the amount of a loan application, with a reason for the customer; two people then approve it. */
import { AmountField, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { texts } from '../../../kernel/texts.ts';
import type { ReviewDetail } from '../../../kernel/review/review.ts';
import { loanAmountInput } from '../api.ts';
import { ReviewForm } from './review-form.tsx';

/** Most decimal places of any asset that is lent. */
const PLACES_MAX = 8;

export function LoanAmountForm({ review }: { review: ReviewDetail }) {
  const { loanAmount } = texts.review;
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const lower = useAct('POST /operator/loan/lowerAmount', () => loanAmount.done);
  return (
    <ReviewForm
      title={loanAmount.title}
      submitLabel={loanAmount.submit}
      isBusy={lower.isBusy}
      isIncomplete={amount === ''}
      onSubmit={() => lower.run(loanAmountInput({ ID: String(review.ID), amount, reason }))}
    >
      <AmountField
        label={loanAmount.amount(review.asset)}
        name="loan-amount"
        places={PLACES_MAX}
        unit={review.asset ?? undefined}
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
    </ReviewForm>
  );
}
