/** Proposes to record what was moved to the venue or back; another person decides in the queue. */
import { AmountField, Button, Note, Segmented, Select, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { openReview } from '../../../kernel/pages.ts';
import { ReasonField } from '../../../kernel/reason.tsx';
import type { Hedging } from './api.ts';
import { treasuryTexts } from './texts.ts';
import styles from './treasury.module.css';

const { hedging: labels } = treasuryTexts;
const { form } = labels;
const DIRECTIONS = ['in', 'out'] as const;
const PLACES = 18;
/** An amount that is complete. */
const NUMBER = /^\d+(\.\d+)?$/;
const ofReason = { label: form.reason, hint: form.reasonHint };

export function VenueMoveForm({ hedging }: { hedging: Hedging }) {
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]>('in');
  const [coin, setCoin] = useState(hedging.coins[0] ?? '');
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const propose = useAct('POST /operator/hedging/proposeMove', () => labels.proposed);
  const isReady = NUMBER.test(amount) && reference.trim() !== '' && reason.trim() !== '';
  const send = () =>
    propose.run(
      {
        move: direction,
        coinname: coin,
        amount,
        reference: reference.trim(),
        reason: reason.trim(),
      },
      (output) => {
        setAmount('');
        setReference('');
        setReason('');
        openReview(output);
      },
    );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) send();
      }}
    >
      <h2>{form.title}</h2>
      <Note>{form.text}</Note>
      <Segmented
        label={form.direction}
        isSmall
        options={DIRECTIONS.map((key) => ({ key, label: form.directions[key] }))}
        value={direction}
        onChange={setDirection}
      />
      <Select
        label={treasuryTexts.coin}
        options={hedging.coins.map((key) => ({ key, label: key }))}
        value={coin}
        onChange={setCoin}
      />
      <AmountField
        label={form.amount}
        name="amount"
        places={PLACES}
        unit={coin}
        value={amount}
        onChange={setAmount}
      />
      <TextField
        label={form.reference}
        hint={form.referenceHint}
        name="reference"
        maxLength={140}
        required
        value={reference}
        onChange={setReference}
      />
      <ReasonField {...ofReason} value={reason} onChange={setReason} />
      <Button type="submit" kind="primary" isBusy={propose.isBusy} isDisabled={!isReady}>
        {form.propose}
      </Button>
    </form>
  );
}
