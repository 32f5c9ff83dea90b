/** Lowers the amount of a loan application, with a message for the customer and a reason; two people then approve it. */
import { AmountField, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../../kernel/act.ts';
import { useMessage } from '../../../../kernel/reason.tsx';
import { texts } from '../../../../kernel/texts.ts';
import type { ReviewDetail } from '../../../../kernel/review/review.ts';
import { loanAmountInput } from '../api.ts';
import { ReviewForm } from './review-form.tsx';

/** Most decimal places of any asset that is lent. */
const PLACES_MAX = 8;

export function LoanAmountForm({ review }: { review: ReviewDetail }) {
  const { loanAmount } = texts.review;
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const { message, field } = useMessage('lowerLoan');
  const lower = useAct('POST /operator/loan/lowerAmount', () => loanAmount.done);
  return (
    <ReviewForm
      title={loanAmount.title}
      submitLabel={loanAmount.submit}
      isBusy={lower.isBusy}
      isIncomplete={amount === ''}
      onSubmit={() =>
        lower.run(loanAmountInput({ ID: String(review.ID), amount, message, reason }))
      }
    >
      <AmountField
        label={loanAmount.amount(review.asset)}
        name="loan-amount"
        places={PLACES_MAX}
        unit={review.asset ?? undefined}
        value={amount}
        onChange={setAmount}
      />
      {field}
      <TextField
        label={texts.reason.inner}
        name="loan-reason"
        maxLength={500}
        required
        value={reason}
        onChange={setReason}
      />
    </ReviewForm>
  );
}
