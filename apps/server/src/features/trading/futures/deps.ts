/** Dependencies of the feature: ticks, signatures and proofs, and the kernel. */
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { ReadOnly } from '../../../kernel/invariants/read-only.ts';
import type { ProductRules } from '../../../kernel/products/withheld.ts';
import type { ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type {
  MarketMovements,
  TickFrontier,
  TickHistory,
} from '../../../kernel/prices/tick-history.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { Transparency } from '../../proof/transparency/index.ts';

export interface FuturesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly bus: Bus;
  readonly settings: Settings;
  /** In read-only mode contracts are neither opened nor settled; afterwards by the prices of their own times. */
  readonly readOnly: Pick<ReadOnly, 'since'>;
  readonly assets: AssetRegistry;
  readonly instruments: InstrumentRegistry;
  readonly prices: ReferencePrices;
  readonly ticks: TickHistory & TickFrontier;
  readonly movements: MarketMovements;
  readonly mode: 'paper' | 'live';
  readonly productRules: Pick<ProductRules, 'residenceOf' | 'refuse'>;
  readonly transparency: Pick<Transparency, 'signReceipt' | 'proveInLog'>;
}
