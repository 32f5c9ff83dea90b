/** The offerings, one of them, and a member's subscriptions. */
import { formatDecimal, parseDecimal, ZERO } from '@tern/money';
import { affordableQuantity, subscriptionCost, unfreezesAt } from '@tern/settlement';
import { balancesAt } from '../../../kernel/ledger/balances.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { emptyPage, pageOf, readPage } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { isoTime } from '../../../platform/clock.ts';
import { currentPrice, offeringRow, subscriptionRow, withAssets } from './describe-offering.ts';
import {
  countOfferings,
  countSubscriptions,
  offeringFor,
  offeringsAt,
  type StoredSubscription,
  subscriptionsOf,
} from './store.ts';
import type { OfferingDeps } from './subscribe-offering.ts';

interface PageInput {
  page?: number | string;
  pageSize?: number | string;
}

/** Who asks, and in which language. */
interface Reader {
  memberId: number;
  lang: Lang;
}

/** None where the member's proven residence withholds new coins. */
export async function listOfferings(deps: OfferingDeps, reader: Reader, input: PageInput) {
  const { memberId, lang } = reader;
  const page = pageOf(input);
  if (!(await deps.productRules.isOffered(deps.database, 'offerings', memberId)))
    return emptyPage(page);
  const now = deps.clock.now();
  const [rows, { total }] = await Promise.all([
    deps.database.many(offeringsAt, [memberId, now, page.limit, page.offset]),
    deps.database.one(countOfferings, []),
  ]);
  const list = rows.map((row) =>
    offeringRow(withAssets(deps.assets, row), {
      now,
      lang,
      current: currentPrice(deps.prices, row),
    }),
  );
  return { list, total, page: page.number, pageSize: page.limit };
}

/** @throws not-found */
export async function findOffering(deps: OfferingDeps, { memberId, lang }: Reader, id: number) {
  const found = await deps.database.maybe(offeringFor, [memberId, id]);
  if (found === undefined) throw new Refusal('not-found');
  return offeringRow(withAssets(deps.assets, found), {
    now: deps.clock.now(),
    lang,
    current: currentPrice(deps.prices, found),
  });
}

/** The cost of a quantity, whether or not it may be bought. @throws not-found, invalid-request */
export async function quoteSubscription(
  deps: OfferingDeps,
  memberId: number,
  input: { id: number; quantity: string | number },
) {
  const stored = await deps.database.maybe(offeringFor, [memberId, input.id]);
  if (stored === undefined) throw new Refusal('not-found');
  const found = withAssets(deps.assets, stored);
  const quantity = input.quantity === '' ? ZERO : parseDecimal(String(input.quantity));
  if (quantity === undefined) throw new Refusal('invalid-request', { fields: ['quantity'] });
  const key = { owner: memberId, asset: found.payAsset };
  const [{ available } = { available: ZERO }] = await balancesAt(deps.database, [key]);
  return {
    paid: formatDecimal(subscriptionCost(found, quantity).paid),
    unfreezeAt: isoTime(unfreezesAt(deps.clock.now(), found.lockDays)),
    available: formatDecimal(available),
    affordable: formatDecimal(affordableQuantity(found, available, found.scale)),
  };
}

/** Newest first; `isThawed` undefined: all. */
export function listSubscriptions(
  deps: OfferingDeps,
  memberId: number,
  input: PageInput & { isThawed: boolean | undefined },
) {
  const filter: [memberId: number, isThawed: boolean | null] = [memberId, input.isThawed ?? null];
  const queries = { list: subscriptionsOf, count: countSubscriptions };
  const row = (stored: StoredSubscription) =>
    subscriptionRow(withAssets(deps.assets, stored), currentPrice(deps.prices, stored));
  return readPage(deps.database, queries, { filter, page: pageOf(input), row });
}
