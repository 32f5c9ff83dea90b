/** API of profile: the member's data and passwords. */
import { Type } from 'typebox';
import { Captcha, CountryCode, Phone, UserOut } from './auth.ts';
import { defineCall } from '../call.ts';
import { Fields, NoFields, SymbolIn, Time } from '../fields.ts';
import { memberRead, memberSecret } from '../presets.ts';

const PagePath = () =>
  Type.String({ pattern: '^/pages/[a-zA-Z/]{1,60}$', description: '/pages/deal/deal' });
const Preferences = () =>
  Type.Object({
    favourites: Type.Union([Type.Null(), Type.Array(Type.String())], {
      description: 'symbols in the order in which they were starred; null: never arranged',
    }),
    tiles: Type.Union([Type.Null(), Type.Array(Type.String())], {
      description: 'pages of the tiles, in their order; null: never arranged',
    }),
  });

export const profileCalls = {
  getUserInfo: defineCall({
    ...memberRead,
    path: '/user/getUserInfo',
    summary: "Returns the member's data.",
    input: NoFields(),
    output: Type.Object({ userInfo: UserOut }),
    codes: [],
  }),
  preferences: defineCall({
    ...memberRead,
    path: '/user/preferences',
    summary:
      'Returns the favourites and the order of the tiles of home, as the member arranged them.',
    input: NoFields(),
    output: Type.Object({ preferences: Preferences() }),
    codes: [],
  }),
  setPreferences: defineCall({
    method: 'POST',
    auth: 'member',
    rate: 'order',
    movesMoney: false,
    path: '/user/setPreferences',
    summary: 'Stores favourites or the order of the tiles of home; what is absent stays.',
    input: Fields({
      favourites: Type.Optional(Type.Array(SymbolIn(), { maxItems: 200, uniqueItems: true })),
      tiles: Type.Optional(Type.Array(PagePath(), { maxItems: 30, uniqueItems: true })),
    }),
    output: Type.Object({ preferences: Preferences() }),
    codes: [],
  }),
  ownEmailCode: defineCall({
    ...memberSecret,
    path: '/user/emailCode',
    summary:
      "Sends a six-digit code to the member's own address. It can be resent after the returned number of seconds.",
    input: Fields({
      purpose: Type.Union([Type.Literal('resetPassword'), Type.Literal('resetPayPassword')], {
        description: 'what the code is for: the login password or the withdrawal password',
      }),
    }),
    output: Type.Object({ resendAfterSeconds: Type.Integer() }),
    codes: [],
  }),
  ownPhoneCode: defineCall({
    ...memberSecret,
    path: '/user/phoneCode',
    summary:
      'Sends a six-digit code by SMS that confirms a phone number of the member. Requires a captcha, because each SMS costs money.',
    input: Fields({ phone: Phone(), countryCode: CountryCode(), ...Captcha }),
    output: Type.Object({ resendAfterSeconds: Type.Integer() }),
    codes: [4005],
  }),
  changePassword: defineCall({
    ...memberSecret,
    path: '/user/changePassword',
    summary: 'Changes the login password, ends the session and pauses withdrawals for 24 hours.',
    input: Fields({
      password: Type.String({ maxLength: 200 }),
      newPassword: Type.String({ maxLength: 200 }),
    }),
    output: Type.Object({ withdrawalsBlockedUntil: Time() }),
    codes: [4011, 5015],
  }),
  changePayPassword: defineCall({
    ...memberSecret,
    path: '/user/changePayPassword',
    summary:
      'Sets the six-digit withdrawal password. The first time requires the login password, a change the old withdrawal password.',
    input: Fields({
      password: Type.String({
        maxLength: 20,
        description:
          'the new withdrawal password: six digits; a date, a row or a repetition returns 5015',
      }),
      loginPassword: Type.Optional(Type.String({ maxLength: 200 })),
      oldPassword: Type.Optional(Type.String({ maxLength: 20 })),
    }),
    output: Type.Object({ withdrawalsBlockedUntil: Type.Union([Time(), Type.Null()]) }),
    codes: [4011, 4012, 5009, 5010, 5015],
  }),
  resetPayPassword: defineCall({
    ...memberSecret,
    path: '/user/resetPayPassword',
    summary:
      'Resets the withdrawal password with the login password and an e-mail code, and pauses withdrawals for 24 hours.',
    input: Fields({
      password: Type.String({
        maxLength: 20,
        description:
          'the new withdrawal password: six digits; a date, a row or a repetition returns 5015',
      }),
      loginPassword: Type.String({ maxLength: 200 }),
      emailCode: Type.String({ maxLength: 20, description: "sent to the member's address" }),
    }),
    output: Type.Object({ withdrawalsBlockedUntil: Time() }),
    codes: [4009, 4011, 5015],
  }),
  provePhone: defineCall({
    ...memberSecret,
    path: '/user/provePhone',
    summary: "Confirms the member's phone number with a code sent to it and the login password.",
    input: Fields({
      phone: Phone(),
      countryCode: CountryCode(),
      smsCode: Type.String({ maxLength: 20 }),
      loginPassword: Type.String({ maxLength: 200 }),
    }),
    output: Type.Object({ userInfo: UserOut }),
    codes: [4009, 4011, 5016],
  }),
};
