/** A member's orders: all, of one type or status, or one. */
import { pageOf, readPage } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { StakingDeps } from './deps.ts';
import { kindsOf, machineOrderRow, statesOf } from './describe-staking.ts';
import type { PageInput } from './list-machines.ts';
import { countOrders, orderOf, ordersOf } from './store-orders.ts';

type Deps = Pick<StakingDeps, 'database'>;

/** Newest first. */
export function listOrders(
  { database }: Deps,
  memberId: number,
  input: PageInput & { type?: number | string; status?: number | string },
) {
  const filter: [memberId: number, kinds: string[] | null, states: string[] | null] = [
    memberId,
    kindsOf(input.type),
    statesOf(Number(input.status ?? 0)),
  ];
  const queries = { list: ordersOf, count: countOrders };
  return readPage(database, queries, { filter, page: pageOf(input), row: machineOrderRow });
}

/** @throws not-found */
export async function findOrder({ database }: Deps, memberId: number, id: number) {
  const found = await database.maybe(orderOf, [memberId, id]);
  if (found === undefined) throw new Refusal('not-found');
  return machineOrderRow(found);
}
