/** Which tests wait for time, and which are skipped: one file has the timers of tests, and each skipped test has a reason. */
import { isTest, sourceFiles, sourceText } from './source-files.ts';

/** Says when time may pass. */
const TIMERS = 'apps/server/tests/support/pass-time.ts';

/** A timer, a pause of the browser, or the module of timers; methods of sockets and mocks with such a name are none. */
export const TIMER =
  /(?<![.\w])(?:setTimeout|setInterval)\(|\bglobalThis\.set(?:Timeout|Interval)\(|\btimers\/promises\b|\bwaitForTimeout\(|(?<![.\w])sleep\(/u;

/** Files with timers of another kind, and why. */
const OTHER_TIMERS: Readonly<Record<string, string>> = {
  'apps/server/src/commands/cluster/supervised.test.ts': 'programs under test, as texts',
  'apps/server/tests/support/main-thread/probe.mjs': 'measures another process from within',
  'tools/arch/lint.test.ts': 'code that the lint refuses, as a text',
  'tools/arch/tidy.test.ts': 'code that the rule refuses, as a text',
  'tools/lock.test.ts': 'a program under test, as a text',
};

/** A test that does not run, or keeps others from running. */
export const MUTED = /\b(?:test|it|describe|story)(?:\.\w+)*\.(?:skip|todo|only|fails)\b/u;

/** A test that may not run. */
export const SKIPS = /\b(?:test|it|describe|story)(?:\.\w+)*\.(?:skipIf|runIf)\b/u;

/** What a machine may lack, by the files whose tests need it. */
const SKIPPED: Readonly<Record<string, string>> = {
  'apps/server/src/commands/doctor/doctor.test.ts': 'rights of files, which Windows has not',
  'apps/server/src/commands/signer/create-signer.test.ts': 'rights of files, which Windows has not',
  'apps/server/src/commands/cluster/supervised.test.ts': '/proc',
  'apps/server/src/platform/database/embedded.test.ts': 'the rights of root',
  'apps/server/src/platform/files/make-folder.test.ts': 'Linux',
  'apps/server/tests/crash/cluster-faults.test.ts': 'NATS, libfaketime',
  'apps/server/tests/crash/first-start.test.ts': 'NATS',
  'apps/server/tests/crash/full-disk.test.ts': 'the right to mount a disk',
  'apps/server/tests/crash/rolling-upgrade.test.ts': 'NATS',
  'apps/server/tests/crash/start-and-stop.test.ts': 'Linux',
  'apps/server/tests/history-files.test.ts': 'Python',
  'apps/server/tests/http-connections.test.ts': '/proc',
  'apps/server/tests/image-processes.test.ts': '/proc',
  'apps/server/tests/ledger-facts.test.ts': 'a row of its table that has a review',
  'apps/server/tests/long/alerts-end-to-end.test.ts': 'Prometheus',
  'apps/server/tests/long/alerts-fire.test.ts': 'Prometheus',
  'apps/server/tests/long/alerts-of-a-deployment.test.ts': 'Prometheus',
  'apps/server/tests/long/dump-restore.test.ts': 'a PostgreSQL of the system',
  'apps/server/tests/long/evidence-in-python.test.ts': 'Python',
  'apps/server/tests/long/generated-evidence-in-python.test.ts': 'Python',
  'apps/server/tests/long/live-mode.test.ts': 'Anvil',
  'apps/server/tests/long/nats-bus.test.ts': 'NATS',
  'apps/server/tests/long/pgbackrest-drill.test.ts': 'pgBackRest',
  'apps/server/tests/long/pgbouncer.test.ts': 'PgBouncer',
  'apps/server/tests/long/public-log-in-go.test.ts': 'Go',
  'apps/server/tests/long/log-copy-in-python.test.ts': 'Python',
  'apps/server/tests/long/paper-day-in-python.test.ts': 'Python',
  'apps/server/tests/long/public-log-in-python.test.ts': 'Python',
  'apps/server/tests/order-record.test.ts': 'Python',
  'apps/server/tests/rails-evm-deposits.test.ts': 'Anvil',
  'apps/server/tests/rails-evm-transfers.test.ts': 'Anvil',
  'apps/server/tests/rails-evm-sweeps.test.ts': 'Anvil',
  'apps/server/tests/reserves.test.ts': 'Anvil',
  'tools/arch/tidy.test.ts': 'none: examples of this rule, as texts',
  'tools/start-database.test.ts': 'bash',
};

const ofTests = (): readonly string[] =>
  sourceFiles().filter((file) => isTest(file) && /[.](tsx?|mts|mjs|cjs)$/.test(file));

/** Code without comments. */
const codeOf = (file: string): string =>
  sourceText(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, '');

const matching = (pattern: RegExp): readonly string[] =>
  ofTests().filter((file) => pattern.test(codeOf(file)));

/** Tests that wait for time by themselves. */
export const waitingForTime = (): readonly string[] =>
  matching(TIMER).filter((file) => file !== TIMERS && !(file in OTHER_TIMERS));

/** Tests that never run, or may be skipped without a reason. */
export const skipped = (): readonly string[] => [
  ...matching(MUTED).filter((file) => file !== 'tools/arch/tidy.test.ts'),
  ...matching(SKIPS).filter((file) => !(file in SKIPPED)),
];

/** Reasons of files that need none any more. */
export const needless = (): readonly string[] => [
  ...Object.keys(OTHER_TIMERS).filter((file) => !matching(TIMER).includes(file)),
  ...Object.keys(SKIPPED).filter((file) => !matching(SKIPS).includes(file)),
];
