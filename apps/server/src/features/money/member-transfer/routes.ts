/** Transfers between members in the API: calls to use cases and back. */
import { memberTransferCalls as calls } from '@tern/protocol';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { sensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { findReceiver } from './find-receiver.ts';
import { findTransfer, listTransfers, transferTerms } from './list-transfers.ts';
import { type SendDeps, sendToMember } from './send-to-member.ts';

export function memberTransferRoutes(deps: SendDeps): Route[] {
  const { database, settings } = deps;
  return [
    route(calls.transferTerms, ({ caller }) => transferTerms(database, settings, caller.memberId)),
    route(calls.findReceiver, async ({ caller, input }) => ({
      receiver: await findReceiver(deps, { ...input, memberId: caller.memberId }),
    })),
    route(
      calls.sendToMember,
      async (context) => {
        const { pay_password: payPassword, ...asked } = context.input;
        const { member, coinname: asset, num: given, note = '' } = asked;
        // The password is left out of the hash of the request: six digits could be found by trying.
        const request = { ...context, input: asked };
        const transfer = await sendToMember(deps, {
          memberId: context.caller.memberId,
          receiverId: Number(member),
          asset,
          given,
          note,
          payPassword,
          key: requestKeyOf(calls.sendToMember, request),
          call: sensitiveCall(calls.sendToMember, context),
        });
        return { transfer };
      },
      { fields: { to: 'member', asset: 'coinname', amount: 'num', payPassword: 'pay_password' } },
    ),
    route(calls.memberTransfers, ({ caller, input }) =>
      listTransfers(database, caller.memberId, input),
    ),
    route(calls.findTransfer, async ({ caller, input }) => ({
      transfer: await findTransfer(database, caller.memberId, Number(input.ID)),
    })),
  ];
}
