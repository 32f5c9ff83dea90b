/** Fixed terms: a principal put in for some days, a simple yield every day, the principal back at the end. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { ProductRegistry } from '../../../kernel/products/product-registry.ts';
import { fixedTermKind } from './catalogue.ts';
import type { EarnDeps } from './deps.ts';
import { payDueYields } from './pay-yields.ts';
import { earnRoutes } from './routes.ts';
import { fixedTermRows } from './export-rows.ts';
import { earnNotices } from './notices.ts';

export { earnRecords } from './member-records.ts';

const PAY_EVERY_MS = 1_000;

export function createEarn(deps: EarnDeps & { products: ProductRegistry }): NotifyingFeature {
  deps.products.register(fixedTermKind(deps));
  return {
    slug: 'earn',
    notices: earnNotices,
    routes: earnRoutes(deps),
    jobs: [{ name: 'earn.pay', everyMs: PAY_EVERY_MS, run: () => payDueYields(deps) }],
  };
}

/** What it holds about a member, for exports and closing. */
export const earnAccount: AccountPart = { held: fixedTermRows };
