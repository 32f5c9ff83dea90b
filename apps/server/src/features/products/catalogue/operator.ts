/** The catalogue on the operators' wire: calls to use cases and back. */
import { operatorProductCalls } from '@tern/protocol/operator';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { pageOf } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import { type FundingDeps, proposeFunding } from './fund-treasury.ts';
import { checkTerms, listKinds, listOrders, listProducts, showProduct } from './list-products.ts';
import { proposeVersion } from './propose-version.ts';
import { showTreasury } from './show-treasury.ts';
import { closeProduct, withdrawVersion, writeDraft } from './write-version.ts';

/** Epoch ms. @throws invalid-request for a date that does not exist */
function timeIn(text: string, field: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new Refusal('invalid-request', { fields: [field] });
  return at;
}

const timeOr = <Absent>(text: string | undefined, field: string, absent: Absent) =>
  text === undefined ? absent : timeIn(text, field);

export function productRoutes(deps: FundingDeps): Route[] {
  return [
    route(operatorProductCalls.productKinds, async () => ({ list: listKinds(deps) })),
    route(operatorProductCalls.products, async () => ({ list: await listProducts(deps) })),
    route(operatorProductCalls.findProduct, async ({ input }) => ({
      reproduct: await showProduct(deps, Number(input.ID), langOf(input.lang)),
    })),
    route(operatorProductCalls.checkProduct, ({ input }) => {
      const { kind, ID = 0, terms } = input;
      return checkTerms(deps, { kind, id: Number(ID), terms, lang: langOf(input.lang) });
    }),
    route(operatorProductCalls.writeProduct, (context) => {
      const { kind, ID, terms, takesOrders: isOpen = true } = context.input;
      const seenAt = timeOr(context.input.seenAt, 'seenAt', undefined);
      const id = ID === undefined ? undefined : Number(ID);
      return writeDraft(deps, actorOf(context), { kind, id, terms, isOpen, seenAt });
    }),
    route(operatorProductCalls.proposeProduct, async (context) => {
      const { ID, version, reason } = context.input;
      const seenAt = timeIn(context.input.seenAt, 'seenAt');
      const effectiveAt = timeOr(context.input.effectiveAt, 'effectiveAt', null);
      const proposal = { id: Number(ID), version, seenAt, effectiveAt, reason };
      return { reviewId: await proposeVersion(deps, actorOf(context), proposal) };
    }),
    route(operatorProductCalls.withdrawProduct, async (context) => {
      const { ID, version, reason } = context.input;
      await withdrawVersion(deps, actorOf(context), { id: Number(ID), version, reason });
      return {};
    }),
    route(operatorProductCalls.closeProduct, async (context) => {
      const { ID, reason } = context.input;
      return { version: await closeProduct(deps, actorOf(context), { id: Number(ID), reason }) };
    }),
    route(operatorProductCalls.productOrders, ({ input }) =>
      listOrders(deps, Number(input.ID), pageOf(input)),
    ),
    route(operatorProductCalls.productTreasury, () => showTreasury(deps)),
    route(operatorProductCalls.proposeFunding, async (context) => {
      const { account, coinname, amount, bankReference, reason, requestId = null } = context.input;
      const asset = coinname.toUpperCase();
      const sum = String(amount);
      const proposal = { account, asset, amount: sum, bankReference, reason, requestId };
      return { reviewId: await proposeFunding(deps, actorOf(context), proposal) };
    }),
  ];
}
