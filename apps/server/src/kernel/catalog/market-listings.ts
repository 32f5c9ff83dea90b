/** Listings of coins and markets: drafts, proposals, agreed ones, and what became of them (ADR 101). */
import type { ListingDraft } from '@tern/protocol/operator';
import {
  arrayOf,
  int2,
  int4,
  int8,
  jsonb,
  nullable,
  bool,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';

const table = defineTable('market_listings', {
  id: int8,
  terms: jsonb<ListingDraft>(),
  state: text,
  startedBy: int8,
  createdAt: timestamptz,
  changedAt: timestamptz,
  reason: nullable(text),
  proposedBy: nullable(int8),
  opensAt: nullable(timestamptz),
  agreedAt: nullable(timestamptz),
  withdrawnBy: nullable(int8),
  endedAt: nullable(timestamptz),
  failed: arrayOf(text),
  instrumentId: nullable(int2),
  recheckedAt: nullable(timestamptz),
});

export const insertListing = table
  .pick('id')
  .insertReturning('catalog.insertListing', ['terms', 'startedBy', 'createdAt', 'changedAt']);

/** Drafts and proposals that are not decided, then the newest that ended. */
export const listingsShown = table.select(
  'catalog.listingsShown',
  `where state in ('draft', 'proposed', 'agreed', 'waiting') or id in (
      select e.id from market_listings e where e.ended_at is not null and e.state <> 'discarded' order by e.ended_at desc, e.id desc limit 50)
    order by ended_at is not null, ended_at desc, id desc`,
  [],
);
export type Listing = RowOf<typeof listingsShown>;

export const listingById = table.select('catalog.listingById', 'where id = $1', [int8]);
export const listingForUpdate = table.select(
  'catalog.listingForUpdate',
  'where id = $1 for update',
  [int8],
);
/** Agreed ones whose time has come. */
export const listingsDue = table.select(
  'catalog.listingsDue',
  `where state = 'agreed' and opens_at <= $1 order by opens_at, id`,
  [timestamptz],
);

/** Agreed ones that open before `$2` and were not checked again since `$1` came near. */
export const listingsToRecheck = table.select(
  'catalog.listingsToRecheck',
  `where state = 'agreed' and rechecked_at is null and opens_at > $1 and opens_at <= $2 order by opens_at, id`,
  [timestamptz, timestamptz],
);

export const countWaiting = table.count(
  'catalog.countWaitingListings',
  `where state = 'waiting'`,
  [],
);

export const saveDraft = defineStatement({
  name: 'catalog.saveListingDraft',
  text: 'update market_listings set terms = $2, changed_at = $3 where id = $1',
  params: [int8, jsonb<ListingDraft>(), timestamptz],
});

export const proposeDraft = defineStatement({
  name: 'catalog.proposeListing',
  text: `update market_listings set state = 'proposed', reason = $2, proposed_by = $3, opens_at = $4, changed_at = $5 where id = $1`,
  params: [int8, text, int8, timestamptz, timestamptz],
});

export const agreeListing = defineStatement({
  name: 'catalog.agreeListing',
  text: `update market_listings set state = 'agreed', agreed_at = $2 where id = $1`,
  params: [int8, timestamptz],
});

/** Refused or discarded by a person. */
export const endListing = defineStatement({
  name: 'catalog.endListing',
  text: 'update market_listings set state = $2, ended_at = $3 where id = $1',
  params: [int8, text, timestamptz],
});

export const withdrawListing = defineStatement({
  name: 'catalog.withdrawListing',
  text: `update market_listings set state = 'withdrawn', withdrawn_by = $2, ended_at = $3 where id = $1`,
  params: [int8, int8, timestamptz],
});

/** Its checks failed an hour before its time, or at it. */
export const delayListing = defineStatement({
  name: 'catalog.delayListing',
  text: `update market_listings set state = 'waiting', failed = $2, rechecked_at = null where id = $1`,
  params: [int8, arrayOf(text)],
});

/** Its checks passed an hour before its time. */
export const setRechecked = defineStatement({
  name: 'catalog.setListingRechecked',
  text: 'update market_listings set rechecked_at = $2 where id = $1',
  params: [int8, timestamptz],
});

/** Makes the coin, its networks and the market, as agreed. The database refuses what two people have not agreed. */
export const openListing = defineQuery({
  name: 'catalog.openListing',
  text: 'select catalog_open_listing($1, $2) as instrument_id',
  params: [int8, timestamptz],
  row: { instrumentId: nullable(int2) },
});

/** Another listing of the coin or the market that has been proposed and has not ended. */
export const rivalListing = defineQuery({
  name: 'catalog.rivalListing',
  text: `select exists (select from market_listings l where l.id <> $1 and l.state in ('proposed', 'agreed', 'waiting')
      and (l.terms #>> '{coin,code}' = $2 or lower((l.terms #>> '{market,base}') || (l.terms #>> '{market,currency}')) = $3)) as is_there`,
  params: [int8, text, text],
  row: { isThere: bool },
});

/** The networks of the exchange, whatever coins they carry. */
export const allNetworks = defineQuery({
  name: 'catalog.allNetworks',
  text: 'select code, name, family, confirmations, has_memo from networks order by id',
  params: [],
  row: { code: text, name: text, family: text, confirmations: int4, hasMemo: bool },
});
