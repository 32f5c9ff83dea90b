/** A phone number with its country, and the code sent to it. SMS cost money, so a sheet asks for the captcha before each one. */
import { Button, Select, Sheet, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { type FieldProps, useForm } from '../../../kernel/form.ts';
import { useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { type Phone, sendPhoneCode, type SmsPurpose } from '../api.ts';
import { countryOptions, type Region } from '../phone-countries.ts';
import { phoneFault } from '../view-model.ts';
import { CaptchaField, useCaptcha } from './captcha-field.tsx';
import { CodeField, useCodeRequest } from './code-field.tsx';
import { useRefusalAtField } from './form-screen.tsx';
import styles from './form.module.css';

export interface PhoneFieldsProps {
  field: FieldProps;
  regions: readonly Region[];
  region: Region;
  onRegion: (region: Region) => void;
}

export function PhoneFields({ field, regions, region, onRegion }: PhoneFieldsProps) {
  const { t, locale } = useI18n();
  return (
    <>
      <Select
        label={t('auth.countryCode')}
        name="countryCode"
        options={countryOptions(regions, locale)}
        value={region}
        onChange={onRegion}
      />
      <TextField
        label={t('auth.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        {...field}
      />
    </>
  );
}

export interface PhoneCodeFieldsProps extends Omit<PhoneFieldsProps, 'field'> {
  purpose: SmsPurpose;
  phone: FieldProps;
  code: FieldProps;
  /** Shows errors at their fields. */
  fail: (errors: { phone?: string }) => boolean;
}

export function PhoneCodeFields(props: PhoneCodeFieldsProps) {
  const { purpose, phone, code, regions, region, onRegion, fail } = props;
  const t = useT();
  const number = phone.value.trim();
  const to = { phone: number, region };
  const { request, form, captcha, isOpen, open, close } = useSmsRequest(to, purpose);
  const ask = () => {
    const fault = phoneFault(phone.value, region);
    if (!fail(fault ? { phone: t(fault) } : {})) open();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    // The sheet is drawn elsewhere in the page, but React bubbles its events to the form around this field.
    event.stopPropagation();
    const isEmpty = form.values.captcha.trim() === '';
    if (!form.fail(isEmpty ? { captcha: t('auth.enterImageCode') } : {})) request.request?.(number);
  };
  return (
    <>
      <PhoneFields field={phone} regions={regions} region={region} onRegion={onRegion} />
      <CodeField label={t('auth.smsCode')} {...code} request={request} onRequest={ask} />
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
function useSmsRequest(phone: Phone, purpose: SmsPurpose) {
  const [isOpen, setOpen] = useState(false);
  const form = useForm<'captcha'>({ captcha: '' });
  const captcha = useCaptcha();
  const showAtField = useRefusalAtField(form.fail, { 'wrong-captcha': 'captcha' });
  const close = () => setOpen(false);
  const request = useCodeRequest({
    send: async () => {
      const { captchaId } = captcha;
      const solved = { captcha: form.values.captcha, captchaId };
      const sent = await sendPhoneCode(phone, solved, purpose);
      close();
      return sent;
    },
    onRefused: (error) => {
      const isShown = showAtField(error);
      if (!isShown) close();
      else {
        form.clear('captcha');
        captcha.renew();
      }
      return isShown;
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
