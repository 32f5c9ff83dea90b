/** API of snapshots of liabilities for operators (ADR 53). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Id, NoFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

const Newest = Type.Object({
  ID: Id('number of the snapshot'),
  askedAt: Time(),
  askedBy: Type.Union([Type.String({ description: 'login' }), Type.Null()], {
    description: 'null: the daily one',
  }),
  takenAt: Type.Union([Time(), Type.Null()], { description: 'when balances were read' }),
  index: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'entry of the public log; null: not published yet',
  }),
  publishedAt: Type.Union([Time(), Type.Null()], {
    description: 'null: not published yet, or before this was noted',
  }),
});
export type NewestSnapshot = Static<typeof Newest>;

export const operatorLiabilitiesCalls = {
  newestSnapshot: defineCall({
    ...operatorRead('books.read', 'operations.read'),
    path: '/operator/liabilities/newest',
    summary: 'Returns the newest snapshot of what is owed to all members, published or not.',
    input: NoFields(),
    output: Type.Object({
      newest: Type.Union([Newest, Type.Null()], { description: 'null: none was asked for yet' }),
    }),
    codes: [],
  }),
  askSnapshot: defineCall({
    ...operatorAct('books.export'),
    path: '/operator/liabilities/ask',
    summary:
      'Asks for a snapshot of what is owed to all members, besides the daily one. It begins within a minute.',
    input: NoFields(),
    output: Type.Object({ ID: Id('number of the snapshot') }),
    codes: [],
  }),
};
