/** Sets a lower cap of 24 hours, or proposes a higher one or none, which another person decides in the queue. */
import { AmountField, Button, Note, Segmented, Select } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { amountInWords } from '../../../kernel/exact-amount.tsx';
import { openReview } from '../../../kernel/pages.ts';
import { ReasonField } from '../../../kernel/reason.tsx';
import type { Outflow } from './api.ts';
import { treasuryTexts } from './texts.ts';
import styles from './treasury.module.css';
import { capStep } from './view-model.ts';

const { outflow: labels } = treasuryTexts;
const { form } = labels;
const ALL = 'all';
const ALL_UNIT = 'USDT';
const PLACES = 18;
/** An amount that is complete. */
const NUMBER = /^\d+(\.\d+)?$/;
const ofReason = { label: form.reason, hint: form.reasonHint };

export function CapForm({ outflow }: { outflow: Outflow }) {
  const [chosen, setChosen] = useState(ALL);
  const [kind, setKind] = useState<'cap' | 'none'>('cap');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const set = useAct('POST /operator/outflow/setCap', ({ reviewId }) =>
    reviewId === null ? form.done : labels.proposed,
  );
  const isAll = chosen === ALL;
  const unit = isAll ? ALL_UNIT : chosen;
  const row = outflow.list.find((each) => each.isAll === isAll && each.asset === unit);
  const before = row?.cap ?? null;
  const next = kind === 'none' ? null : NUMBER.test(amount) ? amount : undefined;
  const step = next === undefined ? undefined : capStep(next, before);
  const isReady = step !== undefined && step !== 'same' && reason.trim() !== '';
  const send = () =>
    set.run(
      {
        reason: reason.trim(),
        ...(isAll ? {} : { coinname: chosen }),
        ...(next === null || next === undefined ? {} : { cap: next }),
      },
      ({ reviewId }) => {
        setAmount('');
        setReason('');
        if (reviewId !== null) openReview({ reviewId });
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
      <Select
        label={form.of}
        options={[
          { key: ALL, label: labels.all },
          ...outflow.coins.map((key) => ({ key, label: key })),
        ]}
        value={chosen}
        onChange={setChosen}
      />
      <Segmented
        label={form.kind}
        isSmall
        options={(['cap', 'none'] as const).map((key) => ({ key, label: form.kinds[key] }))}
        value={kind}
        onChange={setKind}
      />
      {kind === 'cap' && (
        <AmountField
          label={form.amount}
          labelAside={before === null ? labels.noCap : form.now(amountInWords(before, unit))}
          name="cap"
          places={PLACES}
          unit={unit}
          value={amount}
          onChange={setAmount}
        />
      )}
      <ReasonField {...ofReason} value={reason} onChange={setReason} />
      {step !== undefined && (
        <Note kind={step === 'raise' ? 'warn' : 'info'}>{form.steps[step]}</Note>
      )}
      <Button type="submit" kind="primary" isBusy={set.isBusy} isDisabled={!isReady}>
        {step === 'raise' ? form.propose : form.set}
      </Button>
    </form>
  );
}
