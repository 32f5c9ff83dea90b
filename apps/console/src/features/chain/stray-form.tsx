/** Proposes whose a transfer is, or that it is nobody's: nothing moves before a second person agrees. */
import { Button, Note, Segmented, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { openReview } from '../../kernel/open-review.ts';
import { ReasonField } from '../../kernel/reason-field.tsx';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import type { Stray } from './api.ts';

export function StrayForm({ stray }: { stray: Stray }) {
  const { chain } = texts;
  const { strays } = chain;
  const [proposal, setProposal] = useState<'credit' | 'dismiss'>('credit');
  const [memberId, setMember] = useState('');
  const [reason, setReason] = useState('');
  const isCredit = proposal === 'credit';
  const propose = useAct('POST /operator/chain/proposeStray', () => chain.proposed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { reference } = stray;
    const member = isCredit ? { memberId: memberId.trim() } : {};
    propose.run({ reference, proposal, ...member, reason: reason.trim() }, openReview);
  };
  return (
    <section className={styles.part}>
      <h2>{strays.title(stray.reference)}</h2>
      <form className={styles.form} onSubmit={submit}>
        <Note>{strays.formLead}</Note>
        <Segmented
          label={strays.proposal}
          options={[
            { key: 'credit', label: strays.credit },
            { key: 'dismiss', label: strays.dismiss },
          ]}
          value={proposal}
          onChange={setProposal}
        />
        {isCredit ? (
          <TextField
            label={strays.member}
            name="member"
            inputMode="numeric"
            required
            value={memberId}
            onChange={setMember}
          />
        ) : (
          <Note>{strays.dismissHint}</Note>
        )}
        <ReasonField
          label={chain.reason}
          {...(isCredit ? { hint: chain.reasonHint } : {})}
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
