import type { OperatorRole } from '@tern/protocol';
import { type Need, operatorCalls, startRoles } from '@tern/protocol/operator';
import { expect, it } from 'vitest';
import { roleMatrix } from './role-matrix.ts';
import { type ListedPath, rowsOfRoles } from './role-rows.ts';

const calls = Object.values(operatorCalls).flatMap(({ path, ...call }) =>
  'needs' in call
    ? [{ path: path.replace('/operator/', ''), needs: call.needs as readonly Need[] }]
    : [],
);
type Calls = typeof operatorCalls;
type PathWithRole<C> = C extends { readonly needs: unknown; readonly path: `/operator/${infer P}` }
  ? P
  : never;
/** A call that needs a permission and is in no row is a missing property here: give it a row in `role-rows.ts`. */
const unlisted: Record<Exclude<PathWithRole<Calls[keyof Calls]>, ListedPath>, never> = {};

const roles = Object.entries(startRoles).map(([key, permissions]) => ({ key, permissions }));
const people = (...given: OperatorRole[][]) =>
  given.map((held, at) => ({
    login: `op-${at}`,
    permissions: held.flatMap((role) => [...startRoles[role]]),
  }));
const rowOf = (key: string, ...given: OperatorRole[][]) =>
  roleMatrix(roles, people(...given)).find((row) => row.key === key)!;

it('has every call that needs a permission in exactly one row, and no other', () => {
  const paths = rowsOfRoles.flatMap(({ sees, acts }) => [...sees, ...acts]);
  expect(paths.toSorted()).toEqual(calls.map(({ path }) => path).toSorted());
  expect(unlisted).toEqual({});
});

it('says of no row what only some of its calls allow', () => {
  const needsOf = (path: string) => calls.find((call) => call.path === path)!.needs;
  for (const { key, acts } of rowsOfRoles) {
    const sets = new Set(acts.map((path) => needsOf(path).toSorted().join()));
    expect([key, sets.size], key).toEqual([key, Math.min(1, acts.length)]);
  }
});

it('names who is first, second, either and alone, as calls and decisions require', () => {
  const marks = (key: string) =>
    Object.fromEntries(rowOf(key).marks.map((each) => [each.role, each.mark]));
  expect(marks('reviews')).toMatchObject({
    reviewer: 'first',
    approver: 'second',
    auditor: 'sees',
  });
  expect(marks('entry')).toEqual({ reviewer: 'first', approver: 'either' });
  expect(marks('announcements')).toMatchObject({ content: 'first', approver: 'second' });
  expect(marks('dayClose')).toMatchObject({ reviewer: 'either', approver: 'either' });
  expect(marks('stop')).toEqual({ reviewer: 'alone', support: 'alone' });
  expect(marks('audit')).toEqual({ auditor: 'sees' });
});

it('counts nobody as deciding who cannot open the queue', () => {
  const blind = startRoles.approver.filter((permission) => permission !== 'reviews.read');
  const matrix = roleMatrix(
    [{ key: 'approver', permissions: blind }],
    [
      { login: 'one', permissions: startRoles.reviewer },
      { login: 'two', permissions: blind },
    ],
  );
  const { marks, lacks } = matrix.find(({ key }) => key === 'reviews')!;
  expect(marks).toEqual([{ role: 'approver', mark: 'sees' }]);
  expect(lacks).toBe('second');
});

it.each([
  ['one approver cannot be the second of the own proposal', 'entry', [['approver']], 'second'],
  ['a reviewer and an approver are two', 'entry', [['reviewer'], ['approver']], null],
  ['a reviewer alone finds no second', 'reviews', [['reviewer']], 'second'],
  ['one person with both roles is still one', 'reviews', [['reviewer', 'approver']], 'second'],
  ['nobody is at work who sees it', 'audit', [['reviewer']], 'everyone'],
  ['one is enough for what one person does', 'stop', [['support']], null],
] as const)('%s', (_name, key, given, lacks) => {
  expect(rowOf(key, ...given.map((held) => [...held])).lacks).toBe(lacks);
});
