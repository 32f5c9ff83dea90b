/** What the acts of the demo member's past need: the server of then, and their times. */
import type { PastServer } from './past-server.ts';

/** Something that happened. Units: epoch milliseconds. */
export interface PastAct {
  at: number;
  act(): Promise<unknown>;
}

export interface Past {
  server: PastServer;
  memberId: number;
  /** The time of an act: whole hours of a day in UTC, so many days before the first start. */
  on(daysAgo: number, hour: number): number;
  /** So many minutes before the first start. */
  before(minutes: number): number;
}
