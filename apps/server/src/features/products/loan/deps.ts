/** What the feature uses. */
import type { Amount } from '@tern/money';
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { ProductRules } from '../../../kernel/products/withheld.ts';
import type { ReviewQueueDeps } from '../../../kernel/review/review-step.ts';

export interface LoanDeps extends ReviewQueueDeps {
  assets: AssetRegistry;
  productRules: Pick<ProductRules, 'assertOffered' | 'isOffered'>;
  /** In USDT at current prices; undefined without a price. */
  worthOf(asset: string, amount: Amount): Amount | undefined;
}
