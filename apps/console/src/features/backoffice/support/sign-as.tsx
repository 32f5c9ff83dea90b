/** The name that customers see with the operator's answers. */
import { ConfirmDialog, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { useSession } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import { useColleagues } from './api.ts';
import styles from './inbox.module.css';
import { supportTexts } from './texts.ts';

const NAME_MAX = 40;

export function SignAs() {
  const me = useSession()?.operator.ID;
  const colleagues = useColleagues();
  const [isAsked, setAsked] = useState(false);
  const name = colleagues.data?.find(({ ID }) => ID === me)?.name;
  if (name === undefined) return null;
  return (
    <>
      <button type="button" className={styles.signAs} onClick={() => setAsked(true)}>
        {supportTexts.answer.signedAs(name)}
      </button>
      {isAsked && <SignAsDialog name={name} onEnd={() => setAsked(false)} />}
    </>
  );
}

function SignAsDialog({ name, onEnd }: { name: string; onEnd: () => void }) {
  const { signAs: labels } = supportTexts;
  const [given, setGiven] = useState(name);
  const saving = useAct('POST /operator/service/signAs', () => labels.done);
  return (
    <ConfirmDialog
      isOpen
      question={labels.question}
      confirmLabel={labels.submit}
      cancelLabel={texts.review.cancel}
      isBusy={saving.isBusy}
      onCancel={onEnd}
      onConfirm={() => saving.run({ name: given.trim() }, onEnd)}
    >
      <p>{labels.lead}</p>
      <TextField
        label={labels.name}
        name="name"
        maxLength={NAME_MAX}
        value={given}
        onChange={setGiven}
      />
    </ConfirmDialog>
  );
}
