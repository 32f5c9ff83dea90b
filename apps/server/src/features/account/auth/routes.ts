/** Auth in the API: calls to use cases and back. */
import { authCalls, type FreezeOut, secondFactorCalls, type UserOut } from '@tern/protocol';
import type { Static } from 'typebox';
import { messageIn } from '../../../kernel/i18n/reasons.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  freezeOf,
  isVerified,
  type Member,
  memberByEmail,
} from '../../../kernel/members/members.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { checkEmailCode } from './codes.ts';
import { type FreezeDeps, freezeAccount, showAlert } from './freeze-account.ts';
import { confirmLogin, logIn, logOut } from './log-in.ts';
import { logInWithPasskey, type PasskeyLogInDeps } from './log-in-with-passkey.ts';
import {
  findInviter,
  type RegisterDeps,
  registerMember,
  type SignedIn,
} from './register-member.ts';
import { type ResetDeps, resetPassword } from './reset-password.ts';
import { parsePhone } from './phone-number.ts';
import { parseEmail } from './identifiers.ts';

export type AuthUseCases = PasskeyLogInDeps & RegisterDeps & ResetDeps & FreezeDeps;

const signedInOut = ({ member, session }: SignedIn, lang: string) => ({
  token: session.token,
  user: userOut(member, lang),
  expiresAt: isoTime(session.expiresAt),
});

/** @throws malformed-email */
function emailOf(text: string) {
  const email = parseEmail(text);
  if (email === undefined) throw new Refusal('malformed-email', { fields: ['email'] });
  return { email };
}

/** @throws invalid-request naming the phone */
function phoneOf(input: { phone: string; countryCode: string }) {
  const phone = parsePhone(input);
  if (phone === undefined)
    throw new Refusal('invalid-request', { fields: ['phone'], text: 'phone.shape' });
  return phone;
}

/** For clients that do not say what a code is for. Only who reads its message learns which it was. */
async function usualPurpose(reader: Reader, email: string) {
  return (await memberByEmail(reader, email)) === undefined ? 'register' : 'resetPassword';
}

export function authRoutes(deps: AuthUseCases): Route[] {
  const { captchas, codes } = deps;
  return [
    route(authCalls.captcha, async () => {
      const { id, image, length } = await captchas.issue();
      return { captchaId: id, picPath: image, captchaLength: length };
    }),
    route(authCalls.emailCode, async ({ input, lang, address }) => {
      const target = emailOf(input.email);
      await captchas.consume(input.captchaId ?? '', input.captcha ?? '');
      const purpose = input.purpose ?? (await usualPurpose(deps.database, target.email));
      if (purpose === 'register' && input.invitationCode !== undefined) {
        await findInviter(deps.database, input.invitationCode);
      }
      return {
        resendAfterSeconds: await codes.send({ target, purpose }, { lang, caller: { address } }),
      };
    }),
    route(authCalls.phoneCode, async ({ input, lang, address }) => {
      const use = { target: phoneOf(input), purpose: 'resetPassword' } as const;
      await captchas.consume(input.captchaId ?? '', input.captcha ?? '');
      return { resendAfterSeconds: await codes.send(use, { lang, caller: { address } }) };
    }),
    route(authCalls.checkEmailCode, async ({ input, address }) => {
      const { email } = emailOf(input.email);
      const purpose = input.purpose ?? (await usualPurpose(deps.database, email));
      await checkEmailCode(deps, { email, purpose, code: input.emailCode, address });
      return {};
    }),
    route(authCalls.registerUser, async ({ input, lang, address, userAgent = '' }) => {
      const { passWord: password, smsCode: code, ...rest } = input;
      const registration = { ...rest, password, code, lang, address, userAgent };
      return signedInOut(await registerMember(deps, registration), lang);
    }),
    route(authCalls.login, async ({ input, lang, address, userAgent = '' }) =>
      signedInOut(await logIn(deps, { ...input, lang, address, userAgent }), lang),
    ),
    route(secondFactorCalls.confirmLogin, async ({ input, lang, address, userAgent = '' }) => {
      const { device, ...proof } = input;
      const from = { device, lang, address, userAgent };
      return signedInOut(await confirmLogin(deps, { proof, from }), lang);
    }),
    route(secondFactorCalls.beginPasskeyLogin, () => deps.passkeyLogins.begin()),
    route(secondFactorCalls.passkeyLogin, async ({ input, lang, address, userAgent = '' }) => {
      const { device, ...signed } = input;
      const from = { device, lang, address, userAgent };
      return signedInOut(await logInWithPasskey(deps, { signed, from }), lang);
    }),
    route(authCalls.endedSession, async ({ input }) => {
      const end = await deps.sessions.endOf(input.token);
      if (end === undefined) throw new Refusal('not-found', { fields: ['token'] });
      return { ...end, endedAt: isoTime(end.endedAt) };
    }),
    route(authCalls.securityAlert, ({ input }) => showAlert(deps, input.token)),
    route(authCalls.freezeAccount, async ({ input }) => {
      await freezeAccount(deps, input.token);
      return {};
    }),
    route(authCalls.logout, async ({ caller }) => {
      await logOut(deps, caller);
      return {};
    }),
    route(authCalls.resetPwd, async ({ input, address }) => {
      const { emailCode: code, passWord: password, captcha, captchaId } = input;
      const target = emailOf(input.email);
      const codeField = 'emailCode';
      const reset = { target, code, codeField, password, captcha, captchaId, address };
      await resetPassword(deps, reset);
      return {};
    }),
    route(authCalls.resetPwdByPhone, async ({ input, address }) => {
      const { smsCode: code, passWord: password, captcha, captchaId } = input;
      const target = phoneOf(input);
      const codeField = 'smsCode';
      const reset = { target, code, codeField, password, captcha, captchaId, address };
      await resetPassword(deps, reset);
      return {};
    }),
  ];
}

/** A member's own data, for login and getUserInfo. Fields are picked one by one, so that no hash is ever included. */
export function userOut(member: Member, lang: string): Static<typeof UserOut> {
  const { email, phone, countryCode, inviteCode, creditScore, isFrozen } = member;
  return {
    ID: member.id,
    CreatedAt: isoTime(member.createdAt),
    UpdatedAt: isoTime(member.updatedAt),
    username: email,
    email,
    phone,
    countryCode,
    phoneProven: member.phoneProvenAt !== null,
    inviteCode,
    creditScore,
    verified: isVerified(member),
    realNameStatus: member.realNameStatus,
    hasPayPassword: member.payPasswordHash !== null,
    frozen: isFrozen,
    freeze: freezeOut(member, lang),
    withdrawalsBlockedUntil:
      member.withdrawalsBlockedUntil === null ? null : isoTime(member.withdrawalsBlockedUntil),
  };
}

/** Why the member cannot move money, and until when, in the reader's language; null without a freeze. */
export function freezeOut(member: Member, lang: string): Static<typeof FreezeOut> | null {
  const freeze = freezeOf(member);
  if (freeze === undefined) return null;
  const { by, reason, until } = freeze;
  return {
    by,
    reason: messageIn(langOf(lang), reason, 'freeze'),
    until: until === null ? null : isoTime(until),
  };
}
