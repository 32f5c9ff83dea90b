/** Sets up one-time codes at the first login and shows the recovery codes once. */
import { useMutation } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { Button, Checkbox, Note, ownDevice, Stack, Text, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { renderSVG } from 'uqr';
import { sentenceOf } from '../../../kernel/loaded.tsx';
import { beginSession } from '../../../kernel/session.ts';
import { call } from '../../../platform/call.ts';
import styles from './login.module.css';
import { sessionTexts } from './texts.ts';

type Offered = NonNullable<OperatorOutput<'POST /operator/login'>['enrolment']>;
type Enrolled = OperatorOutput<'POST /operator/enrol'>;

export function Enrolment({ offered }: { offered: Offered }) {
  const [code, setCode] = useState('');
  const { ticket, secret, uri } = offered;
  const confirming = useMutation({
    mutationFn: () => call('POST /operator/enrol', { ticket, code: code.trim(), ...ownDevice() }),
  });
  if (confirming.data !== undefined) return <RecoveryCodes enrolled={confirming.data} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirming.isPending) confirming.mutate();
  };
  return (
    <Stack as="form" gap={16} onSubmit={submit}>
      <div>
        <Text as="h1" size="title">
          {sessionTexts.enrol.title}
        </Text>
        <Text size="label" tone="soft" top={4}>
          {sessionTexts.enrol.lead}
        </Text>
      </div>
      <img
        className={styles.qr}
        alt={sessionTexts.enrol.qr}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`}
      />
      <div>
        <Text as="h2" size="label" tone="soft">
          {sessionTexts.enrol.secret}
        </Text>
        <code className={styles.secret}>{secret}</code>
      </div>
      {confirming.isError && (
        <div role="alert">
          <Note kind="warn">{sentenceOf(confirming.error)}</Note>
        </div>
      )}
      <TextField
        label={sessionTexts.enrol.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onChange={setCode}
      />
      <Button
        type="submit"
        kind="primary"
        isFull
        isBusy={confirming.isPending}
        busyLabel={sessionTexts.enrol.busy}
      >
        {sessionTexts.enrol.submit}
      </Button>
    </Stack>
  );
}

function RecoveryCodes({ enrolled }: { enrolled: Enrolled }) {
  const [isSaved, setSaved] = useState(false);
  return (
    <Stack gap={16}>
      <div>
        <Text as="h1" size="title">
          {sessionTexts.enrol.savedTitle}
        </Text>
        <Text size="label" tone="soft" top={4}>
          {sessionTexts.enrol.savedLead}
        </Text>
      </div>
      <ul className={styles.codes}>
        {enrolled.recoveryCodes.map((recoveryCode) => (
          <li key={recoveryCode}>
            <code>{recoveryCode}</code>
          </li>
        ))}
      </ul>
      <Checkbox isChecked={isSaved} onChange={setSaved}>
        {sessionTexts.enrol.saved}
      </Checkbox>
      <Button
        kind="primary"
        isFull
        isDisabled={!isSaved}
        onPress={() => beginSession(enrolled.session)}
      >
        {sessionTexts.enrol.go}
      </Button>
    </Stack>
  );
}
