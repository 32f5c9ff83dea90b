/** Wire of operations: the invariants of the books, and read-only mode (ADR 52). */
import { type Static, Type } from 'typebox';
import { defineCall, type OperatorRole } from '../call.ts';
import { Fields, Id, IdIn, NoData, NoFields, Time } from '../fields.ts';

const readers: readonly OperatorRole[] = ['reviewer', 'approver', 'auditor'];

const OrNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const Faults = () => Type.Array(Type.String(), { description: 'the first ones, at most 20' });

const CheckedInvariant = Type.Object({
  id: Type.String({ description: 'holds-match' }),
  rule: Type.String({ description: 'Holds match open orders and withdrawals' }),
  checkedAt: OrNull(Time('null: not checked yet')),
  tookMs: Type.Integer({ minimum: 0 }),
  faults: Faults(),
});
export type CheckedInvariant = Static<typeof CheckedInvariant>;

const ReadOnlyPeriod = Type.Object({
  ID: Id(),
  rule: Type.String({ description: 'the rule that was broken first' }),
  faults: Faults(),
  beganAt: Time(),
  proposedBy: OrNull(Type.String({ description: 'login of the operator who proposed to lift it' })),
  proposedReason: Type.String({ description: 'empty before a proposal' }),
  proposedAt: OrNull(Time()),
  liftedBy: OrNull(Type.String()),
  liftedReason: Type.String(),
  liftedAt: OrNull(Time('null: still read-only')),
});
export type ReadOnlyPeriod = Static<typeof ReadOnlyPeriod>;

const Lift = () =>
  Fields({
    ID: IdIn(),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'shown in the audit log' }),
  });

export const operatorOperationCalls = {
  invariants: defineCall({
    auth: 'operator',
    movesMoney: false,
    rate: 'read',
    roles: readers,
    method: 'GET',
    path: '/operator/operations/invariants',
    summary:
      'Returns the last check of each invariant and the latest read-only periods, newest first.',
    input: NoFields(),
    output: Type.Object({
      invariants: Type.Array(CheckedInvariant),
      periods: Type.Array(ReadOnlyPeriod),
    }),
    codes: [],
  }),
  proposeLift: defineCall({
    auth: 'operator',
    movesMoney: false,
    rate: 'money',
    roles: ['approver'],
    method: 'POST',
    path: '/operator/readOnly/propose',
    summary: 'Proposes to lift read-only mode, with a reason. Another approver lifts it.',
    input: Lift(),
    output: NoData(),
    codes: [5007, 5034],
  }),
  liftReadOnly: defineCall({
    auth: 'operator',
    movesMoney: false,
    rate: 'money',
    roles: ['approver'],
    method: 'POST',
    path: '/operator/readOnly/lift',
    summary:
      'Lifts read-only mode as the second approver, with a reason. It begins again with the next check that finds a rule broken.',
    input: Lift(),
    output: NoData(),
    codes: [5007, 5032, 5034],
  }),
};
