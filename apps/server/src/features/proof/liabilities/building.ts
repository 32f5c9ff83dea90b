/** What the steps of building a snapshot share. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { PublicLog } from '../public-log/index.ts';
import type { BuildClaim } from './store.ts';

export interface BuildDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicLog: Pick<PublicLog, 'seal' | 'append'>;
}

/** A snapshot under construction. */
export interface Building {
  readonly deps: BuildDeps;
  readonly nonce: Uint8Array;
  /** The claim as it is to be renewed now. */
  claim(): BuildClaim;
}
