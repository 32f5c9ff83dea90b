/** Opens agreed listings at their time: all checks once more, then everything in one transaction, or nothing. */
import {
  type Listing,
  listingForUpdate,
  listingsDue,
  openListing,
  stopListing,
} from '../../../../kernel/catalog/market-listings.ts';
import { type Catalogue, LISTED } from '../../../../kernel/catalog/catalogue.ts';
import { isOlderInstanceThere } from '../../../../kernel/leases/lease-rows.ts';
import { publishToAll } from '../../../../kernel/events/live-feed.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { publishToConsoles } from '../../../../kernel/operators/operator-live.ts';
import type { Bus } from '../../../../platform/bus.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { readTerms } from './read-terms.ts';
import { tryListing } from './try-listing.ts';
import { type ListingDeps, listingSubject, titleOf } from './write-listing.ts';

export interface OpenDeps extends ListingDeps {
  readonly bus: Bus;
  readonly catalogue: Pick<Catalogue, 'refresh'>;
}

/** Instances without this migration do not look for what is listed. */
const KNOWN_SINCE = '2430';

export async function openDueListings(deps: OpenDeps): Promise<void> {
  const { database, clock } = deps;
  const due = await database.many(listingsDue, [clock.now()]);
  if (due.length === 0) return;
  // It would refuse orders of a market that the others have.
  if ((await database.one(isOlderInstanceThere, [KNOWN_SINCE])).isThere) return;
  for (const listing of due) {
    const { id, terms } = listing;
    const checks = await tryListing(deps, database, { id, draft: terms, now: undefined });
    const failed = checks.filter(({ isPassed }) => !isPassed).map(({ name }) => name);
    const hasChanged = await database.transaction((tx) => carryOut(deps, tx, { listing, failed }));
    if (hasChanged) await announce(deps, listing);
  }
}

/** Returns whether it was still to be opened. */
async function carryOut(
  { clock }: OpenDeps,
  tx: Tx,
  { listing, failed }: { listing: Listing; failed: readonly string[] },
): Promise<boolean> {
  const { id, terms } = listing;
  const at = clock.now();
  // It may have been withdrawn while it was tried.
  if ((await tx.maybe(listingForUpdate, [id]))?.state !== 'agreed') return false;
  const of = { actor: undefined, subject: listingSubject(id) };
  const title = titleOf(terms);
  if (failed.length > 0) {
    await tx.run(stopListing, [id, [...failed], at]);
    await logAct(tx, { ...of, action: 'market.stopListing', detail: { title, failed } }, at);
    return true;
  }
  await tx.one(openListing, [id, at]);
  await logAct(tx, { ...of, action: 'market.open', detail: { title } }, at);
  return true;
}

/** Other instances read the catalogue each second too. */
async function announce({ bus, catalogue }: OpenDeps, { terms }: Listing): Promise<void> {
  await catalogue.refresh();
  bus.publish(LISTED, null);
  const { market } = readTerms(terms);
  if (market !== undefined) publishToAll(bus, 'market.state', { symbol: market.symbol });
  publishToConsoles(bus, { needs: ['offer.read'], message: { kind: 'markets' } });
}
