/** What the use cases of this feature need. */
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { PriceHistory } from '../../../kernel/prices/tick-history.ts';
import type { ProductRules } from '../../../kernel/products/withheld.ts';
import type { ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';

export interface StakingDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  assets: AssetRegistry;
  prices: ReferencePrices;
  history: PriceHistory;
  productRules: Pick<ProductRules, 'assertOffered' | 'isOffered'>;
}
