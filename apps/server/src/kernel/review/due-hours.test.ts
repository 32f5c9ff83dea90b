import { expect, it } from 'vitest';
import { dueHours } from './due-hours.ts';

const usual = dueHours.parse({});

it('a version from before a kind existed leaves that kind its usual hours', () => {
  expect(usual.get('delisting')).toBe(24);
  const { size } = usual;
  const changed = dueHours.parse({ identity: 8 });
  expect([changed.get('identity'), changed.get('delisting'), changed.size]).toEqual([8, 24, size]);
});

it.each([
  [{ identity: 0 }, 'identity is not a whole number from 1 to 720'],
  [{ identity: 721 }, 'identity is not a whole number from 1 to 720'],
  [{ identity: '4' }, 'identity is not a whole number from 1 to 720'],
  [{ unknown: 4 }, 'has no kind unknown'],
])('refuses %j', (given, why) => {
  expect(() => dueHours.parse(given)).toThrow(why);
});
