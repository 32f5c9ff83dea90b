/**
 * Opens agreed listings at their time: all checks an hour before and once more then, and everything in one transaction, or nothing.
 * While a check fails the listing waits for two people to move its time.
 */
import {
  type Listing,
  delayListing,
  listingForUpdate,
  listingsDue,
  listingsToRecheck,
  openListing,
  setRechecked,
} from '../../../../kernel/catalog/market-listings.ts';
import { type Catalogue, LISTED } from '../../../../kernel/catalog/catalogue.ts';
import { isOlderInstanceThere } from '../../../../kernel/leases/lease-rows.ts';
import { publishToAll } from '../../../../kernel/events/live-feed.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { publishToConsoles } from '../../../../kernel/operators/operator-live.ts';
import type { Bus } from '../../../../platform/bus.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { readTerms } from './read-terms.ts';
import { tryListing } from './try-listing.ts';
import { type ListingDeps, listingSubject, titleOf } from './write-listing.ts';

export interface OpenDeps extends ListingDeps {
  readonly bus: Bus;
  readonly catalogue: Pick<Catalogue, 'refresh'>;
}

/** Instances without this migration offer all products of a coin, also those that it was not listed for; older ones find none. */
const KNOWN_SINCE = '2614';

export async function openDueListings(deps: OpenDeps): Promise<void> {
  const { database, clock } = deps;
  const now = clock.now();
  for (const listing of await database.many(listingsToRecheck, [now, now + HOUR_MS])) {
    const checked = { listing, failed: await failedOf(deps, listing) };
    const isNews = await database.transaction((tx) => recheck(deps, tx, checked));
    if (isNews) announceToOperators(deps);
  }
  const due = await database.many(listingsDue, [now]);
  if (due.length === 0) return;
  // It would refuse orders of a market that the others have.
  if ((await database.one(isOlderInstanceThere, [KNOWN_SINCE])).isThere) return;
  for (const listing of due) {
    const failed = await failedOf(deps, listing);
    const hasChanged = await database.transaction((tx) => carryOut(deps, tx, { listing, failed }));
    if (hasChanged) await announce(deps, listing);
  }
}

/** Names of the checks that fail; its time is not one of them. */
async function failedOf(deps: OpenDeps, { id, terms }: Listing): Promise<string[]> {
  const checks = await tryListing(deps, deps.database, { id, draft: terms, now: undefined });
  return checks.filter(({ isPassed }) => !isPassed).map(({ name }) => name);
}

/** Returns whether operators have something to read. */
async function recheck(
  { clock }: OpenDeps,
  tx: Tx,
  { listing, failed }: { listing: Listing; failed: readonly string[] },
): Promise<boolean> {
  const { id, opensAt } = listing;
  const found = await tx.maybe(listingForUpdate, [id]);
  // It may have been withdrawn or moved while it was tried, or checked by another instance.
  const isSame = found?.opensAt === opensAt && found?.recheckedAt === null;
  if (found?.state !== 'agreed' || !isSame) return false;
  if (failed.length === 0) await tx.run(setRechecked, [id, clock.now()]);
  else await delay(tx, { listing, failed, at: clock.now() });
  return true;
}

async function delay(
  tx: Tx,
  { listing, failed, at }: { listing: Listing; failed: readonly string[]; at: number },
): Promise<void> {
  const { id, terms } = listing;
  await tx.run(delayListing, [id, [...failed]]);
  const of = { actor: undefined, subject: listingSubject(id) };
  const detail = { title: titleOf(terms), failed };
  await logAct(tx, { ...of, action: 'market.delayListing', detail }, at);
}

/** Returns whether it was still to be opened. */
async function carryOut(
  { clock }: OpenDeps,
  tx: Tx,
  { listing, failed }: { listing: Listing; failed: readonly string[] },
): Promise<boolean> {
  const { id, terms } = listing;
  const at = clock.now();
  // It may have been withdrawn or moved while it was tried.
  const found = await tx.maybe(listingForUpdate, [id]);
  if (found?.state !== 'agreed' || found.opensAt !== listing.opensAt) return false;
  if (failed.length > 0) {
    await delay(tx, { listing, failed, at });
    return true;
  }
  const of = { actor: undefined, subject: listingSubject(id) };
  const title = titleOf(terms);
  await tx.one(openListing, [id, at]);
  await logAct(tx, { ...of, action: 'market.open', detail: { title } }, at);
  return true;
}

/** Other instances read the catalogue each second too. */
async function announce(deps: OpenDeps, { terms }: Listing): Promise<void> {
  const { bus, catalogue } = deps;
  await catalogue.refresh();
  bus.publish(LISTED, null);
  const { market } = readTerms(terms);
  if (market !== undefined) publishToAll(bus, 'market.state', { symbol: market.symbol });
  announceToOperators(deps);
}

const announceToOperators = ({ bus }: OpenDeps): void =>
  publishToConsoles(bus, { needs: ['offer.read'], message: { kind: 'markets' } });
