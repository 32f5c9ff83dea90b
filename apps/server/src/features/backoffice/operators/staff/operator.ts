/** Operators' own accounts as members in the API: calls to use cases and back. */
import { operatorStaffCalls } from '@tern/protocol/operator';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import {
  confirmAccount,
  declareAccount,
  listStaffAccounts,
  releaseAccount,
  type StaffDeps,
} from './staff-accounts.ts';

export function staffRoutes(deps: StaffDeps): Route[] {
  return [
    route(operatorStaffCalls.staffAccounts, async () => ({
      list: await listStaffAccounts(deps.database),
    })),
    route(operatorStaffCalls.declareStaffAccount, async (context) => {
      const { memberId, reason } = context.input;
      const named = { memberId: Number(memberId), reason };
      return { ID: await declareAccount(deps, actorOf(context), named) };
    }),
    route(operatorStaffCalls.confirmStaffAccount, async (context) => {
      const { ID, reason } = context.input;
      await confirmAccount(deps, actorOf(context), { id: Number(ID), reason });
      return {};
    }),
    route(operatorStaffCalls.releaseStaffAccount, async (context) => {
      const { ID, reason } = context.input;
      const isReleased = await releaseAccount(deps, actorOf(context), { id: Number(ID), reason });
      return { isReleased };
    }),
  ];
}
