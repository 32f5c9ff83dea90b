/** The product catalogue: versions of terms, the money of the house that products are paid from, and what it owes by day. */
import type { Bus } from '../../platform/bus.ts';
import type { Feature } from '../../platform/feature.ts';
import { applyDueVersions } from './apply-due-versions.ts';
import { fundFromStart, type FundingDeps, fundingKind } from './fund-house.ts';
import { productRoutes } from './operator.ts';
import { versionKind } from './version-kind.ts';

const DUE_EVERY_MS = 1_000;

interface ProductsSetup extends FundingDeps {
  bus: Bus;
  mode: 'paper' | 'live';
  /** When the installation is said to have opened; absent: at its first start. Units: epoch milliseconds. */
  openedAt?: number | undefined;
}

export function createProducts(deps: ProductsSetup): Feature {
  deps.reviews.register(versionKind(deps.products));
  deps.reviews.register(fundingKind());
  return {
    slug: 'products',
    routes: productRoutes(deps),
    jobs: [
      { name: 'products.apply-versions', everyMs: DUE_EVERY_MS, run: () => applyDueVersions(deps) },
    ],
    async start() {
      const { mode, openedAt, database, clock } = deps;
      if (mode === 'paper') await fundFromStart({ database, at: openedAt ?? clock.now() });
    },
  };
}
