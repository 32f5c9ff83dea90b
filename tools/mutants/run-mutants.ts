/** Plants one mutant after the other and runs its tests; exits with 1 if one survives, or cannot be planted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTree } from '../arch/planted-tree.ts';
import { type Mutant, planted, readMutants } from './mutants.ts';

/** What vitest writes with `--reporter=json`. */
interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const USAGE =
  'npm run mutants [-- <area or part of a name> …]   without one: all, which takes an hour';
const words = process.argv.slice(2);
const chosen = readMutants().filter(
  ({ area, name }) =>
    words.length === 0 || words.some((word) => area === word || name.includes(word)),
);
if (chosen.length === 0) {
  console.log(`No mutant is named so.\n${USAGE}`);
  process.exit(2);
}

const copy = copyTree();
/** Several times what the slowest file takes: a fault may make a loop endless. */
const LIMIT_MS = 5 * 60_000;
let running: ChildProcess | undefined;
let isInterrupted = false;
/** With the processes in which its tests run. */
const end = () => running?.pid && process.kill(-running.pid, 'SIGKILL');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isInterrupted = true;
    end();
  });
}

/** Names of the tests that fail, or a reason why none could run. */
async function failuresOf(tests: readonly string[]): Promise<readonly string[] | string> {
  const file = join(copy.path, 'mutants-report.json');
  rmSync(file, { force: true });
  const vitest = join(copy.path, 'node_modules/vitest/vitest.mjs');
  const args = ['run', ...tests, '--reporter=json', `--outputFile=${file}`];
  const options = { cwd: copy.path, stdio: 'ignore', detached: true } as const;
  running = spawn(process.execPath, [vitest, ...args], options);
  const limit = setTimeout(end, LIMIT_MS);
  await once(running, 'close');
  clearTimeout(limit);
  running = undefined;
  if (!existsSync(file)) return 'its tests did not end';
  const { testResults, numPassedTests } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  const unloaded = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  // A file that cannot be loaded, or its set-up, proves nothing about the rule.
  if (failed.length === 0 && unloaded.length > 0) return `does not run: ${unloaded.join(', ')}`;
  return failed.length + numPassedTests === 0 ? 'no test ran' : failed;
}

/** A line about the outcome; `true` if a test found the fault. */
async function tried(mutant: Mutant): Promise<readonly [boolean, string]> {
  const path = join(copy.path, mutant.file);
  const text = readFileSync(path, 'utf8');
  let faulty: string;
  try {
    faulty = planted(text, mutant);
  } catch (error) {
    return [false, `its text ${(error as Error).message} in ${mutant.file}`];
  }
  writeFileSync(path, faulty);
  try {
    const failed = await failuresOf(mutant.tests);
    if (typeof failed === 'string') return [false, failed];
    const [first] = failed;
    return first === undefined ? [false, `survived ${mutant.tests.join(', ')}`] : [true, first];
  } finally {
    writeFileSync(path, text);
  }
}

try {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  console.log(`${tests.length} test files without a fault`);
  const failed = await failuresOf(tests);
  if (failed.length > 0) throw new Error(`They fail already: ${String(failed)}`);
  let died = 0;
  for (const mutant of chosen) {
    if (isInterrupted) break;
    const [isFound, line] = await tried(mutant);
    if (isFound) died += 1;
    console.log(`${isFound ? '✓' : '✗'} ${mutant.area}: ${mutant.name}\n    ${line}`);
  }
  console.log(`${died} of ${chosen.length} died.`);
  process.exitCode = died === chosen.length ? 0 : 1;
} finally {
  copy.remove();
}
