/** The SQL of fundings of exchange accounts. */
import type { Amount } from '@tern/money';
import { amount, int8, nullable, text, timestamptz } from '../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const exchangeFundings = defineTable('house_fundings', {
  id: int8,
  account: text,
  asset: text,
  amount,
  bankReference: text,
  reason: text,
  proposedBy: nullable(int8),
});

export type Funding = RowOf<typeof fundingById>;

/** Returns no row when the proposer has used the request id before. @throws `house_fundings_receipt_once` */
export const insertFunding = defineQuery({
  name: 'products.insertFunding',
  text: `insert into house_fundings (account, asset, amount, bank_reference, reason, proposed_by, request_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (proposed_by, request_id) do nothing returning ${exchangeFundings.columns}`,
  params: [text, text, amount, text, text, int8, nullable(text), timestamptz],
  row: exchangeFundings.row,
});

/** In the order of its parameters. */
export type FundingValues = readonly [
  string,
  string,
  Amount,
  string,
  string,
  number,
  string | null,
  number,
];

export const fundingById = exchangeFundings.select('products.fundingById', 'where id = $1', [int8]);

export const fundingByRequest = exchangeFundings.select(
  'products.fundingByRequest',
  'where proposed_by = $1 and request_id = $2',
  [int8, nullable(text)],
);

/** Those of the installation that are not posted yet, marked as posted at `$1`. */
export const grantUngranted = exchangeFundings.update(
  'products.grantUngranted',
  'granted_at = $1 where is_beginning and granted_at is null',
  [timestamptz],
);
