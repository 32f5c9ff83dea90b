/** API of auth: captcha, codes, registration, login, resets. */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Fields, NoData, NoFields, Time } from '../fields.ts';
import { FreezeOut } from './security.ts';
import { memberSecret, publicSecret } from '../presets.ts';

const Email = () =>
  Type.String({ minLength: 1, maxLength: 254, description: 'an invalid address returns 4003' });
export const Phone = () => Type.String({ maxLength: 32 });
export const CountryCode = () => Type.String({ maxLength: 6, description: '86, +86' });
const Password = () =>
  Type.String({ maxLength: 200, description: '8–72 characters; a weak password returns 5015' });
export const Captcha = {
  captcha: Type.String({ maxLength: 16 }),
  captchaId: Type.String({ maxLength: 64 }),
};

/** What a visitor may ask a code by e-mail for. */
const VisitorPurpose = () =>
  Type.Optional(
    Type.Union([Type.Literal('register'), Type.Literal('resetPassword')], {
      description:
        'what the code is for; absent: resetPassword for the address of an account, otherwise register',
    }),
  );

/** Recognises the browser at its next login; says nothing about the member. */
export const DeviceKey = () =>
  Type.Optional(
    Type.String({
      pattern: '^[\\w-]{16,64}$',
      description:
        'a random key that the browser keeps, so that its logins are not reported as new',
    }),
  );

/** The member's data as login and getUserInfo return it. */
export const UserOut = Type.Object({
  ID: Type.Integer(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  username: Type.String({ description: 'e-mail address' }),
  email: Type.String(),
  phone: Type.String(),
  countryCode: Type.String(),
  phoneProven: Type.Boolean({ description: 'a code sent to the phone was entered' }),
  inviteCode: Type.String(),
  creditScore: Type.Integer(),
  verified: Type.Boolean({ description: 'real name verified' }),
  realNameStatus: Type.Integer({ description: '0 none, 1 submitted, 2 verified, 3 rejected' }),
  hasPayPassword: Type.Boolean({ description: 'a withdrawal password is set' }),
  frozen: Type.Boolean(),
  freeze: Type.Union([FreezeOut, Type.Null()]),
  withdrawalsBlockedUntil: Type.Union([Time(), Type.Null()]),
});

export const authCalls = {
  captcha: defineCall({
    method: 'POST',
    path: '/base/captcha',
    summary: 'Returns a new image captcha, valid once for two minutes.',
    auth: 'public',
    movesMoney: false,
    rate: 'captcha',
    input: NoFields(),
    output: Type.Object({
      captchaId: Type.String(),
      picPath: Type.String({ description: 'data URL of the image' }),
      captchaLength: Type.Integer(),
    }),
    codes: [],
  }),
  emailCode: defineCall({
    ...publicSecret,
    path: '/base/emailCode',
    summary:
      'Sends a six-digit code by e-mail, which is good for one purpose and names it. It can be resent after the returned number of seconds. Requires a captcha.',
    input: Fields({
      email: Email(),
      purpose: VisitorPurpose(),
      captcha: Type.Optional(Captcha.captcha),
      captchaId: Type.Optional(Captcha.captchaId),
      invitationCode: Type.Optional(
        Type.String({
          maxLength: 32,
          description: 'of a registration: an unknown one is refused before a code is sent',
        }),
      ),
    }),
    output: Type.Object({ resendAfterSeconds: Type.Integer() }),
    codes: [4003, 4004, 4005],
  }),
  phoneCode: defineCall({
    ...publicSecret,
    path: '/base/phoneCode',
    summary:
      'Sends a six-digit code by SMS that resets the login password. It can be resent after the returned number of seconds. Requires a captcha, because each SMS costs money.',
    input: Fields({
      phone: Phone(),
      countryCode: CountryCode(),
      captcha: Type.Optional(Captcha.captcha),
      captchaId: Type.Optional(Captcha.captchaId),
    }),
    output: Type.Object({ resendAfterSeconds: Type.Integer() }),
    codes: [4005],
  }),
  checkEmailCode: defineCall({
    ...publicSecret,
    path: '/base/checkEmailCode',
    summary:
      'Checks a code sent by e-mail for its purpose. A wrong code uses up an attempt; a right one stays valid.',
    input: Fields({
      email: Email(),
      purpose: VisitorPurpose(),
      emailCode: Type.String({ maxLength: 20 }),
    }),
    output: NoData(),
    codes: [4003, 4009],
  }),
  registerUser: defineCall({
    ...publicSecret,
    path: '/base/registerUser',
    summary: 'Creates an account. Requires an invitation code. `smsCode` is the e-mail code.',
    input: Fields({
      phone: Phone(),
      countryCode: CountryCode(),
      email: Email(),
      passWord: Password(),
      smsCode: Type.String({ maxLength: 20 }),
      ...Captcha,
      invitationCode: Type.String({ maxLength: 32 }),
      device: DeviceKey(),
    }),
    output: Type.Object({ token: Type.String(), user: UserOut, expiresAt: Time() }),
    codes: [4003, 4004, 4005, 4009, 5015, 5016, 5011],
  }),
  login: defineCall({
    ...publicSecret,
    path: '/base/login',
    summary: "Logs in with e-mail or phone and ends the member's earlier session.",
    input: Fields({
      username: Type.String({ maxLength: 254 }),
      password: Password(),
      ...Captcha,
      device: DeviceKey(),
    }),
    output: Type.Object({ token: Type.String(), user: UserOut, expiresAt: Time() }),
    codes: [4002, 4005, 4007, 5017],
  }),
  logout: defineCall({
    ...memberSecret,
    path: '/user/logout',
    summary: 'Ends this session.',
    input: NoFields(),
    output: NoData(),
    codes: [],
  }),
  resetPwd: defineCall({
    ...publicSecret,
    path: '/base/resetPwd',
    summary: 'Resets the login password with an e-mail code and pauses withdrawals for 24 hours.',
    input: Fields({
      email: Email(),
      emailCode: Type.String({ maxLength: 20 }),
      passWord: Password(),
      ...Captcha,
    }),
    output: NoData(),
    codes: [4003, 4005, 4009, 4010, 5015],
  }),
  resetPwdByPhone: defineCall({
    ...publicSecret,
    path: '/base/resetPwdByPhone',
    summary:
      'Resets the login password with an SMS code to a confirmed phone and pauses withdrawals for 24 hours.',
    input: Fields({
      phone: Phone(),
      countryCode: CountryCode(),
      passWord: Password(),
      smsCode: Type.String({ maxLength: 20 }),
      ...Captcha,
    }),
    output: NoData(),
    codes: [4005, 4009, 4010, 5015],
  }),
  endedSession: defineCall({
    ...publicSecret,
    path: '/base/endedSession',
    summary: 'Returns how a session ended, to the device that had its token, for 30 days.',
    input: Fields({ token: Type.String({ maxLength: 100 }) }),
    output: Type.Object({
      cause: Type.String({ description: 'login, password, freeze, ban, closing' }),
      address: Type.String({ description: 'network of the login that ended it: 203.0.113.•' }),
      device: Type.String({ description: '"Chrome, Windows"; empty if unknown' }),
      endedAt: Time(),
    }),
    codes: [5007],
  }),
  securityAlert: defineCall({
    ...publicSecret,
    path: '/base/securityAlert',
    summary: 'Returns the change that a security alert reports, without using up its link.',
    input: Fields({ token: Type.String({ maxLength: 100 }) }),
    output: Type.Object({
      kind: Type.String({
        description:
          'passwordReset, passwordChanged, payPasswordReset, payPasswordSet, phoneProven, factorAdded, factorReplaced, factorRemoved, recoveryCodesMade, recoveryCodeUsed, newDevice, addressAdded, cardAdded, addressLockOff, mailWord, keyMade, unfreezeRequested, exported, closing',
      }),
      at: Time(),
      email: Type.String({ description: 'masked' }),
    }),
    codes: [5007],
  }),
  freezeAccount: defineCall({
    ...publicSecret,
    path: '/base/freezeAccount',
    summary:
      'Uses the link of a security alert: freezes the account, ends its sessions and disables its login password.',
    input: Fields({ token: Type.String({ maxLength: 100 }) }),
    output: NoData(),
    codes: [5007],
  }),
};
