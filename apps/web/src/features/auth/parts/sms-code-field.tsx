/** The field for an SMS code. SMS cost money, so a sheet asks for the captcha before each one. */
import { Button, Sheet } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { type FieldProps, useForm } from '../../../kernel/form.ts';
import { call } from '../../../platform/http/call.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useCaptcha } from './captcha.ts';
import { CaptchaField } from './captcha-field.tsx';
import { CodeField } from './code-field.tsx';
import { useCodeRequest } from './code-request.ts';
import styles from './form.module.css';

const WRONG_CAPTCHA = 4005;

export interface SmsCodeFieldProps {
  field: FieldProps;
  phone: string;
  /** "86" */
  countryCode: string;
  /** Returns whether an SMS can be sent to the phone; if not, shows the error at its field. */
  checkPhone: () => boolean;
}

export function SmsCodeField({ field, phone, countryCode, checkPhone }: SmsCodeFieldProps) {
  const t = useT();
  const { request, form, captcha, isOpen, open, close } = useSmsRequest({ phone, countryCode });
  const send = (event: FormEvent) => {
    event.preventDefault();
    // The sheet is drawn elsewhere in the page, but React bubbles its events to the form around this field.
    event.stopPropagation();
    const isEmpty = form.values.captcha.trim() === '';
    if (!form.fail(isEmpty ? { captcha: t('auth.enterImageCode') } : {})) request.request?.(phone);
  };
  return (
    <>
      <CodeField
        label={t('auth.smsCode')}
        {...field}
        request={request}
        onRequest={() => {
          if (checkPhone()) open();
        }}
      />
      {createPortal(
        <Sheet isOpen={isOpen} onClose={close} title={t('auth.beforeSms')}>
          <form
            ref={form.ref}
            className={`${styles.form} ${styles.page}`}
            onSubmit={send}
            noValidate
          >
            <CaptchaField captcha={captcha} field={form.field('captcha')} />
            <Button kind="primary" type="submit" isFull isBusy={request.request === undefined}>
              {t('auth.sendCode')}
            </Button>
          </form>
        </Sheet>,
        document.body,
      )}
    </>
  );
}

/** The sheet's state and its call. Each try needs a new image: a captcha works once. */
function useSmsRequest({ phone, countryCode }: { phone: string; countryCode: string }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const form = useForm<'captcha'>({ captcha: '' });
  const captcha = useCaptcha();
  const close = () => setOpen(false);
  const request = useCodeRequest({
    send: async () => {
      const sent = await call('POST /base/phoneCode', {
        phone,
        countryCode,
        captcha: form.values.captcha.trim(),
        captchaId: captcha.image?.captchaId ?? '',
      });
      close();
      return sent;
    },
    onRefused: (error) => {
      if (error.code !== WRONG_CAPTCHA) {
        close();
        return false;
      }
      form.clear('captcha');
      captcha.renew();
      return form.fail({ captcha: t('auth.imageCodeWrong') });
    },
  });
  const open = () => {
    form.clear('captcha');
    form.fail({});
    captcha.renew();
    setOpen(true);
  };
  return { request, form, captcha, isOpen, open, close };
}
