/** Adds the reason and the end of a freeze to every answer 4008, whichever feature refuses. */
import { freezeOut } from '../features/account/auth/index.ts';
import { memberById } from '../kernel/members/members.ts';
import { Refusal } from '../kernel/requests/refusal.ts';
import type { Database } from '../platform/database/database.ts';
import type { Route } from '../platform/http/route.ts';

/** The same route; its refusal `account-frozen` has `data.freeze`. */
export function explainFreeze(route: Route, database: Database): Route {
  if (route.call.auth !== 'member') return route;
  return {
    ...route,
    async answer(context) {
      try {
        return await route.answer(context);
      } catch (error) {
        if (!(error instanceof Refusal && error.is('account-frozen'))) throw error;
        const member = await memberById(database, context.caller.memberId);
        const freeze = member === undefined ? null : freezeOut(member, context.lang);
        const { detail } = error;
        throw new Refusal('account-frozen', { ...detail, data: { ...detail.data, freeze } });
      }
    },
  };
}
