/** The SQL that all kinds of products have in common: writing the version in force, and counting orders. */
import { type AnyColumn, type Column, int4, int8 } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';
import { type Columns, excluded, type Table } from '../../platform/database/table.ts';
import type { ProductVersion } from './product-kind.ts';
import type { TermFields, TermsOf } from './term-fields.ts';

/** The columns of products of any kind, beside one for each of their terms. */
type ProductColumns<Fields extends TermFields> = Columns &
  Record<'id' | 'version' | 'state' | 'createdAt', AnyColumn> & {
    readonly [Name in keyof Fields]: Column<unknown, TermsOf<Fields>[Name]>;
  };

/**
 * Writes the row of a product, inserting it for the first version. A trigger of the table compares the row with the version in
 * force.
 */
export function versionWriter<Fields extends TermFields>(
  kind: string,
  table: Pick<Table<ProductColumns<Fields>, Columns>, 'insert'>,
  fields: Fields,
): (tx: Tx, product: ProductVersion<TermsOf<Fields>>) => Promise<unknown> {
  const replaced = ['version', 'state', ...Object.keys(fields)];
  const put = table.insert(`${kind}.put`, ['id', ...replaced, 'createdAt'], {
    also: { updatedAt: '$createdAt' },
    onConflict: `(id) do update set ${excluded(...replaced, 'updatedAt')}`,
  });
  return (tx, { id, version, isOpen, terms, at }) => {
    const row = { id, version, state: isOpen ? 'open' : 'closed', ...terms, createdAt: at };
    // The parameter `table` has checked that each term suits its column.
    return put(tx, row as never);
  };
}

interface Orders {
  /** The table of orders; it has `member_id`. */
  table: string;
  /** Its column with the product. */
  product?: string;
  /** SQL that is true for running orders. */
  isRunning: string;
}

/** How many orders each product has and how many members hold running ones; and the orders of one product. */
export function orderCounts(kind: string, { table, product = 'product_id', isRunning }: Orders) {
  return {
    holders: defineQuery({
      name: `${kind}.holders`,
      text: `select ${product} as product_id, count(*)::int as orders,
          (count(distinct member_id) filter (where ${isRunning}))::int as holders
        from ${table} group by ${product}`,
      params: [],
      row: { productId: int8, orders: int4, holders: int4 },
    }),
    count: defineQuery({
      name: `${kind}.countOrdersTo`,
      text: `select count(*)::int as total from ${table} where ${product} = $1`,
      params: [int8],
      row: { total: int4 },
    }),
  };
}
