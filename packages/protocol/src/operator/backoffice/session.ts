/** API of operator sessions: password and one-time code, set up at the first login (ADR 23), and the live socket. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, NoData, NoFields, Time } from '../../fields.ts';
import { PasskeyAssertion, PasskeyAssertionOptions } from '../../account/second-factor.ts';
import { type Permission, permissions } from '../../permissions.ts';
import { operatorOwnRead, operatorSecret, publicRead, publicSecret } from '../../presets.ts';
import { ProviderReturn, ProviderVisit } from './provider.ts';

/** The key of a role: lower-case letters, as the public log spells it. */
export const RoleKey = (description = 'key of a role') =>
  Type.String({ pattern: '^[a-z]{2,24}$', description });

/** What an operator may do. */
export const PermissionName = () =>
  Type.Unsafe<Permission>(Type.Union(permissions.map((permission) => Type.Literal(permission))));

export const OperatorOut = Type.Object({
  ID: Id(),
  login: Type.String(),
  roles: Type.Array(RoleKey()),
  permissions: Type.Array(PermissionName(), { description: 'of all roles together' }),
});

const Session = Type.Object({
  token: Type.String({ description: 'sent as X-Token with every operator call' }),
  expiresAt: Time('twelve hours after login'),
  idleMinutes: Type.Integer({ description: 'the session ends after this time without a call' }),
  operator: OperatorOut,
});
export type OperatorSession = Static<typeof Session>;

const Enrolment = Type.Object({
  ticket: Type.String({ description: 'for enrol, within ten minutes' }),
  secret: Type.String({ description: 'base32, to type into an authenticator' }),
  uri: Type.String({ description: 'otpauth:// for a QR code' }),
});

const PasskeyLogin = Type.Object({
  loginId: Type.String({ description: 'for loginWithPasskey, once' }),
  options: PasskeyAssertionOptions,
  expiresAt: Time(),
});

const Device = () =>
  Type.Optional(
    Type.String({
      pattern: '^[\\w-]{16,64}$',
      description:
        "key that the browser keeps: a member's account on this device is the operator's",
    }),
  );

export const operatorSessionCalls = {
  login: defineCall({
    ...publicSecret,
    path: '/operator/login',
    summary:
      'Signs an operator in. The first login returns an enrolment instead of a session: show it, then call enrol. Without a code, an operator with a passkey receives the options to sign with it.',
    input: Fields({
      login: Type.String({ minLength: 1, maxLength: 64 }),
      password: Type.String({ maxLength: 200 }),
      code: Type.Optional(
        Type.String({ maxLength: 32, description: 'one-time code, or a recovery code' }),
      ),
      device: Device(),
    }),
    output: Type.Object({
      session: Type.Union([Session, Type.Null()]),
      enrolment: Type.Union([Enrolment, Type.Null()]),
      passkey: Type.Union([PasskeyLogin, Type.Null()]),
    }),
    codes: [4002, 4008, 5035],
  }),
  loginWithPasskey: defineCall({
    ...publicSecret,
    path: '/operator/loginWithPasskey',
    summary:
      'Completes a login whose password or provider was right, with a passkey in place of the code.',
    input: Fields({
      loginId: Type.String({ minLength: 1, maxLength: 64 }),
      assertion: PasskeyAssertion,
      device: Device(),
    }),
    output: Type.Object({ session: Session }),
    codes: [4002, 4008, 5018, 5019],
  }),
  signInProvider: defineCall({
    ...publicRead,
    path: '/operator/provider/name',
    summary: 'Returns the provider of identities through which operators may sign in, if any.',
    input: NoFields(),
    output: Type.Object({
      name: Type.Union([Type.Null(), Type.String()], { description: 'null: there is none' }),
    }),
    codes: [],
  }),
  beginProvider: defineCall({
    ...publicSecret,
    path: '/operator/provider/begin',
    summary: 'Begins a sign-in through the provider, and returns where the browser goes.',
    input: NoFields(),
    output: ProviderVisit,
    codes: [5006, 5011],
  }),
  finishProvider: defineCall({
    ...publicSecret,
    path: '/operator/provider/finish',
    summary:
      'Takes what the provider answered, in place of the password. A passkey or a one-time code completes the login.',
    input: Fields(ProviderReturn),
    output: Type.Object({
      login: Type.String({ description: 'the operator to whom the identity is linked' }),
      ticket: Type.String({ description: 'for confirm' }),
      expiresAt: Time('of the ticket'),
      passkey: Type.Union([Type.Null(), PasskeyLogin], {
        description: 'null: the operator has none',
      }),
    }),
    codes: [4002, 5006, 5011, 5019],
  }),
  confirmProvider: defineCall({
    ...publicSecret,
    path: '/operator/provider/confirm',
    summary: 'Completes a sign-in through the provider with a one-time code.',
    input: Fields({
      ticket: Type.String({ minLength: 1, maxLength: 64 }),
      code: Type.String({
        minLength: 1,
        maxLength: 32,
        description: 'one-time code, or a recovery code',
      }),
      device: Device(),
    }),
    output: Type.Object({ session: Session }),
    codes: [4002, 4008, 5019, 5035],
  }),
  enrol: defineCall({
    ...publicSecret,
    path: '/operator/enrol',
    summary:
      'Confirms the authenticator with its first code. Recovery codes are returned only here.',
    input: Fields({
      ticket: Type.String({ minLength: 1, maxLength: 64 }),
      code: Type.String({ minLength: 1, maxLength: 32 }),
      device: Device(),
    }),
    output: Type.Object({ session: Session, recoveryCodes: Type.Array(Type.String()) }),
    codes: [4002, 4008, 5035],
  }),
  logout: defineCall({
    ...operatorSecret,
    path: '/operator/logout',
    summary: 'Ends this session.',
    input: NoFields(),
    output: NoData(),
    codes: [],
  }),
  me: defineCall({
    ...operatorOwnRead,
    path: '/operator/me',
    summary: 'Returns the signed-in operator and the mode.',
    input: NoFields(),
    output: Type.Object({
      operator: OperatorOut,
      expiresAt: Time(),
      mode: Type.Union([Type.Literal('paper'), Type.Literal('live')]),
      roleNames: Type.Optional(
        Type.Array(Type.Object({ key: RoleKey(), name: Type.String() }), {
          description:
            'of every role there is or was, as colleagues read it; missing from an instance of the release before',
        }),
      ),
    }),
    codes: [],
  }),
};

/** The client's first message on `/api/operator/live` (JSON text). */
export interface OperatorHello {
  token: string;
}

/**
 * The server only reports what has changed; the console then refetches. The client may also send `{"ping": n}`; the server
 * replies `{kind: 'pong'}`.
 */
export type OperatorMessage =
  | { kind: 'welcome' }
  | { kind: 'refused'; code: number }
  | { kind: 'reviews' }
  /** A rule of the books broke, or read-only mode changed. */
  | { kind: 'operations' }
  /** A market was halted or opened again. */
  | { kind: 'markets' }
  /** A role has changed: refetch the own permissions. */
  | { kind: 'roles' }
  /** A conversation has changed. To operators who may answer. */
  | { kind: 'service'; ID: number }
  /** Someone writes in a conversation; `login` is empty for the customer. */
  | { kind: 'serviceTyping'; ID: number; login: string }
  | { kind: 'pong' };
