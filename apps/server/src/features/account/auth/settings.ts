/** Settings of auth that operators may change. */
import { wholeNumber } from '../../../kernel/settings/settings.ts';

export const authSettings = {
  captchaSeconds: wholeNumber({
    key: 'auth.captchaSeconds',
    name: 'Validity of a captcha',
    effect: 'A captcha must be solved within this time.',
    unit: 's',
    fallback: 120,
    min: 10,
  }),
  codeMinutes: wholeNumber({
    key: 'auth.codeMinutes',
    name: 'Validity of a code',
    effect: 'A code by e-mail or SMS works for this long.',
    unit: 'min',
    fallback: 10,
    min: 1,
  }),
  codeTries: wholeNumber({
    key: 'auth.codeTries',
    name: 'Wrong codes',
    effect: 'One caller may enter this many wrong codes while a code is valid.',
    unit: '',
    fallback: 5,
    min: 1,
  }),
  codeResendSeconds: wholeNumber({
    key: 'auth.codeResendSeconds',
    name: 'Wait for another code',
    effect: 'A caller waits this long for another code to the same recipient.',
    unit: 's',
    fallback: 60,
    min: 1,
  }),
  codesPerDay: wholeNumber({
    key: 'auth.codesPerDay',
    name: 'Codes per recipient',
    effect:
      'One recipient gets this many codes within 24 hours, for all callers together except its owner.',
    unit: '',
    fallback: 15,
    min: 1,
  }),
  codesPerCallerDay: wholeNumber({
    key: 'auth.codesPerCallerDay',
    name: 'Codes per recipient and caller',
    effect:
      'One caller can send this many codes to one recipient within 24 hours; the rest is left to others.',
    unit: '',
    fallback: 5,
    min: 1,
  }),
  ownCodesPerDay: wholeNumber({
    key: 'auth.ownCodesPerDay',
    name: 'Codes to the own address',
    effect: 'A member who is signed in gets this many codes within 24 hours.',
    unit: '',
    fallback: 10,
    min: 1,
  }),
  sessionDays: wholeNumber({
    key: 'auth.sessionDays',
    name: 'Length of a session',
    effect: 'A member signs in again after this many days without use.',
    unit: 'd',
    fallback: 7,
    min: 1,
  }),
  failuresMax: wholeNumber({
    key: 'auth.failuresMax',
    name: 'Wrong passwords',
    effect: 'An account or address with this many wrong passwords must wait.',
    unit: '',
    fallback: 10,
    min: 1,
  }),
  failureMinutes: wholeNumber({
    key: 'auth.failureMinutes',
    name: 'Wait after wrong passwords',
    effect: 'Wrong passwords are counted for this long.',
    unit: 'min',
    fallback: 15,
    min: 1,
  }),
  withdrawalPauseHours: wholeNumber({
    key: 'auth.withdrawalPauseHours',
    name: 'Pause of withdrawals',
    effect:
      'After a changed login password or a reset withdrawal password, a member cannot withdraw for this long.',
    unit: 'h',
    fallback: 24,
    min: 0,
  }),
  alertLinkHours: wholeNumber({
    key: 'auth.alertLinkHours',
    name: 'Link of a security alert',
    effect: 'The link in a security alert works for this long.',
    unit: 'h',
    fallback: 72,
    min: 1,
  }),
};
