/** Records of a member as cards: in messages to support, with their state at the time of reading. */
import { type Static, Type } from 'typebox';
import { Id, IdIn, Time } from './fields.ts';

/** Records that a member attaches to a message. */
export const RecordKind = () =>
  Type.Union([
    Type.Literal('verification'),
    Type.Literal('deposit'),
    Type.Literal('withdrawal'),
    Type.Literal('wire'),
    Type.Literal('payout'),
    Type.Literal('order'),
    Type.Literal('contract'),
    Type.Literal('swap'),
    Type.Literal('staking'),
    Type.Literal('earn'),
    Type.Literal('subscription'),
    Type.Literal('loan'),
  ]);
export type RecordKind = Static<ReturnType<typeof RecordKind>>;

/** A record as both sides see it at a message: its facts at the time of reading, not of writing. */
export const RecordCard = Type.Object({
  kind: RecordKind(),
  ID: Id(),
  recordNo: Type.String({ description: 'D-20418; of orders the number alone' }),
  asset: Type.Union([Type.String(), Type.Null()], { description: 'null: of a verification' }),
  amount: Type.Union([Type.String(), Type.Null()], { description: 'exact decimal' }),
  state: Type.Union([
    Type.Literal('underReview'),
    Type.Literal('onItsWay'),
    Type.Literal('open'),
    Type.Literal('completed'),
    Type.Literal('rejected'),
    Type.Literal('cancelled'),
    Type.Literal('returned'),
    Type.Literal('overdue'),
  ]),
  CreatedAt: Time(),
  canCancel: Type.Boolean({ description: 'the member can cancel it on its page' }),
  link: Type.String({
    description: "its page in the members' app: /pages/bitcoin/withdrawDetail?id=7",
  }),
});
export type RecordCard = Static<typeof RecordCard>;

/** Names a record of the member. */
export const RecordIn = () =>
  Type.Object({ kind: RecordKind(), ID: IdIn() }, { additionalProperties: false });
