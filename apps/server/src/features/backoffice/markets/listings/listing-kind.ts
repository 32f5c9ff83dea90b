/** The review of a listing: what opens, with all its terms, and what stops it. */
import type { ListingDraft } from '@tern/protocol/operator';
import {
  agreeListing,
  endListing,
  listingById,
} from '../../../../kernel/catalog/market-listings.ts';
import {
  comparisonRow,
  type Facts,
  type ReviewKind,
} from '../../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { checkListing } from './try-listing.ts';
import { LISTING, type ListingDeps, titleOf } from './write-listing.ts';

export function listingKind(deps: ListingDeps): ReviewKind {
  const read = (reader: Reader, id: number) => reader.one(listingById, [id]);
  return {
    kind: LISTING,
    letter: 'CL',
    movesMoney: false,
    approvals: 2,
    async facts(reader, id) {
      const { terms, opensAt, reason } = await read(reader, id);
      return { ...factsOf(terms), opensAt: isoTime(opensAt!), reason: reason! };
    },
    async checks(reader, id, at) {
      const { terms } = await read(reader, id);
      const checks = await checkListing(deps, reader, { id, draft: terms, now: at });
      return checks.map(({ name, isPassed, detail }) => ({
        name,
        isPassed,
        detail,
        level: 'stop',
      }));
    },
    async evidence(reader, id) {
      const { terms, opensAt, reason } = await read(reader, id);
      const rows = Object.entries(factsOf(terms)).map(([label, value]) =>
        comparisonRow(label, [String(value)]),
      );
      return {
        summary: `${titleOf(terms)} · ${reason}`,
        columns: ['Proposed'],
        rows: [comparisonRow('opens', [isoTime(opensAt!)]), ...rows],
        images: [],
      };
    },
    async approve(tx, { subjectId, at }) {
      await tx.run(agreeListing, [subjectId, at]);
    },
    async reject(tx, { subjectId, at }) {
      await tx.run(endListing, [subjectId, 'refused', at]);
    },
  };
}

/** Every term by its place: `coin code`, `ERC20 depositMin`, `market step`. */
function factsOf({ coin, market }: ListingDraft): Facts {
  const { networks = [], ...named } = coin ?? {};
  const under = (place: string, fields: object) =>
    Object.entries(fields).map(([field, value]) => [`${place} ${field}`, String(value)]);
  return Object.fromEntries([
    ...under('coin', named),
    ...networks.flatMap(({ network, ...fields }) => under(network, fields)),
    ...under('market', market ?? {}),
  ]);
}
