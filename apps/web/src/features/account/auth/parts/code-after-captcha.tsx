/** Codes go to addresses that strangers can name, so a sheet asks for the captcha before each one. */
import { Button, Sheet } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  type Captcha,
  CaptchaField,
  type SolvedCaptcha,
  useCaptcha,
} from '../../../../kernel/captcha/captcha-field.tsx';
import { type Form, useForm } from '../../../../kernel/form.ts';
import type { CallError } from '../../../../platform/http/call-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type CodeRequest, useCodeRequest } from './code-field.tsx';
import { useRefusalAtField } from './form-screen.tsx';
import styles from './form.module.css';

export interface CaptchaSheetProps {
  title: string;
  form: Form<'captcha'>;
  captcha: Captcha;
  isOpen: boolean;
  onClose: () => void;
  /** Undefined while a code is being sent. */
  onSend: (() => void) | undefined;
}

export interface CodeAfterCaptcha {
  request: CodeRequest;
  /** Asks for the captcha, then sends the code. */
  open: (to: string) => void;
  sheet: Omit<CaptchaSheetProps, 'title'>;
}

/** The sheet's state and its call. Each try needs a new image: a captcha works once. */
export function useCodeAfterCaptcha(options: {
  send: (to: string, solved: SolvedCaptcha) => Promise<{ resendAfterSeconds: number }>;
  /** Shows a refusal of anything but the captcha at its field, and returns true. */
  onRefused: (error: CallError) => boolean;
}): CodeAfterCaptcha {
  const [to, setTo] = useState('');
  const [isOpen, setOpen] = useState(false);
  const form = useForm<'captcha'>({ captcha: '' });
  const captcha = useCaptcha(false);
  const showAtField = useRefusalAtField(form.fail, { 'wrong-captcha': 'captcha' });
  const close = () => setOpen(false);
  const request = useCodeRequest({
    send: async (recipient) => {
      const { captchaId } = captcha;
      const sent = await options.send(recipient, { captcha: form.values.captcha, captchaId });
      close();
      return sent;
    },
    onRefused: (error) => {
      if (!showAtField(error)) {
        close();
        return options.onRefused(error);
      }
      form.clear('captcha');
      captcha.renew();
      return true;
    },
  });
  const open = (recipient: string) => {
    form.clear('captcha');
    form.fail({});
    captcha.renew();
    setTo(recipient);
    setOpen(true);
  };
  const send = request.request;
  const onSend = send && (() => send(to));
  return { request, open, sheet: { form, captcha, isOpen, onClose: close, onSend } };
}

export function CaptchaSheet({ title, form, captcha, isOpen, onClose, onSend }: CaptchaSheetProps) {
  const t = useT();
  const send = (event: FormEvent) => {
    event.preventDefault();
    // The sheet is drawn elsewhere in the page, but React bubbles its events to the form around this field.
    event.stopPropagation();
    const isEmpty = form.values.captcha.trim() === '';
    if (!form.fail(isEmpty ? { captcha: t('auth.enterImageCode') } : {})) onSend?.();
  };
  return createPortal(
    <Sheet isOpen={isOpen} onClose={onClose} title={title}>
      <form ref={form.ref} className={`${styles.form} ${styles.page}`} onSubmit={send} noValidate>
        <CaptchaField captcha={captcha} field={form.field('captcha')} />
        <Button kind="primary" type="submit" isFull isBusy={onSend === undefined}>
          {t('auth.sendCode')}
        </Button>
      </form>
    </Sheet>,
    document.body,
  );
}
