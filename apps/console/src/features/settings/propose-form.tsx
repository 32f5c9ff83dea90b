/** Proposes another value of a limit or fee, from a time on; it is announced once a second person agrees. */
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { Button, Note, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { pages } from '../../kernel/pages.ts';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import { goTo } from '../../platform/address.ts';

type Setting = OperatorOutput<'GET /operator/setting/list'>['list'][number];

const MINUTE_MS = 60_000;
const NOTICE_MS = 25 * 60 * MINUTE_MS;

/** What a `datetime-local` field shows of a moment: the operator's own clock. */
function localText(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

export function ProposeForm({ setting }: { setting: Setting }) {
  const { propose: words } = texts.limits;
  const [value, setValue] = useState(setting.value);
  const [from, setFrom] = useState(() => localText(Date.now() + NOTICE_MS));
  const [reason, setReason] = useState('');
  const propose = useAct('POST /operator/setting/propose', () => words.proposed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const effectiveAt = new Date(from).toISOString();
    propose.run({ key: setting.key, value, effectiveAt, reason: reason.trim() }, ({ reviewId }) =>
      goTo(pages.queue, { id: String(reviewId) }),
    );
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
        <label className={styles.moment}>
          {words.from}
          <input
            type="datetime-local"
            name="effectiveAt"
            required
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
        </label>
        <TextField
          label={words.reason}
          hint={words.reasonHint}
          name="reason"
          maxLength={500}
          required
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
