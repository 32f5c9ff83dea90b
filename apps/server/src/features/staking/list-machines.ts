/** The products: all, of one type, or one. */
import { readPage, pageOf } from '../../kernel/requests/page.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import type { StakingDeps } from './deps.ts';
import { kindOf, machineRow, withScales } from './describe-staking.ts';
import {
  countProducts,
  heldShares,
  productById,
  productsOf,
  type StoredProduct,
} from './store-products.ts';

export interface PageInput {
  page?: number | string;
  pageSize?: number | string;
}

type Deps = Pick<StakingDeps, 'database' | 'assets'>;

/** Those on sale first, then closed ones; newest first. */
export async function listMachines(
  { database, assets }: Deps,
  input: PageInput & { type?: number | string },
) {
  const queries = { list: productsOf, count: countProducts };
  const filter: [kind: string | null] = [kindOf(input.type)];
  const row = (product: StoredProduct) => product;
  const page = await readPage(database, queries, { filter, page: pageOf(input), row });
  const held = await database.many(heldShares, [page.list.map(({ id }) => id)]);
  const list = page.list.map((row) =>
    machineRow(
      withScales(assets, row),
      held.filter(({ productId }) => productId === row.id),
    ),
  );
  return { ...page, list };
}

/** Fails with: not-found. */
export async function findMachine({ database, assets }: Deps, id: number) {
  const found = await database.maybe(productById, [id]);
  if (found === undefined) throw new Refusal('not-found');
  return machineRow(withScales(assets, found), await database.many(heldShares, [[id]]));
}
