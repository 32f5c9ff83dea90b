/** The conversation by mail: to the member's address, or to one that a visitor proves by a code. */
import { Button, Sheet, showToast, Stack, TextField } from '@tern/ui';
import { CaptchaField, useCaptcha } from '../../../../kernel/captcha/captcha-field.tsx';
import { useForm } from '../../../../kernel/form.ts';
import { useSession } from '../../../../kernel/session.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useState } from 'react';
import { mailTranscript, mailTranscriptTo, sendTranscriptCode } from '../api.ts';

export interface TranscriptSheetProps {
  conversationId: number;
  isOpen: boolean;
  onClose: () => void;
}

export function TranscriptSheet({ conversationId, isOpen, onClose }: TranscriptSheetProps) {
  const t = useT();
  const session = useSession();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('support.mailIt')}>
      {session === undefined ? (
        <VisitorForm onDone={onClose} />
      ) : (
        <MemberForm id={conversationId} email={session.user.email} onDone={onClose} />
      )}
    </Sheet>
  );
}

function MemberForm({ id, email, onDone }: { id: number; email: string; onDone: () => void }) {
  const t = useT();
  const { submit, isBusy } = useSubmit({
    send: () => mailTranscript(id),
    onDone: () => {
      showToast(t('support.mailed'));
      onDone();
    },
  });
  return (
    <Stack gap={12}>
      <p>{t('support.mailTo', { email })}</p>
      <Button kind="primary" isFull isBusy={isBusy} onPress={() => submit(undefined)}>
        {t('support.mailNow')}
      </Button>
    </Stack>
  );
}

function VisitorForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const form = useForm<'email' | 'captcha' | 'code'>({ email: '', captcha: '', code: '' });
  const [isCodeSent, setCodeSent] = useState(false);
  const image = useCaptcha();
  const { email, captcha, code } = form.values;
  const asking = useSubmit({
    send: (address: string) => {
      const { captchaId } = image;
      return sendTranscriptCode(address, { captcha: captcha.trim(), captchaId });
    },
    onDone: () => setCodeSent(true),
    onRefused: ({ refusal }) => {
      if (refusal === 'wrong-captcha') return form.fail({ captcha: t('auth.imageCodeWrong') });
      return refusal === 'malformed-email' && form.fail({ email: t('code.4003') });
    },
    onFailed: () => {
      form.clear('captcha');
      image.renew();
    },
  });
  const mailing = useSubmit({
    send: mailTranscriptTo,
    onDone: () => {
      showToast(t('support.mailed'));
      onDone();
    },
    onRefused: (error) => error.refusal === 'wrong-code' && form.fail({ code: t('code.4009') }),
  });
  const submit = () => {
    if (email.trim() === '') form.fail({ email: t('code.4003') });
    else if (!isCodeSent && captcha.trim() === '') form.fail({ captcha: t('auth.enterImageCode') });
    else if (!isCodeSent) asking.submit(email);
    else if (code.trim() === '') form.fail({ code: t('code.4009') });
    else mailing.submit({ email, code });
  };
  return (
    <Stack
      as="form"
      ref={form.ref}
      gap={12}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{t('support.mailHint')}</p>
      <TextField
        label={t('support.email')}
        type="email"
        autoComplete="email"
        readOnly={isCodeSent}
        {...form.field('email')}
      />
      {isCodeSent ? (
        <TextField
          label={t('support.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          {...form.field('code')}
        />
      ) : (
        <CaptchaField captcha={image} field={form.field('captcha')} />
      )}
      <Button kind="primary" isFull type="submit" isBusy={asking.isBusy || mailing.isBusy}>
        {t(isCodeSent ? 'support.mailNow' : 'support.sendCode')}
      </Button>
    </Stack>
  );
}
