/** Proposes what became of a withdrawal that its rail cannot tell about: nothing moves before a second person agrees. */
import { Button, Note, Segmented, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { openReview } from '../../kernel/open-review.ts';
import { ReasonField } from '../../kernel/reason-field.tsx';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import type { Halted } from './api.ts';

export function VerdictForm({ withdrawal }: { withdrawal: Halted }) {
  const { chain } = texts;
  const { halted } = chain;
  const [verdict, setVerdict] = useState<'unsent' | 'sent'>('unsent');
  const [txid, setTxid] = useState('');
  const [reason, setReason] = useState('');
  const isSent = verdict === 'sent';
  const needsTxid = isSent || withdrawal.signed !== '';
  const propose = useAct('POST /operator/chain/proposeVerdict', () => chain.proposed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = needsTxid ? { txid: txid.trim() } : {};
    const said = { ID: String(withdrawal.ID), verdict, ...named, reason: reason.trim() };
    propose.run(said, openReview);
  };
  return (
    <section className={styles.part}>
      <h2>{halted.title(withdrawal.recordNo)}</h2>
      <form className={styles.form} onSubmit={submit}>
        <Note>{halted.formLead}</Note>
        <Segmented
          label={halted.outcome}
          options={[
            { key: 'unsent', label: halted.unsent },
            { key: 'sent', label: halted.sent },
          ]}
          value={verdict}
          onChange={setVerdict}
        />
        <Note>{isSent ? halted.sentHint : halted.unsentHint}</Note>
        {needsTxid && (
          <TextField
            label={isSent ? halted.txid : halted.placeTaken}
            {...(isSent ? {} : { hint: halted.placeTakenHint })}
            name="txid"
            spellCheck={false}
            maxLength={128}
            required
            value={txid}
            onChange={setTxid}
          />
        )}
        <ReasonField
          label={chain.reason}
          hint={chain.reasonHint}
          value={reason}
          onChange={setReason}
        />
        <Button type="submit" isBusy={propose.isBusy}>
          {chain.propose}
        </Button>
      </form>
    </section>
  );
}
