/** API of the second factor: passkeys, authenticator, recovery codes, and the confirmation of one call (ADR 42). */
import { type Static, Type } from 'typebox';
import { DeviceKey, UserOut } from './auth.ts';
import { defineCall } from '../call.ts';
import { Fields, Id, IdIn, NoData, NoFields, Time } from '../fields.ts';
import { memberRead, memberSecret, publicSecret } from '../presets.ts';

/** How a member confirms: `totp` is the code of an authenticator app, `recovery` one of ten codes on paper. */
const Method = Type.Union([
  Type.Literal('passkey'),
  Type.Literal('totp'),
  Type.Literal('recovery'),
]);
export type FactorMethod = 'passkey' | 'totp' | 'recovery';

/** Base64url, as browsers write the binary parts of credentials. */
const Binary = (maxLength: number) => Type.String({ pattern: '^[\\w-]+$', maxLength });
const CredentialId = () => Binary(1_400);
const Transports = Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 });

/** Browsers of later versions may send more than is named here. */
const MEMBERS_MAX = 20;

const credential = {
  id: CredentialId(),
  rawId: CredentialId(),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 32 })),
  clientExtensionResults: Type.Object({}, { maxProperties: MEMBERS_MAX }),
};

/** What `navigator.credentials.get` returns, as JSON (WebAuthn 3, AuthenticationResponseJSON). */
export const PasskeyAssertion = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: Binary(4_000),
        authenticatorData: Binary(4_000),
        signature: Binary(4_000),
        userHandle: Type.Optional(Type.String({ maxLength: 200 })),
      },
      { maxProperties: MEMBERS_MAX },
    ),
  },
  { maxProperties: MEMBERS_MAX },
);

/** What `navigator.credentials.create` returns, as JSON (WebAuthn 3, RegistrationResponseJSON). */
export const PasskeyAttestation = Type.Object(
  {
    ...credential,
    response: Type.Object(
      {
        clientDataJSON: Binary(4_000),
        attestationObject: Binary(40_000),
        transports: Type.Optional(Transports),
      },
      { maxProperties: MEMBERS_MAX },
    ),
  },
  { maxProperties: MEMBERS_MAX },
);

const CredentialDescriptor = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
});

/** Options for `navigator.credentials.get`, as JSON. */
export const PasskeyAssertionOptions = Type.Object({
  challenge: Type.String(),
  timeout: Type.Integer({ description: 'ms' }),
  rpId: Type.String(),
  allowCredentials: Type.Array(CredentialDescriptor, {
    description: 'empty: any passkey of this app',
  }),
  userVerification: Type.Literal('required'),
});

/** Options for `navigator.credentials.create`, as JSON. */
export const PasskeyAttestationOptions = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(
    Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') }),
  ),
  timeout: Type.Integer({ description: 'ms' }),
  excludeCredentials: Type.Array(CredentialDescriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
});

/** `data` of 5017: what the client needs to ask the member, and the id that the confirmed call carries. */
const ConfirmationRequest = Type.Object({
  confirmationId: Type.String({ description: 'for /user/confirm and the header X-Confirmation' }),
  methods: Type.Array(Method, { description: 'those the member has' }),
  passkey: Type.Union([PasskeyAssertionOptions, Type.Null()]),
  expiresAt: Time(),
});

export type ConfirmationRequest = Static<typeof ConfirmationRequest>;

export const PasskeyRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  name: Type.String(),
  lastUsedAt: Type.Union([Time(), Type.Null()]),
  synced: Type.Boolean({ description: 'copied to other devices of its owner' }),
});

const proof = {
  confirmationId: Type.String({ maxLength: 64 }),
  method: Method,
  code: Type.Optional(Type.String({ maxLength: 40, description: 'for totp and recovery' })),
  assertion: Type.Optional(PasskeyAssertion),
};

const Password = () =>
  Type.Optional(
    Type.String({ maxLength: 200, description: 'login password; needed for the first factor' }),
  );

/** Shown once; absent when the member already has recovery codes. */
const NewCodes = Type.Union([Type.Array(Type.String()), Type.Null()]);

export const secondFactorCalls = {
  factors: defineCall({
    ...memberRead,
    path: '/user/factors',
    summary: "Lists the member's second factors.",
    input: NoFields(),
    output: Type.Object({
      passkeys: Type.Array(PasskeyRow),
      passkeysMax: Type.Integer(),
      passkeysAvailable: Type.Boolean({ description: 'false without a domain name' }),
      totp: Type.Union([
        Type.Object({ CreatedAt: Time(), lastUsedAt: Type.Union([Time(), Type.Null()]) }),
        Type.Null(),
      ]),
      recoveryCodesLeft: Type.Integer({ minimum: 0 }),
    }),
    codes: [],
  }),
  confirm: defineCall({
    ...memberSecret,
    path: '/user/confirm',
    summary:
      'Confirms one call that was refused with 5017. Repeat that call unchanged with the header X-Confirmation.',
    input: Fields(proof),
    output: Type.Object({ expiresAt: Time('the confirmed call must arrive before') }),
    codes: [5018, 5019],
  }),
  confirmLogin: defineCall({
    ...publicSecret,
    path: '/base/confirmLogin',
    summary: 'Completes a login that was answered with 5017, and ends the earlier session.',
    input: Fields({ ...proof, device: DeviceKey() }),
    output: Type.Object({ token: Type.String(), user: UserOut, expiresAt: Time() }),
    codes: [4002, 4007, 5018, 5019],
  }),
  beginPasskeyLogin: defineCall({
    method: 'POST',
    path: '/base/beginPasskeyLogin',
    summary: 'Returns the options with which any passkey of this app logs in. Valid once.',
    auth: 'public',
    movesMoney: false,
    rate: 'captcha',
    input: NoFields(),
    output: Type.Object({
      loginId: Type.String({ description: 'for /base/passkeyLogin' }),
      options: PasskeyAssertionOptions,
      expiresAt: Time(),
    }),
    codes: [5011],
  }),
  passkeyLogin: defineCall({
    ...publicSecret,
    path: '/base/passkeyLogin',
    summary:
      "Logs in with a passkey alone, which counts as both factors, and ends the member's earlier session.",
    input: Fields({
      loginId: Type.String({ maxLength: 64 }),
      assertion: PasskeyAssertion,
      device: DeviceKey(),
    }),
    output: Type.Object({ token: Type.String(), user: UserOut, expiresAt: Time() }),
    codes: [4007, 5018, 5019],
  }),
  beginTotp: defineCall({
    ...memberSecret,
    path: '/user/beginTotp',
    summary:
      'Returns the secret of a new authenticator. It takes effect with its first code; until then the earlier one works.',
    input: Fields({ password: Password() }),
    output: Type.Object({
      secret: Type.String({ description: 'base32' }),
      uri: Type.String({ description: 'otpauth://…, for the QR code' }),
      expiresAt: Time(),
    }),
    codes: [4011, 5010, 5017, 5019],
  }),
  finishTotp: defineCall({
    ...memberSecret,
    path: '/user/finishTotp',
    summary:
      'Adds the authenticator by its first code. Replacing an earlier one pauses withdrawals for 24 hours.',
    input: Fields({ code: Type.String({ maxLength: 20 }) }),
    output: Type.Object({
      recoveryCodes: NewCodes,
      withdrawalsBlockedUntil: Type.Union([Time(), Type.Null()]),
    }),
    codes: [5018, 5019],
  }),
  removeTotp: defineCall({
    ...memberSecret,
    path: '/user/removeTotp',
    summary: 'Removes the authenticator and pauses withdrawals for 24 hours.',
    input: NoFields(),
    output: Type.Object({ withdrawalsBlockedUntil: Time() }),
    codes: [5007, 5017, 5019],
  }),
  beginPasskey: defineCall({
    ...memberSecret,
    path: '/user/beginPasskey',
    summary: 'Returns the options with which the browser creates a passkey.',
    input: Fields({ password: Password() }),
    output: Type.Object({ options: PasskeyAttestationOptions, expiresAt: Time() }),
    codes: [4011, 5010, 5011, 5012, 5017, 5019],
  }),
  finishPasskey: defineCall({
    ...memberSecret,
    path: '/user/finishPasskey',
    summary: 'Adds the passkey that the browser created.',
    input: Fields({
      name: Type.String({ minLength: 1, maxLength: 40 }),
      credential: PasskeyAttestation,
    }),
    output: Type.Object({ passkey: PasskeyRow, recoveryCodes: NewCodes }),
    codes: [5012, 5016, 5018, 5019],
  }),
  renamePasskey: defineCall({
    ...memberSecret,
    path: '/user/renamePasskey',
    summary: 'Renames a passkey.',
    input: Fields({ ID: IdIn(), name: Type.String({ minLength: 1, maxLength: 40 }) }),
    output: NoData(),
    codes: [5007],
  }),
  removePasskey: defineCall({
    ...memberSecret,
    path: '/user/removePasskey',
    summary: 'Removes a passkey and pauses withdrawals for 24 hours.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ withdrawalsBlockedUntil: Time() }),
    codes: [5007, 5017, 5019],
  }),
  newRecoveryCodes: defineCall({
    ...memberSecret,
    path: '/user/newRecoveryCodes',
    summary: 'Returns ten new recovery codes, shown once. The earlier ones stop working.',
    input: NoFields(),
    output: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
    codes: [5011, 5017, 5019],
  }),
};
