/** Dependencies of hedging. */
import type { Amount } from '@tern/money';
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Venue } from '../../../kernel/venues/venue.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { Random } from '../../../platform/random.ts';

export interface HedgingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly assets: AssetRegistry;
  readonly instruments: InstrumentRegistry;
  readonly prices: Pick<ReferencePrices, 'latest'>;
  readonly settings: Settings;
  readonly reviews: Reviews;
  /** Absent: nothing is hedged. */
  readonly venue: Venue | undefined;
  /** In USDT, at the present reference prices; undefined without a price. */
  worthOf(asset: string, amount: Amount): Amount | undefined;
}

/** With the venue that an operator has set up. */
export type VenueDeps = HedgingDeps & { readonly venue: Venue };
