/** Fixed terms: a principal put in for some days, a simple yield every day, the principal back at the end (rules §8). */
import type { Feature } from '../../platform/feature.ts';
import type { ProductBook } from '../../kernel/products/product-book.ts';
import { fixedTermKind } from './catalogue.ts';
import type { EarnDeps } from './deps.ts';
import { payDueYields } from './pay-yields.ts';
import { earnRoutes } from './routes.ts';
import { seedDemo } from './seed-demo.ts';

const PAY_EVERY_MS = 1_000;

export function createEarn(deps: EarnDeps & { products: ProductBook }): Feature {
  deps.products.register({
    ...fixedTermKind(deps),
    seedDemo: (demo) => seedDemo(deps, demo),
  });
  return {
    slug: 'earn',
    routes: earnRoutes(deps),
    jobs: [{ name: 'earn.pay', everyMs: PAY_EVERY_MS, run: () => payDueYields(deps) }],
  };
}
