/** What a run of the tests ends with: where its time went, and each failed test with the command that runs it alone. */
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { treeRoot } from './arch/source-files.ts';

/** A file that has run. All times are in milliseconds. */
export interface FileRun {
  readonly project: string;
  readonly path: string;
  /** Tests with their hooks. */
  readonly tests: number;
  /** Environment, set-up and import, before the first test. */
  readonly loading: number;
}

/** A test that failed, or a file that could not be loaded (without `name`). */
export interface Failure {
  readonly project: string;
  readonly path: string;
  readonly name?: string;
  /** The first lines of each error. fast-check puts its seed and path there. */
  readonly messages: readonly string[];
}

const SLOWEST_SHOWN = 30;
const MESSAGE_LINES = 12;

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(7);

const sumBy = (files: readonly FileRun[], pick: (file: FileRun) => number): number =>
  files.reduce((sum, file) => sum + pick(file), 0);

const projectLines = (files: readonly FileRun[]): string[] =>
  [...new Set(files.map(({ project }) => project))].map((project) => {
    const ofProject = files.filter((file) => file.project === project);
    return [
      seconds(sumBy(ofProject, ({ tests }) => tests)),
      seconds(sumBy(ofProject, ({ loading }) => loading)),
      String(ofProject.length).padStart(6),
      ` ${project}`,
    ].join('');
  });

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Characters of a name that a pattern reads differently. */
const literal = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The command that runs a failed test alone. vitest joins the names of suites and test with a space. */
export const commandOf = ({ project, path, name }: Failure): string =>
  [
    'npx vitest run',
    // The projects of `npm run test:long`.
    ...(project.startsWith('long') ? ['--mode long'] : []),
    `--project ${project} ${path}`,
    ...(name === undefined ? [] : [`-t ${quoted(`^${literal(name.replaceAll(' > ', ' '))}$`)}`]),
  ].join(' ');

const failureLines = (failure: Failure): string[] => [
  `✗ ${failure.path}${failure.name === undefined ? '' : ` > ${failure.name}`}`,
  ...failure.messages.flatMap((message) =>
    message
      .split('\n')
      .slice(0, MESSAGE_LINES)
      .map((line) => `    ${line}`),
  ),
  `    ${commandOf(failure)}`,
];

/** The report as text: seconds per project, the slowest files, and what failed. `setUp` is the time before the first file. */
export function reportText(
  setUp: number,
  files: readonly FileRun[],
  failures: readonly Failure[],
): string {
  const slowest = files
    .toSorted((left, right) => right.tests - left.tests)
    .slice(0, SLOWEST_SHOWN)
    .map(({ tests, path }) => `${seconds(tests)} ${path}`);
  return [
    '',
    `── where the time went (seconds of a worker; set-up before the first file: ${(setUp / 1000).toFixed(1)} s)`,
    '  tests loading files project',
    ...projectLines(files),
    '',
    `── the ${slowest.length} slowest files`,
    ...slowest,
    ...(failures.length === 0 ? [] : ['', `── ${failures.length} failed`]),
    ...failures.flatMap(failureLines),
  ].join('\n');
}

const messagesOf = (errors: ReadonlyArray<{ message: string }> | undefined): string[] =>
  (errors ?? []).map(({ message }) => message);

const pathOf = (module: TestModule): string => relative(treeRoot, module.moduleId);

const failuresOf = (module: TestModule): Failure[] => {
  const at = { project: module.project.name, path: pathOf(module) };
  const suites = [module, ...module.children.allSuites()]
    .map((suite) => ({ ...at, messages: messagesOf(suite.errors()) }))
    .filter(({ messages }) => messages.length > 0);
  const tests = [...module.children.allTests('failed')].map((test) => ({
    ...at,
    name: test.fullName,
    messages: messagesOf(test.result().errors),
  }));
  return [...suites, ...tests];
};

/** The reporter of `npm test` and `npm run test:long`, beside vitest's own. */
export default class TestReport implements Reporter {
  #started = 0;
  #setUp: number | undefined;

  onInit(): void {
    this.#started = performance.now();
  }

  onTestModuleStart(): void {
    this.#setUp ??= performance.now() - this.#started;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => {
      const spent = module.diagnostic();
      return {
        project: module.project.name,
        path: pathOf(module),
        tests: spent.duration,
        loading: spent.environmentSetupDuration + spent.setupDuration + spent.collectDuration,
      };
    });
    console.log(reportText(this.#setUp ?? 0, files, modules.flatMap(failuresOf)));
  }
}
