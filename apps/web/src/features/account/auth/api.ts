/** Auth calls in the app's own terms. */
import type { Output } from '@tern/protocol/client';
import type { SolvedCaptcha } from '../../../kernel/captcha/captcha-field.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { NOT_USED, signWithPasskey } from '../../../kernel/second-factor/browser-passkeys.ts';
import type { Proof } from '../../../kernel/second-factor/factor-prompt.tsx';
import { type Session, startSession, updateUser } from '../../../kernel/session.ts';
import { useWanted } from '../../../kernel/wanted-page.ts';
import { CallError } from '../../../platform/http/call-error.ts';
import { ownDevice } from '@tern/ui';
import { call } from '../../../platform/http/call.ts';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { diallingCode, type Region } from './phone-countries.ts';

const trimmed = ({ captcha, captchaId }: SolvedCaptcha) => ({ captcha: captcha.trim(), captchaId });

export interface Phone {
  phone: string;
  region: Region;
}

const phoneOf = ({ phone, region }: Phone) => ({
  phone: phone.trim(),
  countryCode: diallingCode(region),
});

/** What a code by e-mail is for. */
export type EmailPurpose = 'register' | 'resetPassword';

/** @throws malformed-email, wrong-captcha, unknown-invite-code */
export const sendEmailCode = (
  email: string,
  captcha: SolvedCaptcha,
  { purpose, invitationCode }: { purpose: EmailPurpose; invitationCode?: string | undefined },
) =>
  call('POST /base/emailCode', {
    email: email.trim(),
    purpose,
    ...trimmed(captcha),
    ...(invitationCode === undefined ? {} : { invitationCode: invitationCode.trim() }),
  });

/** To the address of the member who is logged in, which needs no captcha. */
export const sendOwnCode = (purpose: 'resetPassword' | 'resetPayPassword') =>
  call('POST /user/emailCode', { purpose });

/** What a code by SMS is for; a phone is confirmed by a member who is logged in. */
export type SmsPurpose = 'resetPassword' | 'provePhone';

/** @throws wrong-captcha */
export const sendPhoneCode = (phone: Phone, captcha: SolvedCaptcha, purpose: SmsPurpose) =>
  call(purpose === 'provePhone' ? 'POST /user/phoneCode' : 'POST /base/phoneCode', {
    ...phoneOf(phone),
    ...trimmed(captcha),
  });

/** Of a registration. @throws malformed-email, wrong-code */
export const checkEmailCode = (email: string, code: string) =>
  call('POST /base/checkEmailCode', {
    email: email.trim(),
    purpose: 'register',
    emailCode: code.trim(),
  });

export interface Registration extends Phone, SolvedCaptcha {
  email: string;
  emailCode: string;
  password: string;
  invitationCode: string;
}

export const register = (registration: Registration) =>
  call('POST /base/registerUser', {
    ...phoneOf(registration),
    email: registration.email.trim(),
    passWord: registration.password,
    smsCode: registration.emailCode.trim(),
    ...trimmed(registration),
    invitationCode: registration.invitationCode.trim(),
    ...ownDevice(),
  });

export interface Login extends SolvedCaptcha {
  username: string;
  password: string;
}

/** @throws wrong-login, wrong-captcha, member-banned, second-factor-required */
export const logIn = ({ username, password, ...captcha }: Login) =>
  call('POST /base/login', {
    username: username.trim(),
    password,
    ...trimmed(captcha),
    ...ownDevice(),
  });

/** Completes a login. @throws wrong-second-factor, confirmation-expired, member-banned */
export const confirmLogin = (proof: Proof) =>
  call('POST /base/confirmLogin', { ...proof, ...ownDevice() });

/**
 * Asks the browser for any passkey of this app, and logs in with it; `NOT_USED` if the member cancelled.
 * @throws wrong-second-factor, confirmation-expired, member-banned
 */
export async function logInWithPasskey(): Promise<Session | typeof NOT_USED> {
  const { loginId, options } = await call('POST /base/beginPasskeyLogin', {});
  const assertion = await signWithPasskey(options);
  if (assertion === NOT_USED) return NOT_USED;
  return call('POST /base/passkeyLogin', { loginId, assertion, ...ownDevice() });
}

/** Returns the function that stores a session and restarts the app: at the page that was asked for, or home. */
export function useSignIn(): (session: Session) => void {
  const navigator = useNavigator();
  const { place } = useWanted();
  return ({ token, user }) => {
    queryClient.clear();
    startSession({ token, user });
    navigator.relaunch(place.path, place.params);
  };
}

export type ResetWay = 'email' | 'phone';

export interface Reset extends Phone, SolvedCaptcha {
  email: string;
  code: string;
  password: string;
}

/** @throws malformed-email, wrong-captcha, wrong-code, unknown-account, weak-password */
export function resetPassword(way: ResetWay, reset: Reset) {
  const secret = { passWord: reset.password, ...trimmed(reset) };
  const code = reset.code.trim();
  return way === 'email'
    ? call('POST /base/resetPwd', { email: reset.email.trim(), emailCode: code, ...secret })
    : call('POST /base/resetPwdByPhone', { ...phoneOf(reset), smsCode: code, ...secret });
}

/** @throws wrong-login-password, weak-password */
export const changePassword = (password: string, newPassword: string) =>
  call('POST /user/changePassword', { password, newPassword });

/** `proof`: the old withdrawal password, or the login password for the first one. @throws weak-password */
export function setWithdrawPassword(password: string, proof: string, isChange: boolean) {
  const evidence = isChange ? { oldPassword: proof } : { loginPassword: proof };
  return call('POST /user/changePayPassword', { password, ...evidence });
}

export interface WithdrawReset {
  emailCode: string;
  loginPassword: string;
  password: string;
}

/** @throws wrong-code, wrong-login-password */
export const resetWithdrawPassword = ({ emailCode, loginPassword, password }: WithdrawReset) =>
  call('POST /user/resetPayPassword', { emailCode: emailCode.trim(), loginPassword, password });

export interface PhoneProof extends Phone {
  code: string;
  loginPassword: string;
}

/** @throws wrong-code, wrong-login-password, invalid-request or already-exists for the phone */
export async function provePhone({ code, loginPassword, ...phone }: PhoneProof): Promise<void> {
  const input = { ...phoneOf(phone), smsCode: code.trim(), loginPassword };
  updateUser((await call('POST /user/provePhone', input)).userInfo);
}

export type EndOfSession = Output<'POST /base/endedSession'>;

export const loadEndOfSession = (token: string, signal: AbortSignal) =>
  call('POST /base/endedSession', { token }, { signal });

export type SecurityAlert = Output<'POST /base/securityAlert'>;

/** The alert of a link; `gone` if the link was used, has expired, or never existed. */
export async function loadAlert(
  token: string,
  signal: AbortSignal,
): Promise<SecurityAlert | 'gone'> {
  try {
    return await call('POST /base/securityAlert', { token }, { signal });
  } catch (error) {
    if (error instanceof CallError && error.refusal === 'not-found') return 'gone';
    throw error;
  }
}

/** @throws not-found */
export const freezeAccount = (token: string) => call('POST /base/freezeAccount', { token });
