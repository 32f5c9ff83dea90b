/** API of roles: what each may do, and who holds it. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { NoFields } from '../../fields.ts';
import { operatorRead } from '../../presets.ts';
import { Role } from './session.ts';

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
  marks: Type.Array(Type.Object({ role: Role, mark: Mark }), {
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

export const operatorRoleCalls = {
  roles: defineCall({
    ...operatorRead('operators.read'),
    path: '/operator/account/roles',
    summary:
      'Shows what each role may do, how many operators at work hold it, and what nobody could do.',
    input: NoFields(),
    output: Type.Object({
      rows: Type.Array(RoleRow),
      people: Type.Array(Type.Object({ role: Role, logins: Type.Array(Type.String()) }), {
        description: 'every role, with those at work who hold it',
      }),
    }),
    codes: [],
  }),
};
