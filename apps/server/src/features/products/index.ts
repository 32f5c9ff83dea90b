/** The product catalogue: versions of terms, the money of the house that products are paid from, and what it owes by day. */
import type { Bus } from '../../platform/bus.ts';
import type { DemoMember } from '../../kernel/products/product-kind.ts';
import type { Feature } from '../../platform/feature.ts';
import { applyDueVersions } from './apply-due-versions.ts';
import { fundFromStart, type FundingDeps, fundingKind } from './fund-house.ts';
import { productRoutes } from './operator.ts';
import { versionKind } from './version-kind.ts';

const DUE_EVERY_MS = 1_000;

interface ProductsSetup extends FundingDeps {
  bus: Bus;
  mode: 'paper' | 'live';
  /** Only at the first start in paper mode. */
  demo?: DemoMember | undefined;
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
      const { mode, demo, database, clock, products } = deps;
      if (mode !== 'paper') return;
      await fundFromStart({ database, at: demo?.since ?? clock.now() });
      if (demo === undefined) return;
      for (const kind of products.all()) await kind.seedDemo?.(demo);
    },
  };
}
