/** Wire of auth: captcha, codes, registration, login, resets (spec §7, rules §10). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Fields, NoData, NoFields, Time } from './fields.ts';

const Email = () =>
  Type.String({ minLength: 1, maxLength: 254, description: 'checked by rule: 4003' });
const Phone = () => Type.String({ maxLength: 20 });
const CountryCode = () => Type.String({ maxLength: 6, description: '86, +86' });
const Password = () =>
  Type.String({ maxLength: 200, description: '8–72 characters by rule: 5015' });
const Captcha = {
  captcha: Type.String({ maxLength: 16 }),
  captchaId: Type.String({ maxLength: 64 }),
};

/** The member's own data as login and getUserInfo answer it. */
export const UserOut = Type.Object({
  ID: Type.Integer(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  username: Type.String({ description: 'e-mail address' }),
  email: Type.String(),
  phone: Type.String(),
  countryCode: Type.String(),
  phoneProven: Type.Boolean({ description: 'a code sent to the phone was given' }),
  inviteCode: Type.String(),
  creditScore: Type.Integer(),
  verified: Type.Boolean({ description: 'real name verified' }),
  realNameStatus: Type.Integer({ description: '0 none, 1 submitted, 2 verified, 3 rejected' }),
  hasPayPassword: Type.Boolean({ description: 'a withdrawal password is set' }),
  frozen: Type.Boolean(),
  withdrawalsBlockedUntil: Type.Union([Time(), Type.Null()]),
});

export const authCalls = {
  captcha: defineCall({
    method: 'POST',
    path: '/base/captcha',
    summary: 'A new image captcha: single use, two minutes.',
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
    method: 'POST',
    path: '/base/emailCode',
    summary: 'Sends a six-digit code by e-mail; again after the seconds answered.',
    auth: 'public',
    movesMoney: false,
    rate: 'secret',
    input: Fields({ email: Email() }),
    output: Type.Object({ resendAfterSeconds: Type.Integer() }),
    codes: [4003],
  }),
  phoneCode: defineCall({
    method: 'POST',
    path: '/base/phoneCode',
    summary:
      'Sends a six-digit code by SMS; again after the seconds answered. Needs a solved captcha: each SMS costs money.',
    auth: 'public',
    movesMoney: false,
    rate: 'secret',
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
    method: 'POST',
    path: '/base/checkEmailCode',
    summary:
      'Whether a code sent by e-mail is right; a wrong one costs a try, a right one stays usable.',
    auth: 'public',
    movesMoney: false,
    rate: 'secret',
    input: Fields({ email: Email(), emailCode: Type.String({ maxLength: 10 }) }),
    output: NoData(),
    codes: [4003, 4009],
  }),
  registerUser: defineCall({
    method: 'POST',
    path: '/base/registerUser',
    summary: 'Opens an account; an invitation code is required. `smsCode` is the e-mail code.',
    auth: 'public',
    movesMoney: false,
    rate: 'secret',
    input: Fields({
      phone: Phone(),
      countryCode: CountryCode(),
      email: Email(),
      passWord: Password(),
      smsCode: Type.String({ maxLength: 10 }),
      ...Captcha,
      invitationCode: Type.String({ maxLength: 32 }),
    }),
    output: Type.Object({ token: Type.String(), user: UserOut, expiresAt: Time() }),
    codes: [4003, 4004, 4005, 4009, 5015, 5016],
  }),
  login: defineCall({
    method: 'POST',
    path: '/base/login',
    summary: 'Signs in with e-mail or phone; ends any earlier session of the member.',
    auth: 'public',
    movesMoney: false,
    rate: 'secret',
    input: Fields({ username: Type.String({ maxLength: 254 }), password: Password(), ...Captcha }),
    output: Type.Object({ token: Type.String(), user: UserOut, expiresAt: Time() }),
    codes: [4002, 4005, 4007],
  }),
  logout: defineCall({
    method: 'POST',
    path: '/user/logout',
    summary: 'Ends this session.',
    auth: 'member',
    movesMoney: false,
    rate: 'secret',
    input: NoFields(),
    output: NoData(),
    codes: [],
  }),
  resetPwd: defineCall({
    method: 'POST',
    path: '/base/resetPwd',
    summary: 'Sets a new login password with an e-mail code; withdrawals pause 24 hours.',
    auth: 'public',
    movesMoney: false,
    rate: 'secret',
    input: Fields({
      email: Email(),
      emailCode: Type.String({ maxLength: 10 }),
      passWord: Password(),
      ...Captcha,
    }),
    output: NoData(),
    codes: [4003, 4005, 4009, 4010, 5015],
  }),
  resetPwdByPhone: defineCall({
    method: 'POST',
    path: '/base/resetPwdByPhone',
    summary:
      'Sets a new login password with an SMS code, if the account has proven the phone; withdrawals pause 24 hours.',
    auth: 'public',
    movesMoney: false,
    rate: 'secret',
    input: Fields({
      phone: Phone(),
      countryCode: CountryCode(),
      passWord: Password(),
      smsCode: Type.String({ maxLength: 10 }),
      ...Captcha,
    }),
    output: NoData(),
    codes: [4005, 4009, 4010, 5015],
  }),
  endedSession: defineCall({
    method: 'POST',
    path: '/base/endedSession',
    summary: 'How a session ended, for the device that held its token; 30 days.',
    auth: 'public',
    movesMoney: false,
    rate: 'secret',
    input: Fields({ token: Type.String({ maxLength: 100 }) }),
    output: Type.Object({
      cause: Type.String({ description: 'login, password, freeze, ban' }),
      address: Type.String({ description: 'network of that login: 203.0.113.•' }),
      device: Type.String({ description: '"Chrome, Windows"; empty when unknown' }),
      endedAt: Time(),
    }),
    codes: [5007],
  }),
  securityAlert: defineCall({
    method: 'POST',
    path: '/base/securityAlert',
    summary: 'What the link of a security message is about; changes nothing.',
    auth: 'public',
    movesMoney: false,
    rate: 'secret',
    input: Fields({ token: Type.String({ maxLength: 100 }) }),
    output: Type.Object({
      kind: Type.String({
        description:
          'passwordReset, passwordChanged, payPasswordReset, payPasswordSet, phoneProven',
      }),
      at: Time(),
      email: Type.String({ description: 'masked' }),
    }),
    codes: [5007],
  }),
  freezeAccount: defineCall({
    method: 'POST',
    path: '/base/freezeAccount',
    summary:
      'Uses the link of a security message: freezes the account, ends its sessions and its login password.',
    auth: 'public',
    movesMoney: false,
    rate: 'secret',
    input: Fields({ token: Type.String({ maxLength: 100 }) }),
    output: NoData(),
    codes: [5007],
  }),
};
