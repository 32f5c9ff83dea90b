/** Proposes the saved draft for publication, immediately or at a time. */
import { Button, Note, Text } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonField } from '../../../kernel/reason.tsx';
import styles from '../../../kernel/page.module.css';
import { Part } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import type { Draft } from './api.ts';

export function ProposeEdition({ draft, hasUnsaved }: { draft: Draft; hasUnsaved: boolean }) {
  const { propose: labels } = texts.announcements;
  const [at, setAt] = useState('');
  const [reason, setReason] = useState('');
  const propose = useAct('POST /operator/announcement/propose', () => labels.proposed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { ID, revision } = draft;
    const time = at === '' ? {} : { publishAt: new Date(at).toISOString() };
    propose.run({ ID, revision, reason: reason.trim(), ...time }, () => setReason(''));
  };
  return (
    <Part title={labels.title}>
      <form className={styles.form} onSubmit={submit}>
        <Text size="label" tone="soft">
          {labels.lead}
        </Text>
        <label className={styles.moment}>
          {labels.at}
          <input
            type="datetime-local"
            name="publishAt"
            value={at}
            onChange={(event) => setAt(event.currentTarget.value)}
          />
          <span>{labels.atHint}</span>
        </label>
        <ReasonField label={labels.reason} value={reason} onChange={setReason} />
        {hasUnsaved && <Note kind="warn">{labels.unsaved}</Note>}
        <Button
          type="submit"
          kind="primary"
          isBusy={propose.isBusy}
          isDisabled={hasUnsaved || reason.trim() === ''}
        >
          {labels.submit}
        </Button>
      </form>
    </Part>
  );
}
