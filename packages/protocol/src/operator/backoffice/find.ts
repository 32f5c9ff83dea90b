/** API of the console's search: one call over everything that an operator may open (ADR 84). */
import { type Static, type TSchema, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountOut, Fields, Id, Time } from '../../fields.ts';
import { operatorRead } from '../../presets.ts';
import { NoteLevelField } from '../account/customers.ts';

const Group = <Row extends TSchema>(row: Row) =>
  Type.Object({
    list: Type.Array(row, { description: 'the newest twenty' }),
    total: Type.Integer({ minimum: 0, description: '21: more than are listed' }),
  });
const OrNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const ofMember = {
  memberId: Id(),
  memberName: Type.String({ description: 'in the documents; empty: none were sent' }),
};

const Found = Type.Object({
  customers: Group(
    Type.Object({
      ID: Id(),
      name: Type.String({ description: 'in the documents; empty: none were sent' }),
      isNameVerified: Type.Boolean({ description: 'by two operators' }),
      email: Type.String({ description: 'masked' }),
      phone: Type.String({ description: 'masked; empty: none' }),
      isBanned: Type.Boolean(),
      isFrozen: Type.Boolean(),
      realNameStatus: Type.Integer({ description: '0 none, 1 submitted, 2 verified, 3 rejected' }),
    }),
  ),
  records: Group(
    Type.Object({
      ...ofMember,
      memberId: OrNull(Id()),
      reviewId: OrNull(Id('of its review, for those who open the queue')),
      kind: Type.String({ description: 'deposit, withdrawal, order …' }),
      recordNo: Type.String({ description: 'D-20418; of orders the number alone' }),
      coinname: OrNull(Type.String()),
      amount: OrNull(AmountOut()),
      isOpen: Type.Boolean({ description: 'not decided, or not ended' }),
      CreatedAt: Time(),
    }),
  ),
  addresses: Group(
    Type.Object({
      ...ofMember,
      use: Type.Union([Type.Literal('deposit'), Type.Literal('withdrawal')]),
      network: Type.String(),
      address: Type.String(),
      name: Type.String({ description: 'as the member named it; empty for deposits' }),
    }),
  ),
  notes: Group(
    Type.Object({
      ...ofMember,
      ID: Id(),
      CreatedAt: Time(),
      login: Type.String({ description: 'author' }),
      level: NoteLevelField(),
      note: Type.String(),
    }),
  ),
  announcements: Group(
    Type.Object({ ID: Id(), title: Type.String(), isPublished: Type.Boolean() }),
  ),
});
export type FoundEverything = Static<typeof Found>;
export type FoundRecord = FoundEverything['records']['list'][number];

export const operatorFindCalls = {
  findEverything: defineCall({
    ...operatorRead('role'),
    path: '/operator/find',
    summary:
      'Finds customers by a part of name, e-mail address or phone, or by ID; records by number, address, transaction, bank reference or payer; addresses, notes, announcements. What the roles do not open is left out. Searches are logged.',
    input: Fields({ words: Type.String({ minLength: 1, maxLength: 128 }) }),
    output: Found,
    codes: [],
  }),
};
