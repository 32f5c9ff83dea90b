/** Customers on the operators' wire: calls to use cases and back. */
import { operatorCustomerCalls } from '@tern/protocol/operator';
import { pageOf } from '../../../../kernel/requests/page.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import { BLOCK_HOURS_MAX } from './block-member.ts';
import { addNote } from './member-notes.ts';
import { type AccountStatusDeps, setAccountStatus } from './set-account-status.ts';
import {
  type CustomerDeps,
  listCustomerRecords,
  listCustomers,
  showCustomer,
} from './show-customer.ts';
import { customerTimeline, type TimelineSources } from './timeline.ts';

export function customerRoutes(deps: CustomerDeps & AccountStatusDeps & TimelineSources): Route[] {
  return [
    route(operatorCustomerCalls.customers, (context) => {
      const query = { search: context.input.search ?? '', page: pageOf(context.input) };
      return listCustomers(deps, actorOf(context), query);
    }),
    route(operatorCustomerCalls.customer, async (context) => ({
      recustomer: await showCustomer(deps, actorOf(context), Number(context.input.ID)),
    })),
    route(operatorCustomerCalls.customerRecords, (context) => {
      const { ID, coinname = '' } = context.input;
      const asset = coinname === '' ? null : coinname.toUpperCase();
      const query = { memberId: Number(ID), asset, page: pageOf(context.input) };
      return listCustomerRecords(deps, actorOf(context), query);
    }),
    route(operatorCustomerCalls.customerTimeline, (context) => {
      const { ID, group, after = '' } = context.input;
      const query = { memberId: Number(ID), group, cursor: after };
      return customerTimeline(deps, actorOf(context), query);
    }),
    route(operatorCustomerCalls.addNote, async (context) => {
      const { ID, note, level } = context.input;
      const given = { memberId: Number(ID), note, level };
      return { ID: await addNote(deps, actorOf(context), given) };
    }),
    route(operatorCustomerCalls.setAccountStatus, async (context) => {
      const {
        ID,
        act,
        message,
        reason,
        hours = BLOCK_HOURS_MAX,
        isSuspicion = true,
      } = context.input;
      const change = { memberId: Number(ID), act, message, reason, hours, isSuspicion };
      return { isWaiting: await setAccountStatus(deps, actorOf(context), change) };
    }),
  ];
}
