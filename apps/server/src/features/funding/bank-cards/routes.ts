/** Bank cards on the wire: calls to use cases and back; no decision, no SQL. */
import { fiatCalls } from '@tern/protocol';
import { type Route, route } from '../../../platform/http/route.ts';
import { type CardDeps, findCard, keepCard, listCards, removeCard } from './cards.ts';

export function cardRoutes(deps: CardDeps): Route[] {
  const { database } = deps;
  return [
    route(fiatCalls.bankCards, ({ caller, input }) => listCards(database, caller.memberId, input)),
    route(fiatCalls.findBankCard, async ({ caller, input }) => ({
      reuser_bank: await findCard(database, caller.memberId, Number(input.ID)),
    })),
    route(fiatCalls.createBankCard, async ({ caller, input }) => ({
      bank: await keepCard(deps, caller.memberId, input),
    })),
    route(fiatCalls.deleteBankCard, async ({ caller, input }) => {
      await removeCard(database, caller.memberId, Number(input.ID));
      return {};
    }),
  ];
}
