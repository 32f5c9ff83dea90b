/** Mining machines and staking: orders that pay a yield each day of a term. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import type { ProductRegistry } from '../../../kernel/products/product-registry.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import { stakingKind } from './catalogue.ts';
import type { StakingDeps } from './deps.ts';
import { giveUpMachines, machinesToGiveUp } from './give-up-machines.ts';
import { payDue } from './pay-yields.ts';
import { stakingRoutes } from './routes.ts';
import { countOpenOrders, stakingRows } from './export-rows.ts';
import { stakingNotices } from './notices.ts';

export { stakingRecords } from './member-records.ts';

const PAY_EVERY_MS = 1_000;

export function createStaking(
  deps: StakingDeps & { instruments: InstrumentRegistry; products: ProductRegistry },
): NotifyingFeature {
  deps.products.register(stakingKind(deps));
  return {
    slug: 'staking',
    notices: stakingNotices,
    routes: stakingRoutes(deps),
    jobs: [{ name: 'staking.pay', everyMs: PAY_EVERY_MS, run: () => payDue(deps) }],
  };
}

/** What it holds about a member, for exports and closing. */
export const stakingAccount: AccountPart = {
  held: stakingRows,
  async obstacles(reader, memberId) {
    const { orders } = await reader.one(countOpenOrders, [memberId]);
    return orders === 0 ? [] : [{ kind: 'machine', count: orders }];
  },
  toGiveUp: machinesToGiveUp,
  giveUp: giveUpMachines,
};
