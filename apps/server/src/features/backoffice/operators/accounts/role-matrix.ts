/** What each role may do, from the roles that the calls declare: the page shows what the server enforces. */
import type { Call, OperatorRole } from '@tern/protocol';
import { decidingRoles, operatorCalls, type RoleMark, type RoleRow } from '@tern/protocol/operator';
import { rowsOfRoles } from './role-rows.ts';

type Row = (typeof rowsOfRoles)[number];

const calls: readonly Call[] = Object.values(operatorCalls);
const byPath = new Map(calls.map((call) => [call.path.replace('/operator/', ''), call]));

/** @throws Error for a path without a call, or one that needs no role */
function rolesOf(path: string): readonly OperatorRole[] {
  const roles = byPath.get(path)?.roles;
  if (roles === undefined) throw new Error(`no call ${path} that needs a role`);
  return roles;
}

/** What the operators of a role do in a row; undefined: nothing. */
function markOf(row: Row, role: OperatorRole): RoleMark | undefined {
  const { sees, acts, by } = row;
  const decides = (turn: 'first' | 'second') =>
    decidingRoles[turn].some((decider) => decider === role);
  const mayAct = acts.some((path) => rolesOf(path).includes(role));
  const isFirst = by === 'decides' ? decides('first') : mayAct && by !== 'alone';
  const isSecond = by === 'both' ? mayAct : by !== 'alone' && decides('second');
  if (isFirst && isSecond) return 'either';
  if (isFirst) return 'first';
  if (isSecond) return 'second';
  if (mayAct && by === 'alone') return 'alone';
  return sees.some((path) => rolesOf(path).includes(role)) ? 'sees' : undefined;
}

export interface AtWork {
  readonly login: string;
  readonly roles: readonly string[];
}

/** The matrix, and what the operators at work could not do. */
export function roleMatrix(roles: readonly OperatorRole[], people: readonly AtWork[]): RoleRow[] {
  return rowsOfRoles.map((row) => {
    const marks = roles.flatMap((role) => {
      const mark = markOf(row, role);
      return mark === undefined ? [] : [{ role, mark }];
    });
    const { key, group } = row;
    return { key, group, marks, lacks: lackOf(marks, people) };
  });
}

function lackOf(
  marks: readonly { readonly role: OperatorRole; readonly mark: RoleMark }[],
  people: readonly AtWork[],
): RoleRow['lacks'] {
  const withMark = (...wanted: readonly RoleMark[]): AtWork[] =>
    people.filter(({ roles }) =>
      marks.some(({ role, mark }) => wanted.includes(mark) && roles.includes(role)),
    );
  if (!marks.some(({ mark }) => mark !== 'sees' && mark !== 'alone')) {
    const anyone = marks.some(({ mark }) => mark === 'alone')
      ? withMark('alone')
      : withMark('sees');
    return anyone.length === 0 ? 'everyone' : null;
  }
  const firsts = withMark('first', 'either');
  const seconds = withMark('second', 'either');
  if (firsts.length === 0 && seconds.length === 0) return 'everyone';
  const isPossible = firsts.some((first) => seconds.some((second) => second.login !== first.login));
  return isPossible ? null : 'second';
}
