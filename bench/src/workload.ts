/** The interface of a workload; see the README for how to add one. */
import type { Comparison } from './compare.ts';

export interface RunOptions {
  /** Feeds every random choice, so that a run can be repeated. */
  readonly seed: number;
  /** Interleaved rounds per comparison. */
  readonly rounds: number;
  /** Reports progress in the terminal. */
  readonly log: (line: string) => void;
  /** The PostgreSQL to measure on, as `findSystemPostgres` gives it; undefined is the embedded one. */
  readonly postgres: string | undefined;
}

export interface Figures {
  readonly comparisons: readonly Comparison[];
  /** Further results and checks of the run, by name. */
  readonly facts: Readonly<Record<string, string | number | boolean>>;
}

export interface Workload {
  /** The word on the command line and the name of the results file. */
  readonly name: string;
  readonly title: string;
  /** Measured on the system's PostgreSQL as well, where there is one. */
  readonly onEachDatabase?: true;
  /** @throws Error if a contender's results are wrong */
  run(options: RunOptions): Promise<Figures>;
}
