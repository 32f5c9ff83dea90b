/** A batch on its way: worked out on the book, written by a transaction that is not yet known to stand. */
import type { MemberCommand } from '../order.ts';
import type { OrderRow } from '../order-row.ts';
import type { BatchJob, Planned, SharedReads } from './batch.ts';
import { planBatch } from './batch.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** A command and whoever waits for its answer. */
export interface Waiting {
  command: MemberCommand;
  resolve(answer: { order: OrderRow }): void;
  reject(reason: unknown): void;
}

/** A desk as those see it who carry its batches out. */
export interface FlightDesk {
  readonly isClosed: boolean;
  /** Commands that wait. */
  readonly queued: number;
  readonly hasWork: boolean;
  /** Nothing waits but the house, and its quotes must wait for the batches under way. */
  readonly hasToWait: boolean;
  take(most: number): Waiting[];
  /** True when the house has quoted anew without trading, which concerns nobody but this process. */
  requoteQuietly(): boolean;
  hasIdsFor(commands: number): boolean;
  drawIds(tx: Tx, commands: number): Promise<void>;
  /** A batch of these commands, on a new step of the book. */
  begin(taken: Waiting[]): Flight;
  /** What the newest batch will come to. */
  expect(flight: Flight, planned: Planned): void;
  /** The newest batch did not happen. */
  takeBack(flight: Flight): void;
  /** The oldest batch stands: those in it are answered. */
  land(flight: Flight): void;
  /** Nobody is told more than that it did not work, unless it is the command's own fault. */
  refuse(taken: readonly Waiting[], error: unknown): void;
  /** The connection broke: which of the batches under way stand. */
  standing(): Promise<ReadonlySet<Flight>>;
}

/** Batches of several desks in one transaction. */
export interface Round {
  flights: Flight[];
  commands: number;
  /** What its transaction failed with; undefined when it stands. */
  failure: Promise<{ error: unknown } | undefined>;
}

/** What a desk has to do next. */
export interface Load {
  desk: FlightDesk;
  taken: Waiting[];
}

export interface Flight extends Load {
  job: BatchJob;
  planned: Planned | undefined;
  /** The house's quotes before it. */
  houseIdsBefore: number[];
}

/**
 * Begins a step of each desk's book and works the batches out on it.
 * Fails with: `StaleBalances`, whatever planning throws; everything is as it was then.
 */
export function planFlights(loads: readonly Load[], reads: SharedReads): Flight[] {
  const flights: Flight[] = [];
  reads.balances.mark();
  try {
    for (const { desk, taken } of loads) {
      const flight = desk.begin(taken);
      flights.push(flight);
      desk.expect(flight, planBatch(flight.job, reads));
    }
    return flights;
  } catch (error) {
    reads.balances.takeBack();
    takeBack(flights, reads);
    throw error;
  }
}

/** Newest first. */
export function takeBack(flights: readonly Flight[], { answers }: Pick<SharedReads, 'answers'>) {
  for (const flight of flights.toReversed()) {
    for (const key of flight.planned?.answers ?? []) answers.forget(key);
    flight.desk.takeBack(flight);
  }
}

/** Oldest first: their transaction stands. */
export function land(flights: readonly Flight[], { answers }: Pick<SharedReads, 'answers'>) {
  for (const flight of flights) {
    for (const key of flight.planned?.answers ?? []) answers.settle(key);
    flight.desk.land(flight);
  }
}

export const plannedOf = (flights: readonly Flight[]): Planned[] =>
  flights.flatMap(({ planned }) => planned ?? []);
