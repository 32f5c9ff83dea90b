/** Changes the operator's own password. The form keeps what was typed until the server has accepted it. */
import { Button, Inline, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Part } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import styles from '../../../kernel/page.module.css';

const { change: labels } = texts.operators.ownAccount;
const EMPTY = { password: '', newPassword: '', code: '' };

export function ChangePassword() {
  const [typed, setTyped] = useState(EMPTY);
  const act = useAct('POST /operator/own/changePassword', () => labels.done);
  const type = (field: keyof typeof EMPTY) => (value: string) =>
    setTyped((before) => ({ ...before, [field]: value }));
  const isReady = Object.values(typed).every((value) => value !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (act.isBusy || !isReady) return;
    act.run({ ...typed, code: typed.code.trim() }, () => setTyped(EMPTY));
  };
  return (
    <Part title={labels.title} aside={<span>{labels.rule}</span>}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={labels.password}
          name="password"
          type="password"
          autoComplete="current-password"
          value={typed.password}
          onChange={type('password')}
        />
        <TextField
          label={labels.newPassword}
          hint={labels.newPasswordHint}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          value={typed.newPassword}
          onChange={type('newPassword')}
        />
        <TextField
          label={labels.code}
          hint={labels.codeHint}
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          value={typed.code}
          onChange={type('code')}
        />
        <Inline>
          <Button type="submit" kind="primary" isBusy={act.isBusy} isDisabled={!isReady}>
            {labels.submit}
          </Button>
        </Inline>
      </form>
    </Part>
  );
}
