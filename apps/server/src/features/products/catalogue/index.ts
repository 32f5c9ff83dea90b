/** The product catalogue: versions of terms, the treasury that products are paid from, and what it owes by day. */
import type { Bus } from '../../../platform/bus.ts';
import type { Feature } from '../../../platform/feature.ts';
import { applyDueVersions } from './apply-due-versions.ts';
import { type FundingDeps, fundingKind, grantBeginnings } from './fund-treasury.ts';
import { productRoutes } from './operator.ts';
import { versionKind } from './version-kind.ts';

export { unsoldOfAll } from './show-treasury.ts';
export { productsWith } from './store.ts';

const DUE_EVERY_MS = 1_000;
/** Offerings of paper mode come with their coins, long before they open. */
const GRANT_EVERY_MS = 60_000;

interface ProductsSetup extends FundingDeps {
  bus: Bus;
  /** When the installation is said to have opened; absent: at its first start. Units: epoch milliseconds. */
  openedAt?: number | undefined;
}

export function createProducts(deps: ProductsSetup): Feature {
  const { mode, openedAt, database, clock } = deps;
  const grant = async (at: number) => {
    if (mode === 'paper') await grantBeginnings(database, at);
  };
  deps.reviews.register(versionKind(deps.products));
  deps.reviews.register(fundingKind());
  return {
    slug: 'catalogue',
    routes: productRoutes(deps),
    jobs: [
      { name: 'products.apply-versions', everyMs: DUE_EVERY_MS, run: () => applyDueVersions(deps) },
      { name: 'products.grant', everyMs: GRANT_EVERY_MS, run: () => grant(clock.now()) },
    ],
    start: () => grant(openedAt ?? clock.now()),
  };
}
