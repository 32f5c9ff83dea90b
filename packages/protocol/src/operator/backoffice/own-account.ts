/** API of an operator's own account: sessions, recent sign-ins, passkeys, and the change of the password (ADR 23). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import {
  PasskeyAttestation,
  PasskeyAttestationOptions,
  PasskeyRow,
} from '../../account/second-factor.ts';
import { Fields, Id, IdIn, NoData, NoFields, Time } from '../../fields.ts';
import { operatorOwnRead, operatorSecret } from '../../presets.ts';
import { ProviderReturn, ProviderVisit } from './provider.ts';

/** How an operator proved that it is them, beside the password. */
const Method = Type.Union([
  Type.Literal('code'),
  Type.Literal('recovery'),
  Type.Literal('passkey'),
]);

const OwnSession = Type.Object({
  ID: Id(),
  CreatedAt: Time('when the operator signed in'),
  device: Type.String({ description: 'browser and system; empty when unknown' }),
  address: Type.String(),
  method: Method,
  isThroughProvider: Type.Boolean({ description: 'in place of the password' }),
  lastUsedAt: Time('at most half a minute old'),
  expiresAt: Time('at the latest'),
  isThis: Type.Boolean({ description: 'the session of this call' }),
});

const SignIn = Type.Object({
  ID: Id('of the line in the audit log'),
  CreatedAt: Time(),
  address: Type.String(),
  device: Type.String({ description: 'empty when unknown, and of refused sign-ins' }),
  refusedFor: Type.Union(
    [
      Type.Literal('password'),
      Type.Literal('code'),
      Type.Literal('start-code'),
      Type.Literal('passkey'),
      Type.Literal('provider'),
      Type.Literal('link'),
      Type.Null(),
    ],
    { description: 'what was wrong; null: signed in' },
  ),
});

const link = {
  ID: Id(),
  CreatedAt: Time(),
  subject: Type.String({ description: 'what the provider calls the person' }),
  email: Type.String({ description: 'verified by the provider; empty: none' }),
};

const OwnProvider = Type.Object({
  name: Type.String(),
  link: Type.Union(
    [Type.Null(), Type.Object({ ...link, lastUsedAt: Type.Union([Type.Null(), Time()]) })],
    { description: 'null: none works' },
  ),
  waitingLink: Type.Union([Type.Null(), Type.Object(link)], {
    description: 'one to which a second person has not agreed yet',
  }),
});

const OwnAccount = Type.Object({
  login: Type.String(),
  CreatedAt: Time('when the account was made'),
  passwordChangedAt: Type.Union([Time(), Type.Null()], { description: 'null: never changed' }),
  recoveryCodesLeft: Type.Integer({ minimum: 0 }),
  passkeys: Type.Array(PasskeyRow, { description: 'those that work, oldest first' }),
  waitingPasskeys: Type.Array(Type.Object({ ID: Id(), CreatedAt: Time(), name: Type.String() }), {
    description: 'new ones, which a second person has not agreed to yet',
  }),
  provider: Type.Union([Type.Null(), OwnProvider], {
    description: 'null: operators sign in with their password only',
  }),
  passkeysMax: Type.Integer(),
  passkeysAvailable: Type.Boolean({ description: 'false without a domain name' }),
  idleMinutes: Type.Integer({ description: 'a session ends after this time without a call' }),
  sessions: Type.Array(OwnSession, { description: 'by last use, newest first' }),
  signIns: Type.Array(SignIn, { description: 'the newest ten, newest first' }),
});
export type OwnOperatorAccount = Static<typeof OwnAccount>;

const Code = () =>
  Type.String({ minLength: 1, maxLength: 32, description: 'one-time code, or a recovery code' });

export const operatorOwnCalls = {
  ownAccount: defineCall({
    ...operatorOwnRead,
    path: '/operator/own/account',
    summary: "Returns the caller's account with its open sessions and recent sign-ins.",
    input: NoFields(),
    output: OwnAccount,
    codes: [],
  }),
  endSession: defineCall({
    ...operatorSecret,
    path: '/operator/own/endSession',
    summary: "Ends one of the caller's sessions; its calls are refused immediately.",
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007],
  }),
  endOtherSessions: defineCall({
    ...operatorSecret,
    path: '/operator/own/endOtherSessions',
    summary: "Ends all of the caller's sessions but this one.",
    input: NoFields(),
    output: Type.Object({ ended: Type.Integer({ minimum: 0 }) }),
    codes: [],
  }),
  changePassword: defineCall({
    ...operatorSecret,
    path: '/operator/own/changePassword',
    summary: 'Changes the password and ends all other sessions.',
    input: Fields({
      password: Type.String({ maxLength: 200 }),
      newPassword: Type.String({ maxLength: 200 }),
      code: Code(),
    }),
    output: Type.Object({ ended: Type.Integer({ minimum: 0, description: 'other sessions' }) }),
    codes: [4011, 5015, 5035],
  }),
  beginPasskey: defineCall({
    ...operatorSecret,
    path: '/operator/own/beginPasskey',
    summary: 'Returns the options with which the browser creates a passkey, or a security key.',
    input: Fields({ code: Code() }),
    output: Type.Object({ options: PasskeyAttestationOptions, expiresAt: Time() }),
    codes: [5011, 5012, 5035],
  }),
  finishPasskey: defineCall({
    ...operatorSecret,
    path: '/operator/own/finishPasskey',
    summary:
      'Adds what the browser created, within five minutes, in the same session. It works once a second person has agreed to it.',
    input: Fields({
      name: Type.String({ minLength: 1, maxLength: 40 }),
      credential: PasskeyAttestation,
    }),
    output: NoData(),
    codes: [5012, 5016, 5018, 5019],
  }),
  withdrawPasskey: defineCall({
    ...operatorSecret,
    path: '/operator/own/withdrawPasskey',
    summary: 'Withdraws a new passkey that waits for a second person.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007, 5034],
  }),
  removePasskey: defineCall({
    ...operatorSecret,
    path: '/operator/own/removePasskey',
    summary: 'Removes a passkey; never the last one.',
    input: Fields({ ID: IdIn(), code: Code() }),
    output: NoData(),
    codes: [5007, 5035, 5036],
  }),
  beginLink: defineCall({
    ...operatorSecret,
    path: '/operator/own/beginLink',
    summary: 'Begins a link to an identity at the provider, and returns where the browser goes.',
    input: Fields({ code: Code() }),
    output: ProviderVisit,
    codes: [5006, 5011, 5012, 5035],
  }),
  finishLink: defineCall({
    ...operatorSecret,
    path: '/operator/own/finishLink',
    summary:
      'Takes what the provider answered, in the same session. The link works once a second person has agreed to it.',
    input: Fields(ProviderReturn),
    output: NoData(),
    codes: [4002, 5006, 5011, 5012, 5016, 5019],
  }),
  withdrawLink: defineCall({
    ...operatorSecret,
    path: '/operator/own/withdrawLink',
    summary: 'Withdraws a new link that waits for a second person.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007, 5034],
  }),
  removeLink: defineCall({
    ...operatorSecret,
    path: '/operator/own/removeLink',
    summary: 'Removes the link; the password stays.',
    input: Fields({ ID: IdIn(), code: Code() }),
    output: NoData(),
    codes: [5007, 5011, 5035],
  }),
};
