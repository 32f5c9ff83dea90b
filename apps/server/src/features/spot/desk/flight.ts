/** A batch on its way: worked out on the book, written by a transaction that is not yet known to stand. */
import type { MemberCommand } from '../order.ts';
import type { OrderRow } from '../order-row.ts';
import type { BatchJob, Planned, SharedReads } from './batch.ts';
import { planBatch } from './batch.ts';
import type { Desk } from './desk.ts';

/** A command and whoever waits for its answer. */
export interface Waiting {
  command: MemberCommand;
  resolve(answer: { order: OrderRow }): void;
  reject(reason: unknown): void;
}

/** What a desk has to do next. */
export interface Load {
  desk: Desk;
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
