/** The SQL of fundings of house accounts. */
import type { Amount } from '@tern/money';
import { amount, int8, nullable, text, timestamptz } from '../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';

const funding = {
  id: int8,
  account: text,
  asset: text,
  amount,
  bankReference: text,
  reason: text,
  proposedBy: nullable(int8),
} as const;
const FUNDING = 'id, account, asset, amount, bank_reference, reason, proposed_by';

export type Funding = RowOf<typeof fundingById>;

/** Returns no row when the proposer has used the request id before. @throws `house_fundings_receipt_once` */
export const insertFunding = defineQuery({
  name: 'products.insertFunding',
  text: `insert into house_fundings (account, asset, amount, bank_reference, reason, proposed_by, request_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (proposed_by, request_id) do nothing returning ${FUNDING}`,
  params: [text, text, amount, text, text, int8, nullable(text), timestamptz],
  row: funding,
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

export const fundingById = defineQuery({
  name: 'products.fundingById',
  text: `select ${FUNDING} from house_fundings where id = $1`,
  params: [int8],
  row: funding,
});

export const fundingByRequest = defineQuery({
  name: 'products.fundingByRequest',
  text: `select ${FUNDING} from house_fundings where proposed_by = $1 and request_id = $2`,
  params: [int8, nullable(text)],
  row: funding,
});

/** Those of the installation that are not posted yet, marked as posted at `$1`. */
export const grantUngranted = defineQuery({
  name: 'products.grantUngranted',
  text: `update house_fundings set granted_at = $1 where is_beginning and granted_at is null returning ${FUNDING}`,
  params: [timestamptz],
  row: funding,
});
