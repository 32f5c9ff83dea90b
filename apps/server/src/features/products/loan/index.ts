/** Loans: applied for, approved by two operators, repaid with simple interest, collected on the due date. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { ProductRegistry } from '../../../kernel/products/product-registry.ts';
import { loanKind } from './catalogue.ts';
import { collectDue } from './collect-due.ts';
import type { LoanDeps } from './deps.ts';
import { remindDue } from './remind-due.ts';
import { reviewLoans } from './review-loans.ts';
import { loanRoutes } from './routes.ts';
import { loanRows } from './export-rows.ts';
import { loanNotices } from './notices.ts';

export { loanRecords } from './member-records.ts';

const COLLECT_EVERY_MS = 1_000;
const REMIND_EVERY_MS = 60_000;

export function createLoans(deps: LoanDeps & { products: ProductRegistry }): NotifyingFeature {
  deps.products.register(loanKind(deps));
  deps.reviews.register(reviewLoans(deps));
  return {
    slug: 'loan',
    notices: loanNotices,
    routes: loanRoutes(deps),
    jobs: [
      { name: 'loan.collect', everyMs: COLLECT_EVERY_MS, run: () => collectDue(deps) },
      { name: 'loan.remind', everyMs: REMIND_EVERY_MS, run: () => remindDue(deps) },
    ],
  };
}

/** What it holds about a member, for exports and closing. */
export const loanAccount: AccountPart = { held: loanRows };
