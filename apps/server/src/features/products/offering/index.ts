/** New coins: sold within a window up to a cap, frozen until their date, then released. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { ProductRegistry } from '../../../kernel/products/product-registry.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { Log } from '../../../platform/log.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { addPaperOfferings } from './add-paper-offerings.ts';
import { offeringKind } from './catalogue.ts';
import { SoldPublisher } from './publish-sold.ts';
import { releaseDue } from './release-allotments.ts';
import { offeringRoutes } from './routes.ts';
import type { OfferingDeps } from './subscribe-offering.ts';
import { offeringRows } from './export-rows.ts';
import { offeringNotices } from './notices.ts';

export { subscriptionRecords } from './member-records.ts';
export { paidForCoins } from './store.ts';

const RELEASE_EVERY_MS = 1_000;

export function createOffering(
  given: Omit<OfferingDeps, 'noteSold'> & { log: Log; products: ProductRegistry },
): NotifyingFeature {
  const publisher = new SoldPublisher(given);
  const deps = { ...given, noteSold: (offeringId: number) => publisher.note(offeringId) };
  deps.products.register(offeringKind(deps));
  const addPaper = () => addPaperOfferings(deps);
  return {
    slug: 'offering',
    notices: offeringNotices,
    routes: offeringRoutes(deps),
    jobs: [
      { name: 'offering.release', everyMs: RELEASE_EVERY_MS, run: () => releaseDue(deps) },
      { name: 'offering.addPaper', everyMs: MINUTE_MS, run: addPaper },
    ],
    start: addPaper,
    async stop() {
      publisher.stop();
    },
  };
}

/** What it holds about a member, for exports and closing. */
export const offeringAccount: AccountPart = { held: offeringRows };
