/** The SQL of the catalogue: products and the versions of their terms. */
import type { TermsDocument } from '../../../kernel/products/term-fields.ts';
import {
  arrayOf,
  bool,
  int4,
  int8,
  jsonb,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const products = defineTable('products', {
  id: int8,
  kind: text,
  createdAt: timestamptz,
});

export const insertProduct = defineQuery({
  name: 'products.insert',
  text: 'insert into products (kind, created_at, updated_at) values ($1, $2, $2) returning id',
  params: [text, timestamptz],
  row: { id: int8 },
});

export const productById = products.select('products.byId', 'where id = $1', [int8]);

/** Changes of one product wait for each other until their transactions end. */
export const lockProduct = products.select('products.lock', 'where id = $1 for no key update', [
  int8,
]);

export type Product = RowOf<typeof productById>;

const version = {
  id: int8,
  productId: int8,
  version: int4,
  terms: jsonb<TermsDocument>(),
  isOpen: bool,
  state: text,
  effectiveAt: nullable(timestamptz),
  reason: text,
  proposedBy: nullable(int8),
  createdAt: timestamptz,
  updatedAt: timestamptz,
} as const;
const VERSION = `v.id, v.product_id, v.version, v.terms, v.is_open, v.state, v.effective_at, v.reason, v.proposed_by, v.created_at,
    v.updated_at`;
const WITH_KIND = { ...version, kind: text, productCreatedAt: timestamptz } as const;

export const versionById = defineQuery({
  name: 'products.versionById',
  text: `select ${VERSION}, p.kind, p.created_at as product_created_at
    from product_versions v join products p on p.id = v.product_id where v.id = $1`,
  params: [int8],
  row: WITH_KIND,
});

/** A version with the kind of its product. */
export type Version = RowOf<typeof versionById>;

/** Newest first. */
export const versionsOf = defineQuery({
  name: 'products.versionsOf',
  text: `select ${VERSION}, p.kind, p.created_at as product_created_at
    from product_versions v join products p on p.id = v.product_id where v.product_id = $1 order by v.version desc`,
  params: [int8],
  row: WITH_KIND,
});

/** Of every product: the version in force, the pending one, and the newest one. Products newest first. */
export const currentVersions = defineQuery({
  name: 'products.currentVersions',
  text: `select ${VERSION}, p.kind, p.created_at as product_created_at
    from products p join product_versions v on v.product_id = p.id
    where v.state in ('draft', 'proposed', 'scheduled', 'inForce')
      or v.version = (select max(n.version) from product_versions n where n.product_id = p.id)
    order by p.id desc, v.version desc`,
  params: [],
  row: WITH_KIND,
});

/** The approved versions of a kind that have yet to take effect. */
export const scheduledVersions = defineQuery({
  name: 'products.scheduledVersions',
  text: `select ${VERSION}, p.kind, p.created_at as product_created_at
    from product_versions v join products p on p.id = v.product_id where v.state = 'scheduled' and p.kind = $1`,
  params: [text],
  row: WITH_KIND,
});

export const insertVersion = defineQuery({
  name: 'products.insertVersion',
  text: `insert into product_versions (product_id, version, terms, is_open, state, effective_at, reason, proposed_by, created_at, updated_at)
    select $1, coalesce(max(v.version), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $8 from product_versions v where v.product_id = $1
    returning version`,
  params: [
    int8,
    version.terms,
    bool,
    text,
    nullable(timestamptz),
    text,
    nullable(int8),
    timestamptz,
  ],
  row: { version: int4 },
});

export const rewriteDraft = defineStatement({
  name: 'products.rewriteDraft',
  text: `update product_versions set terms = $2, is_open = $3, proposed_by = $4, updated_at = $5 where id = $1 and state = 'draft'`,
  params: [int8, version.terms, bool, int8, timestamptz],
});

export const proposeDraft = defineStatement({
  name: 'products.proposeDraft',
  text: `update product_versions set state = 'proposed', effective_at = $2, reason = $3, proposed_by = $4, updated_at = $5
    where id = $1 and state = 'draft'`,
  params: [int8, nullable(timestamptz), text, int8, timestamptz],
});

/** Only from the state `$2`: another operator may have been faster. Null keeps the time. */
export const moveVersion = defineStatement({
  name: 'products.moveVersion',
  text: `update product_versions set state = $3, effective_at = coalesce($4, effective_at), updated_at = $5
    where id = $1 and state = $2`,
  params: [int8, text, text, nullable(timestamptz), timestamptz],
});

/** The first one, except `$2`, locked with its product; those that another process is changing are skipped. */
export const dueVersion = defineQuery({
  name: 'products.dueVersion',
  text: `select ${VERSION}, p.kind, p.created_at as product_created_at
    from product_versions v join products p on p.id = v.product_id
    where v.state = 'scheduled' and v.effective_at <= $1 and v.id <> all($2::bigint[])
    order by v.effective_at, v.id limit 1 for no key update of p, v skip locked`,
  params: [timestamptz, arrayOf(int8)],
  row: WITH_KIND,
});

const openWith = defineQuery({
  name: 'products.openWith',
  text: `select distinct p.kind from product_versions v join products p on p.id = v.product_id
    where v.is_open and v.state in ('scheduled', 'inForce')
      and jsonb_path_exists(v.terms, '$.** ? (@ == $asset)', jsonb_build_object('asset', $1::text)) order by p.kind`,
  params: [text],
  row: { kind: text },
});

/** Kinds of the products that are open, now or by a version ahead, and have an asset in their terms. */
export const productsWith = async (reader: Reader, asset: string): Promise<string[]> =>
  (await reader.many(openWith, [asset])).map(({ kind }) => kind);
