/** All tests, grouped by what they need: nothing, a database, a built app, a browser. Nothing is retried. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const setupIfPresent = (path: string): { globalSetup?: string[] } =>
  existsSync(root + path) ? { globalSetup: [path] } : {};
const cluster = {
  ...setupIfPresent('apps/server/tests/support/cluster.ts'),
  setupFiles: ['apps/server/tests/support/all-notices.ts'],
};
const browser = setupIfPresent('e2e/support/global-setup.ts');
/** The apps' own build plugins compile messages and styles, so their tests read what the browser reads. */
const buildOf = (app: 'web' | 'console'): string | true => {
  const config = `apps/${app}/vite.config.ts`;
  return existsSync(root + config) ? `./${config}` : true;
};

/**
 * A limit only ends a test that hangs. Each is far above what a test takes on a machine that is busy with
 * something else: vitest's defaults of five seconds, and of one for `expect.poll`, failed tests by chance.
 */
const patient = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};

/**
 * Files of a group share a process, which saves loading the server again: a second each. What they import is loaded once, so
 * a hook that a shared module registers is one of the first file alone: it cleans up by `onTestFinished`.
 */
const sharedProcess = { isolate: false };

/** Screens are drawn in a document without layout. Only the button needs its style: it hides one of two labels. */
const screens = {
  environment: 'happy-dom',
  css: { include: [/actions\/button[.]module/] },
};

type Group = NonNullable<TestProjectInlineConfiguration['test']>;

/** They are about what React or the app loads first, so each has a process of its own. */
const FIRST_LOADS = [
  'apps/web/src/app/later-pages.test.tsx',
  'apps/web/src/kernel/quotes/renders-per-tick.test.tsx',
];

const group = (test: Group, build: string | true = true): TestProjectInlineConfiguration => ({
  extends: build,
  root,
  test: { environment: 'node', pool: 'forks', ...patient, ...test },
});

/** What `npm test` runs. */
const quick: TestProjectInlineConfiguration[] = [
  group({
    name: 'packages',
    ...sharedProcess,
    include: ['packages/*/{src,tests}/**/*.test.{ts,tsx}'],
    exclude: ['packages/*/src/long/**'],
  }),
  ...(['web', 'console'] as const).flatMap((app) => [
    group({ name: app, ...sharedProcess, include: [`apps/${app}/src/**/*.test.ts`] }, buildOf(app)),
    group(
      {
        name: `${app}-screens`,
        ...sharedProcess,
        ...screens,
        include: [`apps/${app}/src/**/*.test.tsx`],
        exclude: FIRST_LOADS,
      },
      buildOf(app),
    ),
  ]),
  group({ name: 'first-loads', ...screens, include: FIRST_LOADS }, buildOf('web')),
  group({ name: 'tools', include: ['tools/**/*.test.ts'], exclude: ['tools/long/**'] }),
  group({
    name: 'server-unit',
    ...sharedProcess,
    include: ['apps/server/src/**/*.test.ts'],
    ...cluster,
  }),
  group({
    name: 'server',
    ...sharedProcess,
    include: ['apps/server/tests/**/*.test.ts'],
    exclude: ['apps/server/tests/{races,crash,explored,long}/**'],
    ...cluster,
  }),
  group({
    name: 'races',
    ...sharedProcess,
    include: ['apps/server/tests/races/**/*.test.ts'],
    ...cluster,
  }),
  // Browser stories run last.
  group({
    name: 'e2e',
    ...sharedProcess,
    include: ['e2e/**/*.spec.ts'],
    exclude: ['e2e/long/**'],
    globalSetup: [...(browser.globalSetup ?? []), ...(cluster.globalSetup ?? [])],
    sequence: { groupOrder: 1 },
  }),
];

/** One file makes the first start that others wait for; on a busy machine that takes minutes. */
const veryPatient = { testTimeout: 900_000, hookTimeout: 900_000 };

/** Measure time or memory against a limit or each other: alone on the machine. */
const measured = [
  'apps/server/tests/long/{main-thread,enumeration,invariants-cost,image-memory}.test.ts',
  // How long members wait while another instance or server takes over.
  'apps/server/tests/crash/{standby,failover-under-load,rolling-upgrade}.test.ts',
];

/**
 * What `npm run test:long` runs: explored states, fuzzers, simulations, computations, and instances that are started and killed,
 * two files at a time: each has folders, ports and servers of its own, and most of them wait. Then alone what measures; then
 * screens.
 */
const long: TestProjectInlineConfiguration[] = [
  group({
    name: 'long',
    include: [
      'apps/server/tests/{crash,explored,long}/**/*.test.ts',
      'packages/*/src/long/**/*.test.ts',
      'tools/long/**/*.test.ts',
    ],
    exclude: measured,
    ...cluster,
    ...veryPatient,
  }),
  group({
    name: 'long-alone',
    include: measured,
    ...cluster,
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
    ...veryPatient,
  }),
  group({
    name: 'long-e2e',
    include: ['e2e/long/**/*.spec.ts'],
    globalSetup: [...(browser.globalSetup ?? []), ...(cluster.globalSetup ?? [])],
    sequence: { groupOrder: 2 },
  }),
];

export default defineConfig(({ mode }) => ({
  test: {
    // Two cores are the smallest supported machine. Two workers leave a quarter of them idle: they wait for browsers and databases.
    maxWorkers: 3,
    projects: mode === 'long' ? long : quick,
  },
}));
