/** Proposes a credit or debit; a second person approves it in the queue. */
import { AmountField, Segmented, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct, newRequestId } from '../../../kernel/act.ts';
import { openReview } from '../../../kernel/pages.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { type Customer, entryInput } from './api.ts';
import own from './customers.module.css';
import { customerTexts } from './texts.ts';

/** More than any asset has; the server checks the asset's own scale. */
const PLACES_MAX = 18;

export interface EntryDialogProps {
  customer: Customer;
  isOpen: boolean;
  onEnd: () => void;
}

export function EntryDialog({ customer, isOpen, onEnd }: EntryDialogProps) {
  const { entry } = customerTexts.customers;
  const [side, setSide] = useState<'credit' | 'debit'>('credit');
  const [asset, setAsset] = useState('USDT');
  const [amount, setAmount] = useState('');
  // Idempotency key: a retry does not create a second proposal.
  const [requestId] = useState(() => newRequestId());
  const propose = useAct('POST /operator/manual/propose', () => entry.proposed);
  return (
    <ReasonDialog
      isOpen={isOpen}
      question={entry.question(customer.ID)}
      messageAct="approve.manual"
      confirmLabel={entry.submit}
      isBusy={propose.isBusy}
      onCancel={onEnd}
      onConfirm={(reason, message) => {
        const given = { memberId: String(customer.ID), side, amount, message, reason, requestId };
        propose.run(entryInput({ ...given, asset: asset.trim().toUpperCase() }), openReview);
      }}
    >
      <p>{entry.lead}</p>
      <div className={own.fields}>
        <Segmented
          label={entry.side}
          options={[
            { key: 'credit', label: entry.credit },
            { key: 'debit', label: entry.debit },
          ]}
          value={side}
          onChange={setSide}
        />
        <TextField label={entry.asset} name="asset" required value={asset} onChange={setAsset} />
        <AmountField
          label={entry.amount}
          name="amount"
          places={PLACES_MAX}
          unit={asset.trim().toUpperCase()}
          value={amount}
          onChange={setAmount}
        />
      </div>
    </ReasonDialog>
  );
}
