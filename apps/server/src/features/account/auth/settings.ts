/** Settings of auth that operators may change. */
import { wholeNumber } from '../../../kernel/settings/settings.ts';

export const authSettings = {
  captchaSeconds: wholeNumber({ key: 'auth.captchaSeconds', unit: 's', fallback: 120, min: 10 }),
  codeMinutes: wholeNumber({ key: 'auth.codeMinutes', unit: 'min', fallback: 10, min: 1 }),
  codeTries: wholeNumber({
    key: 'auth.codeTries',
    unit: 'wrong codes of one caller while a code is valid',
    fallback: 5,
    min: 1,
  }),
  codeResendSeconds: wholeNumber({
    key: 'auth.codeResendSeconds',
    unit: 's between two codes to one target for one caller',
    fallback: 60,
    min: 1,
  }),
  codesPerDay: wholeNumber({
    key: 'auth.codesPerDay',
    unit: 'codes to one target within 24 h, for all callers together but its signed-in owner',
    fallback: 15,
    min: 1,
  }),
  codesPerCallerDay: wholeNumber({
    key: 'auth.codesPerCallerDay',
    unit: 'codes to one target within 24 h for one caller; the rest is left to others',
    fallback: 5,
    min: 1,
  }),
  ownCodesPerDay: wholeNumber({
    key: 'auth.ownCodesPerDay',
    unit: 'codes within 24 h to the address of a member who is signed in',
    fallback: 10,
    min: 1,
  }),
  sessionDays: wholeNumber({ key: 'auth.sessionDays', unit: 'd of use', fallback: 7, min: 1 }),
  failuresMax: wholeNumber({
    key: 'auth.failuresMax',
    unit: 'wrong passwords per account or address in the window',
    fallback: 10,
    min: 1,
  }),
  failureMinutes: wholeNumber({ key: 'auth.failureMinutes', unit: 'min', fallback: 15, min: 1 }),
  withdrawalPauseHours: wholeNumber({
    key: 'auth.withdrawalPauseHours',
    unit: 'h after a change of the login password or a reset of the withdrawal password',
    fallback: 24,
    min: 0,
  }),
  alertLinkHours: wholeNumber({
    key: 'auth.alertLinkHours',
    unit: 'h in which the link of a security alert works',
    fallback: 72,
    min: 1,
  }),
};
