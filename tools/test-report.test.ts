import { expect, test } from 'vitest';
import { commandOf, reportText } from './test-report.ts';

const SET_UP_MS = 2_500;
const file = (path: string, tests: number) => ({ project: 'server', path, tests, loading: 500 });

test('the report sums the seconds of a project and lists the slowest files first', () => {
  const lines = reportText(
    SET_UP_MS,
    [file('a.test.ts', 1_000), file('b.test.ts', 4_000)],
    [],
  ).split('\n');
  expect(lines).toContain('    5.0    1.0     2 server');
  expect(lines.indexOf('    4.0 b.test.ts')).toBeLessThan(lines.indexOf('    1.0 a.test.ts'));
  expect(lines.join('\n')).not.toContain('failed');
});

test('a failed test is named with its message and the command that runs it alone', () => {
  const failure = {
    project: 'server',
    path: 'apps/server/tests/spot.test.ts',
    name: "a member's orders > fills (in part)",
    messages: ['Property failed after 3 tests\n{ seed: 7, path: "2" }'],
  };
  const text = reportText(SET_UP_MS, [], [failure]);
  expect(text).toContain("✗ apps/server/tests/spot.test.ts > a member's orders > fills (in part)");
  expect(text).toContain('{ seed: 7, path: "2" }');
  expect(text).toContain(
    String.raw`npx vitest run --project server apps/server/tests/spot.test.ts -t '^a member'\''s orders fills \(in part\)$'`,
  );
});

test('the command of a long test names the mode, and that of a file no test', () => {
  const failure = { project: 'long', path: 'a.test.ts', messages: [] };
  expect(commandOf(failure)).toBe('npx vitest run --mode long --project long a.test.ts');
});
