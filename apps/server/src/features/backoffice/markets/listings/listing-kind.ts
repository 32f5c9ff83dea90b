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
  type ReviewEvidence,
  type ReviewKind,
} from '../../../../kernel/review/review-kind.ts';
import { pictureBytes } from '../../../../kernel/catalog/coin-pictures.ts';
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
        images: await imagesOf(deps, reader, terms),
      };
    },
    async image(reader, id, view) {
      const { terms } = await read(reader, id);
      const bytes =
        view.id === PICTURE ? await pictureBytes(deps, reader, pictureOf(terms)) : undefined;
      return bytes && { contentType: 'image/png', bytes };
    },
    async approve(tx, { subjectId, at }) {
      await tx.run(agreeListing, [subjectId, at]);
    },
    async reject(tx, { subjectId, at }) {
      await tx.run(endListing, [subjectId, 'refused', at]);
    },
  };
}

/** The name of the only image. */
const PICTURE = 'picture';

const pictureOf = ({ coin }: ListingDraft): string => coin?.picture ?? '';

/** Both people see what members will see. */
async function imagesOf(
  deps: ListingDeps,
  reader: Reader,
  terms: ListingDraft,
): Promise<ReviewEvidence['images']> {
  const sha256 = pictureOf(terms);
  if (sha256 === '') return [];
  const bytes = await pictureBytes(deps, reader, sha256);
  const label = `Picture of ${terms.coin?.code ?? ''}`;
  return [{ id: PICTURE, label, bytes: bytes?.length ?? 0, sha256 }];
}

/** Every term by its place: `coin code`, `coin name de`, `ERC20 depositMin`, `market step`. */
function factsOf({ coin, market }: ListingDraft): Facts {
  const { networks = [], names = {}, uses, ...named } = coin ?? {};
  const under = (place: string, fields: object) =>
    Object.entries(fields).map(([field, value]) => [`${place} ${field}`, String(value)]);
  return Object.fromEntries([
    ...under('coin', named),
    ...under('coin name', names),
    ...(uses === undefined ? [] : under('coin', { uses: uses.join(', ') || 'none' })),
    ...networks.flatMap(({ network, ...fields }) => under(network, fields)),
    ...under('market', market ?? {}),
  ]);
}
