/** An e-mail address with the code sent to it. */
import { TextField } from '@tern/ui';
import type { FieldProps } from '../../../../kernel/form.ts';
import { useSession } from '../../../../kernel/session.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type EmailPurpose, sendEmailCode, sendOwnCode } from '../api.ts';
import { messagesOf, sendFaults } from '../view-model.ts';
import { CaptchaSheet, useCodeAfterCaptcha } from './code-after-captcha.tsx';
import { CodeField, useCodeRequest } from './code-field.tsx';
import { useRefusalAtField } from './form-screen.tsx';

export interface EmailCodeFieldsProps {
  purpose: EmailPurpose;
  email: FieldProps;
  code: FieldProps;
  /** Of a registration: without it no code is sent. */
  invitationCode?: string;
  /** Shows errors at their fields. */
  fail: (errors: { email?: string; invitationCode?: string }) => boolean;
}

export function EmailCodeFields(props: EmailCodeFieldsProps) {
  const { purpose, email, code, invitationCode, fail } = props;
  const t = useT();
  const own = useSession()?.user.email;
  const onRefused = useRefusalAtField<'email' | 'invitationCode'>(fail, {
    'malformed-email': 'email',
    'unknown-invite-code': 'invitationCode',
  });
  const byStranger = useCodeAfterCaptcha({
    send: (to, solved) => sendEmailCode(to, solved, { purpose, invitationCode }),
    onRefused,
  });
  const byOwner = useCodeRequest({ send: () => sendOwnCode('resetPassword'), onRefused });
  const address = email.value.trim();
  const isOwn = purpose === 'resetPassword' && address.toLowerCase() === own;
  const send = () => {
    const faults = sendFaults(email.value, invitationCode);
    if (fail(messagesOf(faults, t))) return;
    if (isOwn) byOwner.request?.(address);
    else byStranger.open(address);
  };
  return (
    <>
      <TextField
        label={t('auth.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...email}
      />
      <CodeField
        label={t('auth.emailCode')}
        {...code}
        request={isOwn ? byOwner : byStranger.request}
        onRequest={send}
      />
      <CaptchaSheet title={t('auth.beforeEmail')} {...byStranger.sheet} />
    </>
  );
}
