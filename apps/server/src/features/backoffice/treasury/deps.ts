/** Dependencies of the treasury. */
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { Need } from './store.ts';

export interface TreasuryDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly mode: 'paper' | 'live';
  readonly assets: AssetRegistry;
  readonly instruments: InstrumentRegistry;
  readonly reviews: Reviews;
  /** What features have promised from accounts of the exchange. Units: `now` in epoch milliseconds. */
  needs(reader: Reader, now: number): Promise<readonly Need[]>;
}
