/** Other times of agreed listings: proposed, and agreed by a second person (ADR 101). */
import type { Lang } from '../i18n/texts.ts';
import { int8, jsonb, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../platform/database/table.ts';

const table = defineTable('market_listing_moves', {
  id: int8,
  listingId: int8,
  formerAt: timestamptz,
  opensAt: timestamptz,
  reason: text,
  proposedBy: int8,
  createdAt: timestamptz,
  state: text,
  endedAt: nullable(timestamptz),
});
export type ListingMove = TableRow<typeof table>;

export const insertMove = table
  .pick('id')
  .insertReturning('catalog.insertListingMove', [
    'listingId',
    'formerAt',
    'opensAt',
    'reason',
    'proposedBy',
    'createdAt',
  ]);

export const moveById = table.select('catalog.listingMoveById', 'where id = $1', [int8]);

/** The one that waits for a second person. */
export const openMoveOf = table.select(
  'catalog.openListingMove',
  `where listing_id = $1 and state = 'proposed'`,
  [int8],
);

export const endMove = defineStatement({
  name: 'catalog.endListingMove',
  text: 'update market_listing_moves set state = $2, ended_at = $3 where id = $1',
  params: [int8, text, timestamptz],
});

/** The listing is agreed again, for its other time. Nothing changes once it opened or was withdrawn. */
export const moveListing = defineStatement({
  name: 'catalog.moveListing',
  text: `update market_listings set state = 'agreed', opens_at = $2, failed = '{}', rechecked_at = null
    where id = $1 and state in ('agreed', 'waiting')`,
  params: [int8, timestamptz],
});

/** Agreed listings that have not opened, with the time they had before, the next one first. */
export const comingListings = defineQuery({
  name: 'catalog.comingListings',
  text: `select l.id, l.state, l.opens_at, l.terms #>> '{coin,code}' as coin, l.terms #>> '{coin,name}' as name,
      coalesce(l.terms #>> '{coin,picture}', '') as picture, l.terms #> '{coin,names}' as names,
      l.terms #>> '{market,base}' as base, l.terms #>> '{market,currency}' as currency,
      (select m.former_at from market_listing_moves m where m.listing_id = l.id and m.state = 'agreed' order by m.id desc limit 1) as former_at
    from market_listings l where l.state in ('agreed', 'waiting') order by l.opens_at, l.id`,
  params: [],
  row: {
    id: int8,
    state: text,
    opensAt: timestamptz,
    coin: nullable(text),
    name: nullable(text),
    picture: text,
    names: nullable(jsonb<Partial<Record<Lang, string>>>()),
    base: nullable(text),
    currency: nullable(text),
    formerAt: nullable(timestamptz),
  },
});
