/** API of account security: devices, the anti-phishing phrase, the timeline, freezing, saved addresses only (ADR 43). */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Fields, Id, IdIn, ListOf, NoData, NoFields, pageFields, Time } from '../fields.ts';
import { memberRead, memberSecret } from '../presets.ts';

const NullableTime = (description?: string) => Type.Union([Time(description), Type.Null()]);

/** Why a member cannot move money, and until when. */
export const FreezeOut = Type.Object({
  by: Type.Union([Type.Literal('owner'), Type.Literal('staff')]),
  reason: Type.String({ description: 'of staff; empty if the owner froze the account' }),
  until: NullableTime('automatic end; null: until it is lifted'),
});

export const DeviceRow = Type.Object({
  ID: Id(),
  name: Type.String({ description: '"Chrome, Windows"; empty if unknown' }),
  address: Type.String({ description: 'network address of its last login' }),
  method: Type.String({
    description: 'how it logged in: password, registration, passkey, totp, recovery',
  }),
  firstSeenAt: Time(),
  lastSeenAt: Time(),
  isCurrent: Type.Boolean({ description: 'the one that is logged in' }),
});

export const SecurityEventRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  kind: Type.String({ description: 'as of its notification: security.login, staff.freeze' }),
  title: Type.String(),
  device: Type.String({ description: '"Chrome, Windows"; empty if unknown' }),
  address: Type.String({ description: 'network address; empty if unknown' }),
});

const AddressLock = Type.Object({
  isOn: Type.Boolean(),
  offAt: NullableTime('it was turned off and stays on until then'),
});

const Unfreezing = Type.Object({
  status: Type.Union([
    Type.Literal('open'),
    Type.Literal('approved'),
    Type.Literal('rejected'),
    Type.Literal('cancelled'),
  ]),
  requestedAt: Time(),
  earliestAt: Time('staff may approve it from then on'),
  reason: Type.String({ description: 'why it was rejected' }),
});

const LoginPassword = () => Type.String({ maxLength: 200, description: 'the login password' });

export const securityCalls = {
  security: defineCall({
    ...memberRead,
    path: '/user/security',
    summary: 'Returns the security settings of the account.',
    input: NoFields(),
    output: Type.Object({
      mailWord: Type.String({ description: 'stands in each of our e-mails; empty if none is set' }),
      unfreezing: Type.Union([Unfreezing, Type.Null()], {
        description: 'the last request to lift a freeze by the owner',
      }),
    }),
    codes: [],
  }),
  devices: defineCall({
    ...memberRead,
    path: '/user/devices',
    summary: 'Lists the known devices, the one that is logged in first.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(DeviceRow) }),
    codes: [],
  }),
  forgetDevice: defineCall({
    ...memberSecret,
    path: '/user/forgetDevice',
    summary: 'Forgets a device: its next login is reported as one from a new device.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007, 5011],
  }),
  setMailWord: defineCall({
    ...memberSecret,
    path: '/user/setMailWord',
    summary: 'Sets the word that stands in each of our e-mails to the member.',
    input: Fields({
      word: Type.String({ maxLength: 100, description: '3–40 characters' }),
      password: LoginPassword(),
    }),
    output: Type.Object({ mailWord: Type.String() }),
    codes: [4011, 5017, 5019],
  }),
  securityEvents: defineCall({
    ...memberRead,
    path: '/user/securityEvents',
    summary: 'Lists logins and changes of the security of the account, newest first.',
    input: Fields(pageFields),
    output: ListOf(SecurityEventRow),
    codes: [],
  }),
  freeze: defineCall({
    ...memberSecret,
    path: '/user/freeze',
    summary:
      'Freezes the account immediately: cancels open orders and withdrawals under review; no money can be moved. Login and reading stay possible.',
    input: NoFields(),
    output: Type.Object({ freeze: FreezeOut }),
    codes: [],
  }),
  unfreeze: defineCall({
    ...memberSecret,
    path: '/user/unfreeze',
    summary:
      'Asks staff to lift a freeze by the owner: two of them check the identity, 24 hours later at the earliest.',
    input: Fields({
      note: Type.Optional(Type.String({ maxLength: 500, description: 'for staff' })),
    }),
    output: Type.Object({ unfreezing: Unfreezing }),
    codes: [4008, 5011],
  }),
  addressLock: defineCall({
    ...memberRead,
    path: '/user_qianbao/addressLock',
    summary: 'Returns whether withdrawals go to saved addresses only.',
    input: NoFields(),
    output: Type.Object({ lock: AddressLock }),
    codes: [],
  }),
  setAddressLock: defineCall({
    ...memberSecret,
    path: '/user_qianbao/setAddressLock',
    summary:
      'Allows withdrawals to saved addresses only, immediately; or turns this off after 24 hours, with the login password. Turning it on again cancels that.',
    input: Fields({
      isOn: Type.Boolean(),
      password: Type.Optional(LoginPassword()),
    }),
    output: Type.Object({ lock: AddressLock }),
    codes: [4011, 5010, 5017, 5019],
  }),
};
