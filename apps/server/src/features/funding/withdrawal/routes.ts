/** Withdrawals on the wire: calls to use cases and back; no decision, no SQL. */
import { withdrawalCalls } from '@tern/protocol';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { cancelRequest } from '../request/lifecycle.ts';
import { findRequest, listRequests } from '../request/list.ts';
import { type CreateDeps, createWithdrawal } from './create-withdrawal.ts';
import { withdrawals } from './withdrawals.ts';

export function withdrawalRoutes(deps: CreateDeps): Route[] {
  const { database } = deps;
  return [
    route(withdrawalCalls.withdrawals, ({ caller, input, lang }) =>
      listRequests(database, withdrawals, {
        ...input,
        memberId: caller.memberId,
        lang: langOf(lang),
      }),
    ),
    route(withdrawalCalls.findWithdrawal, async ({ caller, input, lang }) => ({
      rewithdraw: await findRequest(database, withdrawals, {
        memberId: caller.memberId,
        id: Number(input.ID),
        lang: langOf(lang),
      }),
    })),
    route(withdrawalCalls.createWithdrawal, async (context) => {
      const { czline: network, coinname: coin, coin_id: coinId, ...rest } = context.input;
      const { pay_password: payPassword, ...payment } = rest;
      const { num, address, memo } = payment;
      // The password is left out of the hash of the request: six digits could be found by trying.
      const asked = { ...context, input: { network, coin, coinId, ...payment } };
      const withdraw = await createWithdrawal(deps, {
        num,
        address,
        memo,
        network,
        coin,
        payPassword,
        memberId: context.caller.memberId,
        coinId: coinId === undefined ? undefined : Number(coinId),
        leastReceived: payment.min_received,
        key: requestKeyOf(withdrawalCalls.createWithdrawal, asked),
      });
      return { withdraw };
    }),
    route(withdrawalCalls.cancelWithdrawal, async (context) => {
      const { memberId } = context.caller;
      const key = requestKeyOf(withdrawalCalls.cancelWithdrawal, context);
      const id = Number(context.input.ID);
      return { withdraw: await cancelRequest(deps, withdrawals, { memberId, id, key }) };
    }),
  ];
}
