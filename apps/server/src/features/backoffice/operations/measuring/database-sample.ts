/** What has to be asked of the database: by one instance of the deployment, which tells the others. */
import { statfs } from 'node:fs/promises';
import type { Invariant } from '../../../../kernel/invariants/invariant.ts';
import { summarizeChecks } from '../../../../kernel/invariants/progress.ts';
import type { Rail, RailState } from '../../../../kernel/rails/rail.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { SECOND_MS } from '../../../../platform/durations.ts';
import type { OpenTransactions } from './open-transactions.ts';
import type { LogLag } from '../../../proof/public-log/index.ts';
import type { NewestClose } from '../../day-close/index.ts';
import type { OpenWork as MoneyWork, Waiting } from '../../../money/funding/index.ts';
import { type DatabaseRow, readDatabaseState } from '../store.ts';

/** Plain JSON. */
export interface OpenWork extends MoneyWork {
  /** Hedging at another exchange that was stopped, until two people resume it; absent: of a release that does not measure it. */
  readonly hedgingStopped?: Waiting | undefined;
}

/** Where the answers come from. */
export interface DatabaseGauges {
  /** When the oldest posting was written that is not counted yet. */
  uncountedSince(reader: Reader): Promise<number | undefined>;
  /** When the contract was due that waits longest. */
  nextDueAt(reader: Reader): Promise<number | undefined>;
  countWaiting(reader: Reader): Promise<{ waiting: number; oldestAt: number | null }>;
  /** Of how many assets rewards of invitations wait for treasury money. */
  rewardsWaiting(reader: Reader): Promise<number>;
  openWork(reader: Reader, at: number): Promise<OpenWork>;
  /** The newest closed day; undefined before the first. */
  newestClose(reader: Reader): Promise<NewestClose | undefined>;
  /** Undefined before the log was opened. */
  logLag(reader: Reader): Promise<LogLag | undefined>;
}

export interface DatabaseSampleDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly gauges: DatabaseGauges;
  readonly rails: readonly Rail[];
  readonly invariants: readonly Pick<Invariant, 'id'>[];
  /** Absent: no disk is measured. */
  readonly dataDir?: string | undefined;
}

interface Asking {
  /** The instance that asks. */
  readonly instance: string;
  /** What it has seen of them before. */
  readonly transactions: OpenTransactions;
}

interface DatabaseState extends Omit<DatabaseRow, 'others'> {
  /** How long this question took. */
  readonly answerMs: number;
  readonly disk: { readonly free: number; readonly size: number } | undefined;
}

interface RailSample extends RailState {
  readonly rail: string;
}

/** Plain JSON. */
export interface DatabaseSample {
  /** The instance that asked. */
  readonly by: string;
  readonly at: number;
  readonly figures: Readonly<Record<'recordsBehind' | 'settlementsLate' | 'outbox', number>>;
  /** When the oldest message was written that still waits. */
  readonly oldestWaitingAt: number | null;
  readonly rewardsWaiting: number;
  /** Undefined from an instance of a release that does not measure it. */
  readonly openWork: OpenWork | undefined;
  readonly newestClose: NewestClose | undefined;
  readonly log: LogLag | undefined;
  /** Of rails with a chain. */
  readonly rails: readonly RailSample[];
  readonly invariants: Awaited<ReturnType<typeof summarizeChecks>>;
  readonly database: DatabaseState;
}

export async function sampleDatabase(
  deps: DatabaseSampleDeps,
  { instance, transactions }: Asking,
): Promise<DatabaseSample> {
  const { database, gauges } = deps;
  const at = deps.clock.now();
  const uncounted = await gauges.uncountedSince(database);
  const dueAt = await gauges.nextDueAt(database);
  const { waiting, oldestAt } = await gauges.countWaiting(database);
  const secondsSince = (then: number | undefined) =>
    then === undefined ? 0 : Math.max(0, at - then) / SECOND_MS;
  return {
    by: instance,
    at,
    figures: {
      recordsBehind: secondsSince(uncounted),
      settlementsLate: secondsSince(dueAt),
      outbox: waiting,
    },
    oldestWaitingAt: oldestAt,
    rewardsWaiting: await gauges.rewardsWaiting(database),
    openWork: await gauges.openWork(database, at),
    newestClose: await gauges.newestClose(database),
    log: await gauges.logLag(database),
    invariants: await summarizeChecks(
      database,
      deps.invariants.map(({ id }) => id),
    ),
    rails: await railsOf(deps.rails),
    database: await stateOf(deps, transactions),
  };
}

async function railsOf(rails: readonly Rail[]): Promise<RailSample[]> {
  const states: RailSample[] = [];
  for (const rail of rails) {
    const state = await rail.state?.();
    if (state !== undefined) states.push({ ...state, rail: rail.name });
  }
  return states;
}

async function stateOf(
  { database, clock, dataDir }: DatabaseSampleDeps,
  transactions: OpenTransactions,
): Promise<DatabaseState> {
  const startedAt = performance.now();
  const { others, ...row } = await readDatabaseState(database);
  const answerMs = performance.now() - startedAt;
  const longestMs = Math.max(row.longestMs ?? 0, transactions.oldestOf(others, clock.now()));
  return { ...row, longestMs, answerMs, disk: await diskOf(dataDir) };
}

async function diskOf(folder: string | undefined) {
  if (folder === undefined) return undefined;
  const { bsize, blocks, bavail } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
