/** What a desk needs from outside. */
import type { Instrument } from '../../../kernel/instruments.ts';
import type { ReferencePrices } from '../../../kernel/reference-prices.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { Random } from '../../../platform/random.ts';
import type { BatchResult } from './batch-result.ts';
import type { FlightDesk } from './flight.ts';

export interface DeskDeps {
  database: Database;
  /** Carries the desk's batches out together with those of others. */
  commits: { wake(desk: FlightDesk): void };
  clock: Clock;
  random: Random;
  log: Log;
  instrument: Instrument;
  prices: ReferencePrices;
  /** Another program's desk has taken over: this one is closed for good. */
  onFenced(): void;
  /** After each commit, for the feeds. */
  onCommitted(result: BatchResult): void;
}
