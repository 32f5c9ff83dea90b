/** One transaction for all desks that have work at the same time: they share its round trips and its flush. */
import { UnknownOutcome } from '../../../platform/database/database-errors.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type BatchJob, runBatches } from './batch.ts';
import type { BatchResult } from './batch-result.ts';

/** A transaction of several desks failed, perhaps for another desk's reason: try again alone. */
export class SharedFailure extends Error {
  override readonly name = 'SharedFailure';
}

interface Waiting {
  job: BatchJob;
  resolve(result: BatchResult): void;
  reject(reason: unknown): void;
}

/** Commands in one transaction at most, unless a single batch has more. */
const COMMANDS_MAX = 500;

/**
 * Desks in transactions of their own would wait for each other anyway: every trade books its fee on the same
 * rows, which stay locked until the commit.
 */
export class SharedCommits {
  private readonly database: Database;
  private waiting: Waiting[] = [];
  private isScheduled = false;
  private running: Promise<void> | undefined;

  constructor(database: Database) {
    this.database = database;
  }

  /** Resolves when no transaction is under way: a batch gathered now leaves with the next one. */
  async turn(): Promise<void> {
    while (this.running !== undefined) await this.running;
  }

  /** Fails with: what `runBatches` fails with; `SharedFailure`, and nothing has changed then. */
  run(job: BatchJob): Promise<BatchResult> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ job, resolve, reject });
      this.schedule();
    });
  }

  /** Fails with: what `runBatches` fails with. */
  async runAlone(job: BatchJob): Promise<BatchResult> {
    const [result] = await runBatches(this.database, [job]);
    return result!;
  }

  private schedule(): void {
    if (this.isScheduled || this.running !== undefined) return;
    this.isScheduled = true;
    // Desks that waited for their turn gather their batches before this.
    setImmediate(() => {
      this.isScheduled = false;
      this.running = this.carry(this.take()).finally(() => {
        this.running = undefined;
        if (this.waiting.length > 0) this.schedule();
      });
    });
  }

  private take(): Waiting[] {
    let commands = 0;
    let count = 0;
    for (const { job } of this.waiting) {
      commands += job.batch.commands.length;
      if (count > 0 && commands > COMMANDS_MAX) break;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }

  private async carry(taken: readonly Waiting[]): Promise<void> {
    try {
      const jobs = taken.map(({ job }) => job);
      const results = await runBatches(this.database, jobs);
      taken.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      // Whether an unknown outcome stands, each desk finds out by the name of its own batch.
      const isOwn = taken.length === 1 || error instanceof UnknownOutcome;
      const cause = isOwn ? error : new SharedFailure('', { cause: error });
      for (const { reject } of taken) reject(cause);
    }
  }
}
