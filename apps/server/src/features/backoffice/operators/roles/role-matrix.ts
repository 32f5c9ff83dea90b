/** What each role may do, from the permissions that the calls declare: the page shows what the server enforces. */
import type { Call, Need, Permission } from '@tern/protocol';
import { meets, operatorCalls, type RoleMark, type RoleRow } from '@tern/protocol/operator';
import { rowsOfRoles } from './role-rows.ts';

type Row = (typeof rowsOfRoles)[number];

const calls: readonly Call[] = Object.values(operatorCalls);
const byPath = new Map(calls.map((call) => [call.path.replace('/operator/', ''), call]));

/** @throws Error for a path without a call, or one that needs no role */
function needsOf(path: string): readonly Need[] {
  const needs = byPath.get(path)?.needs;
  if (needs === undefined) throw new Error(`no call ${path} that needs a permission`);
  return needs;
}

/** What who holds these permissions does in a row; undefined: nothing. */
function markOf({ sees, acts, by }: Row, held: readonly Permission[]): RoleMark | undefined {
  const mayAct = acts.some((path) => meets(held, needsOf(path)));
  // Nobody decides about a record of the queue that they cannot open.
  const decides = (as: Permission) => held.includes('reviews.read') && held.includes(as);
  const isFirst = by === 'decides' ? decides('reviews.first') : mayAct && by !== 'alone';
  const isSecond = by === 'both' ? mayAct : by !== 'alone' && decides('reviews.second');
  if (isFirst && isSecond) return 'either';
  if (isFirst) return 'first';
  if (isSecond) return 'second';
  if (mayAct && by === 'alone') return 'alone';
  return sees.some((path) => meets(held, needsOf(path))) ? 'sees' : undefined;
}

/** Someone who can sign in, with the permissions of all their roles. */
export interface AtWork {
  readonly login: string;
  readonly permissions: readonly Permission[];
}

export interface NamedRole {
  readonly key: string;
  readonly permissions: readonly Permission[];
}

/** The matrix, and what the operators at work could not do. */
export function roleMatrix(roles: readonly NamedRole[], people: readonly AtWork[]): RoleRow[] {
  return rowsOfRoles.map((row) => {
    const marks = roles.flatMap(({ key: role, permissions }) => {
      const mark = markOf(row, permissions);
      return mark === undefined ? [] : [{ role, mark }];
    });
    const { key, group } = row;
    return { key, group, marks, lacks: lackOf(row, people) };
  });
}

function lackOf(row: Row, people: readonly AtWork[]): RoleRow['lacks'] {
  const marked = people.map(({ login, permissions }) => ({
    login,
    mark: markOf(row, permissions),
  }));
  const withMark = (...wanted: readonly RoleMark[]) =>
    marked.filter(({ mark }) => mark !== undefined && wanted.includes(mark));
  if (row.by === 'alone') {
    const isPossible = withMark(row.acts.length > 0 ? 'alone' : 'sees').length > 0;
    return isPossible ? null : 'everyone';
  }
  const firsts = withMark('first', 'either');
  const seconds = withMark('second', 'either');
  if (firsts.length === 0 && seconds.length === 0) return 'everyone';
  const isPossible = firsts.some((first) => seconds.some((second) => second.login !== first.login));
  return isPossible ? null : 'second';
}
