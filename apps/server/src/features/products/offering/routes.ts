/** New coins in the API: calls to use cases and back; no decision, no SQL. */
import { offeringCalls, subscriptionStatus } from '@tern/protocol';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  findOffering,
  listOfferings,
  listSubscriptions,
  quoteSubscription,
} from './list-offerings.ts';
import { type OfferingDeps, subscribe } from './subscribe-offering.ts';

/** By status in the API; absent for all. */
const IS_THAWED: Readonly<Record<string, boolean>> = {
  [subscriptionStatus.frozen]: false,
  [subscriptionStatus.thawed]: true,
};

export function offeringRoutes(deps: OfferingDeps): Route[] {
  return [
    route(offeringCalls.offerings, ({ caller, input, lang }) =>
      listOfferings(deps, { ...caller, lang: langOf(lang) }, input),
    ),
    route(offeringCalls.findOffering, async ({ caller, input, lang }) => ({
      reissue: await findOffering(deps, { ...caller, lang: langOf(lang) }, Number(input.ID)),
    })),
    route(
      offeringCalls.subscriptionQuote,
      ({ caller, input }) => {
        const { pid, num: quantity } = input;
        return quoteSubscription(deps, caller.memberId, { id: Number(pid), quantity });
      },
      { fields: { quantity: 'num' } },
    ),
    route(offeringCalls.subscriptions, ({ caller, input }) => {
      const { status = '', ...page } = input;
      return listSubscriptions(deps, caller.memberId, { ...page, isThawed: IS_THAWED[status] });
    }),
    route(
      offeringCalls.subscribe,
      async (context) => {
        const { pid, num: quantity, version } = context.input;
        const { memberId } = context.caller;
        const key = requestKeyOf(offeringCalls.subscribe, context);
        const input = { memberId, offeringId: Number(pid), quantity, version, key };
        return { issueRecord: await subscribe(deps, input) };
      },
      { fields: { quantity: 'num' } },
    ),
  ];
}
