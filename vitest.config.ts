/** Every test of the project, in groups by what they need: nothing, a database, a built app, a browser. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const setupIfPresent = (path: string): { globalSetup?: string[] } =>
  existsSync(root + path) ? { globalSetup: [path] } : {};
const cluster = setupIfPresent('apps/server/tests/support/cluster.ts');
const browser = setupIfPresent('e2e/support/global-setup.ts');
const webConfig = './apps/web/vite.config.ts';

/** Sockets and fingers sometimes slip on a busy machine. Races are not tried again: one lost in ten is a fault. */
const overRealSockets = { retry: 2 };

/** What is asked again and again until it holds gets time: the default of one second fails on a busy machine. */
const patient = { poll: { timeout: 10_000 } };

/** For files that leave nothing behind in their process: the next one finds the program loaded already, which saves a second each. */
const sharedProcess = { isolate: false };

type Group = NonNullable<TestProjectInlineConfiguration['test']>;

const group = (test: Group): TestProjectInlineConfiguration => ({
  extends: true,
  root,
  test: { environment: 'node', pool: 'forks', expect: patient, ...test },
});

/** What `npm test` runs. */
const quick: TestProjectInlineConfiguration[] = [
  group({ name: 'packages', ...sharedProcess, include: ['packages/*/src/**/*.test.{ts,tsx}'] }),
  {
    // The web build's own plugins compile message files, so its tests read what the browser reads.
    extends: existsSync(root + webConfig) ? webConfig : true,
    root,
    test: {
      name: 'web',
      ...sharedProcess,
      environment: 'node',
      pool: 'forks',
      include: ['apps/web/src/**/*.test.{ts,tsx}'],
    },
  },
  group({
    name: 'console',
    ...sharedProcess,
    include: ['apps/console/src/**/*.test.{ts,tsx}'],
  }),
  group({
    name: 'tools',
    include: ['tools/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  }),
  group({
    name: 'server-unit',
    ...sharedProcess,
    include: ['apps/server/src/**/*.test.ts'],
    ...cluster,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  }),
  group({
    name: 'server',
    ...sharedProcess,
    ...overRealSockets,
    include: ['apps/server/tests/**/*.test.ts'],
    exclude: ['apps/server/tests/{races,crash,explored,long}/**'],
    ...cluster,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  }),
  // Races want the machine to themselves: one file at a time. Browser stories come last, two at a time.
  group({
    name: 'races',
    include: ['apps/server/tests/races/**/*.test.ts'],
    ...cluster,
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  }),
  group({
    name: 'e2e',
    include: ['e2e/**/*.spec.ts'],
    globalSetup: [...(browser.globalSetup ?? []), ...(cluster.globalSetup ?? [])],
    sequence: { groupOrder: 2 },
    ...overRealSockets,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  }),
];

/**
 * What `npm run test:long` runs, one file at a time: crashes, explored states, fuzzers, simulated years. An exploration is one
 * long transaction, and while it is open no member of the whole cluster receives an event.
 */
const long: TestProjectInlineConfiguration[] = [
  group({
    name: 'long',
    include: ['apps/server/tests/{crash,explored,long}/**/*.test.ts'],
    ...cluster,
    maxWorkers: 1,
    testTimeout: 900_000,
    hookTimeout: 120_000,
  }),
];

export default defineConfig(({ mode }) => ({
  test: {
    // Two cores is the smallest machine we promise; more workers only make timings noisy there.
    maxWorkers: 2,
    projects: mode === 'long' ? long : quick,
  },
}));
