/** The page where a member ends what stands in the way of closing. */
import { pages } from '../../../kernel/pages.ts';
import type { Params, Path } from '../../../platform/navigation/route.ts';
import type { Obstacle } from './api.ts';

const pageOf: Record<Obstacle['kind'], Path> = {
  available: pages.assets,
  held: pages.assets,
  locked: pages.offeringHistory,
  staked: pages.stakeOrder,
  financed: pages.stakeOrder,
  loan: pages.loanHistory,
  order: pages.orderHistory,
  contract: pages.contractHistory,
  machine: pages.stakeOrder,
  deposit: pages.depositHistory,
  withdrawal: pages.withdrawHistory,
  wire: pages.depositHistory,
  payout: pages.fiatWithdrawHistory,
  application: pages.loanHistory,
  identity: pages.realName,
  review: pages.support,
  frozen: pages.security,
};

/** Orders of products share a page, which shows one kind. */
const paramsOf: Partial<Record<Obstacle['kind'], Params>> = {
  staked: { kind: 'staking' },
  financed: { kind: 'fixed' },
  machine: { kind: 'machines' },
};

/** The page and its parameters. */
export const obstacleTarget = ({ kind }: Pick<Obstacle, 'kind'>): [Path, Params] => [
  pageOf[kind],
  paramsOf[kind] ?? {},
];
