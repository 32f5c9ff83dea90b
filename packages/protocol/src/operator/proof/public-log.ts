/** API of the keys of the public log for operators: where each comes from, and the declaration of lost ones (ADR 67). */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, IdIn, NoData, NoFields, Time } from '../../fields.ts';
import { operatorAct, operatorRead } from '../../presets.ts';

const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const KeyRow = Type.Object({
  ID: Id('number of the key'),
  CreatedAt: Time(),
  key: Type.String({ description: 'the public key as `name+id+base64`' }),
  state: Type.Union(
    [
      Type.Literal('first'),
      Type.Literal('introduced'),
      Type.Literal('alone'),
      Type.Literal('declared'),
      Type.Literal('lost'),
      Type.Literal('undeclared'),
    ],
    {
      description:
        'introduced: by an entry of the key before it; alone: it signed its own entry; declared: in place of lost ones; lost: declared as lost; undeclared: nothing says where it comes from, a fault',
    },
  ),
  loss: OrNull(
    Type.Object(
      {
        proposedBy: Type.String({ description: 'login' }),
        reason: Type.String({ description: 'of the proposal' }),
        declaredBy: OrNull(Type.String({ description: 'login; null: only proposed' })),
        declaredAt: OrNull(Time()),
        entry: OrNull(Type.Integer({ minimum: 0, description: 'its entry of the public log' })),
      },
      { description: 'that it signs in place of lost ones' },
    ),
  ),
});
export type OperatorLogKey = Static<typeof KeyRow>;

const Loss = () =>
  Fields({
    ID: IdIn(),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'shown in the audit log' }),
  });

export const operatorLogCalls = {
  logKeyStates: defineCall({
    ...operatorRead('operations.read'),
    path: '/operator/logKeys/list',
    summary:
      'Lists the keys of the public log, newest first, with where each comes from; and what can be declared as lost.',
    input: NoFields(),
    output: Type.Object({
      list: Type.Array(KeyRow),
      due: OrNull(
        Type.Object(
          { ID: Id('the key that goes on'), lost: Type.Array(Id('keys that cannot sign')) },
          { description: 'what a declaration would say; null: nothing is to be declared' },
        ),
      ),
    }),
    codes: [],
  }),
  proposeLogKeyLoss: defineCall({
    ...operatorAct('operations.stop'),
    path: '/operator/logKeys/propose',
    summary:
      'Proposes to declare that a key signs in place of lost ones, with a reason. Another approver declares it.',
    input: Loss(),
    output: NoData(),
    codes: [5007, 5034],
  }),
  declareLogKeyLoss: defineCall({
    ...operatorAct('operations.stop'),
    path: '/operator/logKeys/declare',
    summary:
      'Writes the declaration into the public log for good, signed by the key that goes on, as the second approver.',
    input: Loss(),
    output: NoData(),
    codes: [5007, 5032, 5034],
  }),
};
