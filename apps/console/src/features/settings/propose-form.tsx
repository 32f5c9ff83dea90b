/** Proposes another value of a limit or fee, from a time on; it is announced once a second person agrees. */
import { Button, Note, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { openReview } from '../../kernel/open-review.ts';
import { ReasonField } from '../../kernel/reason-field.tsx';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import type { Setting } from './api.ts';
import { MomentField, useMoment } from './moment-field.tsx';

export function ProposeForm({ setting }: { setting: Setting }) {
  const { propose: words } = texts.limits;
  const [value, setValue] = useState(setting.value);
  const moment = useMoment();
  const [reason, setReason] = useState('');
  const propose = useAct('POST /operator/setting/propose', () => words.proposed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wish = { key: setting.key, value, effectiveAt: moment.iso(), reason: reason.trim() };
    propose.run(wish, openReview);
  };
  return (
    <section className={styles.part}>
      <h2>{words.title(setting.key)}</h2>
      <form className={styles.form} onSubmit={submit}>
        <Note>{words.lead}</Note>
        <TextField
          label={words.value}
          hint={setting.unit}
          name="value"
          required
          value={value}
          onChange={setValue}
        />
        <MomentField label={words.from} moment={moment} />
        <ReasonField
          label={words.reason}
          hint={words.reasonHint}
          value={reason}
          onChange={setReason}
        />
        <Button type="submit" isBusy={propose.isBusy}>
          {words.submit}
        </Button>
      </form>
    </section>
  );
}
