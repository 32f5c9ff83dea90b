/** API of roles: what each may do, who holds it, and proposals to change one. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { Fields, Id, NoFields, RequestId } from '../../fields.ts';
import { permissions } from '../../permissions.ts';
import { operatorAct, operatorRead } from '../../presets.ts';
import { PermissionName, RoleKey } from './session.ts';

const Mark = Type.Union([
  Type.Literal('sees'),
  Type.Literal('first', { description: 'the first of two people' }),
  Type.Literal('second', { description: 'the second of two people' }),
  Type.Literal('either', { description: 'first or second, never both of one record' }),
  Type.Literal('alone', {
    description: 'one person is enough: it moves nothing, or ends automatically',
  }),
]);
export type RoleMark = Static<typeof Mark>;

const RoleRow = Type.Object({
  key: Type.String(),
  group: Type.Union([
    Type.Literal('customers'),
    Type.Literal('decisions'),
    Type.Literal('offer'),
    Type.Literal('exchange'),
  ]),
  marks: Type.Array(Type.Object({ role: RoleKey(), mark: Mark }), {
    description: 'roles that may; the others may not',
  }),
  lacks: Type.Union(
    [
      Type.Literal('everyone', { description: 'nobody at work has it' }),
      Type.Literal('second', { description: 'of two people there is only one' }),
      Type.Null(),
    ],
    { description: 'what cannot be done with the operators there are' },
  ),
});
export type RoleRow = Static<typeof RoleRow>;

const OperatorRoleOut = Type.Object({
  key: RoleKey(),
  name: Type.String(),
  version: Type.Integer({ description: 'counted from 1' }),
  permissions: Type.Array(PermissionName()),
  logins: Type.Array(Type.String(), { description: 'those at work who hold it' }),
  reviewId: Type.Union([Id(), Type.Null()], { description: 'of a proposed change that waits' }),
});

export const operatorRoleCalls = {
  roles: defineCall({
    ...operatorRead('operators.read'),
    path: '/operator/account/roles',
    summary:
      'Shows what each role may do, how many operators at work hold it, and what nobody could do.',
    input: NoFields(),
    output: Type.Object({
      rows: Type.Array(RoleRow),
      roles: Type.Array(OperatorRoleOut, { description: 'every role in force, the oldest first' }),
    }),
    codes: [],
  }),
  proposeRole: defineCall({
    ...operatorAct('operators.propose'),
    path: '/operator/role/propose',
    summary:
      'Proposes a new role, another name or other permissions of one, or its end; a second person decides in the queue. Refused when an operator holds a role that would end, and when work that is possible now could be done by nobody: `data.rows` names it.',
    input: Fields({
      change: Type.Union([Type.Literal('add'), Type.Literal('edit'), Type.Literal('end')]),
      key: RoleKey('of a new role: lower-case letters, kept for good'),
      version: Type.Optional(
        Type.Integer({
          minimum: 1,
          description:
            'that the change follows, as it was shown; none of a new role. Refused with 5033 when the role has changed since',
        }),
      ),
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 40,
          description: 'of a new role, or another name of one; no other role has or had it',
        }),
      ),
      permissions: Type.Array(PermissionName(), {
        maxItems: permissions.length,
        description: 'all that the role has afterwards; empty for an end',
      }),
      reason: Type.String({ minLength: 1, maxLength: 500 }),
      requestId: RequestId(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [5002, 5007, 5016, 5033, 5034, 5036],
  }),
};
