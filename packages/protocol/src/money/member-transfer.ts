/** API of money that members send each other. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import {
  AmountIn,
  AmountOut,
  Fields,
  Id,
  IdIn,
  ListOf,
  NoFields,
  pageFields,
  Time,
} from '../fields.ts';
import { memberMoney, memberRead, memberSecret } from '../presets.ts';

/** Of a transfer, as the member who reads it sees it. */
export const transferDirection = { sent: 1, received: 2 } as const;

/** What both members read, at most. */
export const TRANSFER_NOTE_MAX = 60;

const Name = () =>
  Type.String({ description: 'A… W…; empty for a member who was verified without documents' });

export const MemberTransferRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  recordNo: Type.String({ description: 'Y-20418' }),
  direction: Type.Integer({ description: '1 sent, 2 received' }),
  member: Id('of the other member'),
  name: Name(),
  coinname: Type.String(),
  num: AmountOut(),
  note: Type.String({ description: 'both members read it' }),
});
export type MemberTransferRow = Static<typeof MemberTransferRow>;

/** `data` of the live event `memberTransfer.added`. */
export type MemberTransferEvent = MemberTransferRow;

const Receiver = Type.Object({
  member: Id(),
  name: Name(),
  isNew: Type.Boolean({ description: 'nothing was sent to them before' }),
  left: Type.Union([AmountOut(), Type.Literal('')], {
    description: 'the most they can get now, in USDT; empty: no limit of the first day',
  }),
});

export const memberTransferCalls = {
  transferTerms: defineCall({
    ...memberRead,
    path: '/transfer/terms',
    summary:
      'Returns the coins that can be sent to members, and the members whom one sent to, the last first.',
    input: NoFields(),
    output: Type.Object({
      coins: Type.Array(
        Type.Object({ coinname: Type.String(), max: AmountOut('the most of one transfer') }),
      ),
      firstDayMax: AmountOut('in USDT, to a member who is new to the sender'),
      receivers: Type.Array(Type.Object({ member: Id(), name: Name(), CreatedAt: Time() })),
    }),
    codes: [],
  }),
  findReceiver: defineCall({
    ...memberSecret,
    path: '/transfer/findMember',
    summary: 'Finds a member who takes transfers, five times a minute at most.',
    input: Fields({
      by: Type.Union([Type.Literal('id'), Type.Literal('email'), Type.Literal('phone')]),
      to: Type.String({
        minLength: 1,
        maxLength: 254,
        description: 'an identifier, an email, or a phone with its country code',
      }),
    }),
    output: Type.Object({ receiver: Receiver }),
    codes: [4008, 4025, 5007],
  }),
  sendToMember: defineCall({
    ...memberMoney,
    path: '/transfer/send',
    summary: 'Sends money to another member, immediately and finally.',
    input: Fields({
      member: IdIn(),
      coinname: Type.String({ pattern: '^[A-Za-z0-9]{2,12}$', description: 'USDT' }),
      num: AmountIn(),
      note: Type.Optional(Type.String({ maxLength: TRANSFER_NOTE_MAX })),
      pay_password: Type.String({ maxLength: 72 }),
    }),
    output: Type.Object({ transfer: MemberTransferRow }),
    codes: [
      4008, 4019, 4020, 4022, 4023, 4025, 5002, 5003, 5005, 5007, 5009, 5010, 5011, 5013, 5017,
      5019, 5022,
    ],
  }),
  memberTransfers: defineCall({
    ...memberRead,
    path: '/transfer/list',
    summary: 'Lists what the member sent to and received from others, newest first.',
    input: Fields({ ...pageFields }),
    output: ListOf(MemberTransferRow),
    codes: [],
  }),
  findTransfer: defineCall({
    ...memberRead,
    path: '/transfer/find',
    summary: 'Returns one transfer.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ transfer: MemberTransferRow }),
    codes: [5007],
  }),
};
