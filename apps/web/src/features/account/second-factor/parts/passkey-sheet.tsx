/** One passkey: its name can be changed, and it can be removed. */
import { Button, DateText, KeyValue, KeyValues, Sheet, showToast, TextField } from '@tern/ui';
import type { FormEvent } from 'react';
import { useForm } from '../../../../kernel/form.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type Passkey, renamePasskey } from '../api.ts';
import styles from './factors.module.css';

export interface PasskeySheetProps {
  /** Undefined while closed. */
  passkey: Passkey | undefined;
  onClose: () => void;
  onRemove: (passkey: Passkey) => void;
}

export function PasskeySheet({ passkey, onClose, onRemove }: PasskeySheetProps) {
  const t = useT();
  return (
    <Sheet
      isOpen={passkey !== undefined}
      onClose={onClose}
      title={passkey?.name ?? t('second-factor.passkeys')}
    >
      {passkey && <Details passkey={passkey} onClose={onClose} onRemove={onRemove} />}
    </Sheet>
  );
}

function Details({ passkey, onClose, onRemove }: PasskeySheetProps & { passkey: Passkey }) {
  const t = useT();
  const form = useForm({ name: passkey.name });
  const { submit, isBusy, isOff } = useSubmit({
    send: (name: string) => renamePasskey({ id: passkey.ID, name }),
    onDone: () => {
      showToast(t('second-factor.renamed'), 'done');
      onClose();
    },
    onRefused: ({ refusal }) =>
      refusal === 'invalid-request' && form.fail({ name: t('second-factor.enterName') }),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const { name } = form.values;
    if (name.trim() === '') form.fail({ name: t('second-factor.enterName') });
    else submit(name);
  };
  const { CreatedAt, lastUsedAt, synced } = passkey;
  return (
    <form ref={form.ref} className={styles.form} onSubmit={send} noValidate>
      <KeyValues>
        <KeyValue name={t('second-factor.added')} value={<DateText at={CreatedAt} />} />
        <KeyValue
          name={t('second-factor.lastUsed')}
          value={lastUsedAt === null ? t('second-factor.never') : <DateText at={lastUsedAt} />}
        />
        <KeyValue
          name={t('second-factor.stored')}
          value={t(synced ? 'second-factor.storedSynced' : 'second-factor.storedHere')}
        />
      </KeyValues>
      <TextField
        {...form.field('name')}
        label={t('second-factor.name')}
        autoComplete="off"
        maxLength={40}
      />
      <Button
        kind="primary"
        type="submit"
        isFull
        isBusy={isBusy}
        isDisabled={isOff}
        busyLabel={t('second-factor.saving')}
      >
        {t('second-factor.save')}
      </Button>
      <Button kind="outline" isFull onPress={() => onRemove(passkey)}>
        {t('second-factor.removePasskey')}
      </Button>
    </form>
  );
}
