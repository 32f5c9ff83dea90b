/** Products: their catalogue, new coins, staking and machines, fixed terms, loans. */
import { createProducts } from '../../features/products/catalogue/index.ts';
import { createEarn } from '../../features/products/earn/index.ts';
import { createLoans } from '../../features/products/loan/index.ts';
import { createOffering } from '../../features/products/offering/index.ts';
import { createStaking } from '../../features/products/staking/index.ts';
import type { Kernel } from './kernel.ts';
import type { Market } from './market.ts';
import type { Parts } from './parts.ts';

export function composeProducts(parts: Parts, kernel: Kernel, history: Market['history']) {
  const { assets, instruments, lists, prices, productRules, products, reviews, worthOf } = kernel;
  const sold = { ...parts, lists, assets, instruments, prices, products, productRules };
  return {
    earn: createEarn({ ...sold, worthOf }),
    loans: createLoans({ ...parts, assets, reviews, worthOf, products, productRules }),
    offering: createOffering(sold),
    staking: createStaking({ ...sold, history }),
    catalogue: createProducts({
      ...parts,
      assets,
      reviews,
      products,
      openedAt: parts.demo?.since,
    }),
  };
}
