/** What the login forms validate before sending; pure. */
import { passwordLength } from '@tern/protocol/typed-text';
import { emailFault as formatFault } from '../../../kernel/email.ts';
import type { FieldErrors } from '../../../kernel/form.ts';
import type { MessageKey } from '../../../platform/i18n/message-key.ts';
import type { ResetWay } from './api.ts';
import type { Region } from './phone-countries.ts';
import { isPhoneOf } from './phone-number.ts';

/** Message key by field. */
export type Faults<Field extends string> = Partial<Record<Field, MessageKey>>;

type Values<Field extends string> = Readonly<Record<Field, string>>;

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 72;
const WITHDRAW_PASSWORD = /^\d{6}$/;

export type LoginField = 'username' | 'password' | 'captcha';

export function loginFaults(values: Values<LoginField>): Faults<LoginField> {
  return present({
    username: values.username.trim() === '' ? 'auth.enterEmailOrPhone' : undefined,
    password: values.password === '' ? 'auth.enterPassword' : undefined,
    captcha: captchaFault(values.captcha),
  });
}

export type ContactField = 'invitationCode' | 'phone' | 'email' | 'emailCode';

export function contactFaults(values: Values<ContactField>, region: Region): Faults<ContactField> {
  return present({
    invitationCode: invitationFault(values.invitationCode),
    phone: phoneFault(values.phone, region),
    email: emailFault(values.email),
    emailCode: values.emailCode.trim() === '' ? 'auth.enterEmailCode' : undefined,
  });
}

/** Of what is needed to send a code to an address; `invitationCode` of a registration alone. */
export function sendFaults(
  email: string,
  invitationCode: string | undefined,
): Faults<'email' | 'invitationCode'> {
  return present({
    email: emailFault(email),
    invitationCode: invitationCode === undefined ? undefined : invitationFault(invitationCode),
  });
}

export type SecretField = 'password' | 'confirm' | 'captcha' | 'terms';

export function secretFaults(values: Values<SecretField>): Faults<SecretField> {
  return present({
    password: newPasswordFault(values.password, 'auth.enterNewPassword'),
    confirm: confirmFault(values.confirm, values.password),
    captcha: captchaFault(values.captcha),
    terms: values.terms === '' ? 'auth.tickToContinue' : undefined,
  });
}

export type ForgetField = 'email' | 'phone' | 'code' | 'password' | 'confirm' | 'captcha';

export function forgetFaults(
  values: Values<ForgetField>,
  { way, region }: { way: ResetWay; region: Region },
): Faults<ForgetField> {
  const codeMissing = way === 'email' ? 'auth.enterEmailCode' : 'auth.enterSmsCode';
  return present({
    email: way === 'email' ? emailFault(values.email) : undefined,
    phone: way === 'phone' ? phoneFault(values.phone, region) : undefined,
    code: values.code.trim() === '' ? codeMissing : undefined,
    password: newPasswordFault(values.password, 'auth.enterANewPassword'),
    confirm: confirmFault(values.confirm, values.password),
    captcha: captchaFault(values.captcha),
  });
}

export type ChangeField = 'password' | 'newPassword' | 'confirm';

export function changeFaults(values: Values<ChangeField>): Faults<ChangeField> {
  return present({
    password: values.password === '' ? 'auth.enterOldPassword' : undefined,
    newPassword: newPasswordFault(values.newPassword, 'auth.enterANewPassword'),
    confirm: confirmFault(values.confirm, values.newPassword),
  });
}

export type WithdrawPasswordField = 'proof' | 'password' | 'confirm';

/** `isChange`: confirmed by the old withdrawal password, otherwise by the login password. */
export function withdrawPasswordFaults(
  values: Values<WithdrawPasswordField>,
  isChange: boolean,
): Faults<WithdrawPasswordField> {
  const proofMissing = isChange ? 'auth.enterOldWithdraw' : 'auth.enterLoginPassword';
  return present({
    proof: values.proof === '' ? proofMissing : undefined,
    password: WITHDRAW_PASSWORD.test(values.password) ? undefined : 'auth.enterSixDigits',
    confirm: confirmFault(values.confirm, values.password),
  });
}

export type ForgetWithdrawField = 'emailCode' | 'loginPassword' | 'password' | 'confirm';

export function forgetWithdrawFaults(
  values: Values<ForgetWithdrawField>,
): Faults<ForgetWithdrawField> {
  return present({
    emailCode: values.emailCode.trim() === '' ? 'auth.enterEmailCode' : undefined,
    loginPassword: values.loginPassword === '' ? 'auth.enterLoginPassword' : undefined,
    password: WITHDRAW_PASSWORD.test(values.password) ? undefined : 'auth.enterSixDigits',
    confirm: confirmFault(values.confirm, values.password),
  });
}

export type ProvePhoneField = 'phone' | 'smsCode' | 'loginPassword';

export function provePhoneFaults(
  values: Values<ProvePhoneField>,
  region: Region,
): Faults<ProvePhoneField> {
  return present({
    phone: phoneFault(values.phone, region),
    smsCode: values.smsCode.trim() === '' ? 'auth.enterSmsCode' : undefined,
    loginPassword: values.loginPassword === '' ? 'auth.enterLoginPassword' : undefined,
  });
}

function emailFault(email: string): MessageKey | undefined {
  const fault = formatFault(email);
  return fault && ({ missing: 'auth.enterEmail', wrong: 'auth.emailWrong' } as const)[fault];
}

export function phoneFault(phone: string, region: Region): MessageKey | undefined {
  if (phone.trim() === '') return 'auth.enterPhone';
  if (isPhoneOf(region, phone)) return undefined;
  return region === 'CN' ? 'auth.phoneWrong' : 'auth.phoneOtherWrong';
}

function invitationFault(code: string): MessageKey | undefined {
  return code.trim() === '' ? 'auth.enterInvitation' : undefined;
}

function captchaFault(captcha: string): MessageKey | undefined {
  return captcha.trim() === '' ? 'auth.enterImageCode' : undefined;
}

function newPasswordFault(password: string, missing: MessageKey): MessageKey | undefined {
  if (password === '') return missing;
  const length = passwordLength(password);
  const isLongEnough = length >= PASSWORD_MIN && length <= PASSWORD_MAX;
  return isLongEnough ? undefined : 'auth.passwordLength';
}

function confirmFault(confirm: string, password: string): MessageKey | undefined {
  if (confirm === '') return 'auth.enterConfirm';
  return confirm === password ? undefined : 'auth.passwordsDiffer';
}

function present<Field extends string>(
  faults: Record<Field, MessageKey | undefined>,
): Faults<Field> {
  const entries = Object.entries(faults).filter(([, fault]) => fault !== undefined);
  return Object.fromEntries(entries) as Faults<Field>;
}

/** The messages in the member's language. */
export function messagesOf<Field extends string>(
  faults: Faults<Field>,
  t: (key: MessageKey) => string,
): FieldErrors<Field> {
  const entries = Object.entries(faults) as [Field, MessageKey][];
  return Object.fromEntries(entries.map(([field, key]) => [field, t(key)])) as FieldErrors<Field>;
}
