/** What the feature uses. */
import type { Amount } from '@tern/money';
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { ProductRules } from '../../../kernel/products/withheld.ts';
import type { DueDeps } from '../../../kernel/schedule/process-due.ts';

export interface EarnDeps extends DueDeps {
  assets: AssetRegistry;
  productRules: Pick<ProductRules, 'assertOffered' | 'isOffered'>;
  /** In USDT at current prices; undefined without a price. */
  worthOf(asset: string, amount: Amount): Amount | undefined;
}
