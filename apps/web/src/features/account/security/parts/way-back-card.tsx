/** Of an account that its owner froze: asking staff to lift the freeze, and how far that is. */
import { Button, Card, Note, Sheet, Stack, Text, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useForm } from '../../../../kernel/form.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { requestUnfreeze, type Unfreezing } from '../api.ts';

const NOTE_MAX = 500;

export function WayBackCard({ unfreezing }: { unfreezing: Unfreezing | null }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  // The head of the page says so.
  if (unfreezing?.status === 'open') return null;
  return (
    <Card>
      <Stack gap={12}>
        {unfreezing?.status === 'rejected' && (
          <Note kind="warn">{t('security.unfreezeRejected', { reason: unfreezing.reason })}</Note>
        )}
        <Text size="body" tone="soft">
          {t('security.unfreezeText')}
        </Text>
        <Button kind="primary" isFull onPress={() => setOpen(true)}>
          {t('security.unfreeze')}
        </Button>
      </Stack>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('security.unfreeze')}>
        <UnfreezeForm onDone={() => setOpen(false)} />
      </Sheet>
    </Card>
  );
}

/** Remounted at each opening, so that it starts empty. */
function UnfreezeForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const form = useForm<'note'>({ note: '' });
  const { submit, isBusy, isOff } = useSubmit({
    send: () => requestUnfreeze(form.values.note),
    onDone,
    onRefused: (error) => error.refusal === 'invalid-request' && form.fail({ note: error.msg }),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit(undefined);
  };
  return (
    <Stack as="form" ref={form.ref} gap={16} onSubmit={send} noValidate>
      <TextField
        {...form.field('note')}
        label={t('security.unfreezeNote')}
        hint={t('security.unfreezeNoteHint')}
        maxLength={NOTE_MAX}
        autoComplete="off"
      />
      <Button
        kind="primary"
        type="submit"
        isFull
        isBusy={isBusy}
        isDisabled={isOff}
        busyLabel={t('security.sending')}
      >
        {t('security.sendRequest')}
      </Button>
    </Stack>
  );
}
