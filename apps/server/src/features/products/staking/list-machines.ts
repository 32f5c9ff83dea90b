/** The products: all, of one type, or one. */
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { emptyPage, pageOf, readPage } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { StakingDeps } from './deps.ts';
import { kindsOf, machineRow, withScales } from './describe-staking.ts';
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

/** Those on sale first, then closed ones; newest first. None where the member's proven residence withholds them. */
export async function listMachines(
  { database, assets, productRules }: Pick<StakingDeps, 'database' | 'assets' | 'productRules'>,
  { memberId, lang }: { memberId: number; lang: Lang },
  input: PageInput & { type?: number | string },
) {
  const asked = pageOf(input);
  if (!(await productRules.isOffered(database, 'staking', memberId))) return emptyPage(asked);
  const queries = { list: productsOf, count: countProducts };
  const filter: [kinds: string[] | null] = [kindsOf(input.type)];
  const row = (product: StoredProduct) => product;
  const page = await readPage(database, queries, { filter, page: asked, row });
  const held = await database.many(heldShares, [page.list.map(({ id }) => id)]);
  const list = page.list.map((row) =>
    machineRow(withScales(assets, row), {
      held: held.filter(({ productId }) => productId === row.id),
      lang,
    }),
  );
  return { ...page, list };
}

/** @throws not-found */
export async function findMachine({ database, assets }: Deps, lang: Lang, id: number) {
  const found = await database.maybe(productById, [id]);
  if (found === undefined) throw new Refusal('not-found');
  const held = await database.many(heldShares, [[id]]);
  return machineRow(withScales(assets, found), { held, lang });
}
