/** The SQL that all kinds of products have in common: writing the version in force, and counting orders. */
import {
  amount,
  type AnyColumn,
  bool,
  int4,
  int8,
  jsonb,
  nullable,
  price,
  rate,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import type { ProductVersion } from './product-kind.ts';
import type { TermFields, TermInput, TermsOf } from './term-fields.ts';

const COLUMNS: Readonly<Record<TermInput, AnyColumn>> = {
  amount,
  price,
  rate,
  count: int4,
  clock: int4,
  text,
  texts: jsonb<object>(),
  asset: text,
  time: timestamptz,
  flag: bool,
  choice: text,
};

/** `unitPrice` → `unit_price` */
const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Writes the row of a product, inserting it for the first version. The table has `id`, `version`, `state`, a column for each
 * term in the order of `fields`, `created_at` and `updated_at`; its trigger compares the row with the version in force.
 */
export function versionWriter<Fields extends TermFields>(
  kind: string,
  table: string,
  fields: Fields,
): (tx: Tx, product: ProductVersion<TermsOf<Fields>>) => Promise<unknown> {
  const names = Object.keys(fields);
  const columns = ['version', 'state', ...names.map(snakeCase)];
  const places = ['id', ...columns].map((_, index) => `$${index + 1}`);
  const at = `$${places.length + 1}`;
  const put = defineStatement({
    name: `${kind}.put`,
    text: `insert into ${table} (id, ${columns.join(', ')}, created_at, updated_at)
      values (${places.join(', ')}, ${at}, ${at})
      on conflict (id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')},
        updated_at = excluded.updated_at`,
    params: [
      int8,
      int4,
      text,
      ...Object.values(fields).map(({ input, isOptional }) =>
        isOptional ? nullable(COLUMNS[input]) : COLUMNS[input],
      ),
      timestamptz,
    ],
  });
  return (tx, { id, version, isOpen, terms, at: time }) => {
    const state = isOpen ? 'open' : 'closed';
    // Each term has the type of its column: both follow from its field.
    const values = [id, version, state, ...names.map((name) => terms[name]), time];
    return tx.run(put, values as never);
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
