/** Withdrawals on the wire: calls to use cases and back; no decision, no SQL. */
import { withdrawalCalls } from '@tern/protocol';
import { requestKeyOf } from '../../kernel/answer-once.ts';
import { pageOf } from '../../kernel/page.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { type CreateDeps, createWithdrawal } from './create-withdrawal.ts';
import { findAddress, keepAddress, listAddresses, removeAddress } from './keep-address.ts';
import { countOfMember, withdrawalOfMember, withdrawalsOfMember } from './store.ts';
import { withdrawalRow } from './withdrawal-row.ts';

export function withdrawalRoutes(deps: CreateDeps): Route[] {
  return [...addressRoutes(deps), ...transferRoutes(deps)];
}

function addressRoutes(deps: CreateDeps): Route[] {
  const { database } = deps;
  return [
    route(withdrawalCalls.wallets, ({ caller, input }) =>
      listAddresses(database, caller.memberId, input),
    ),
    route(withdrawalCalls.findWallet, async ({ caller, input }) => ({
      reuser_qianbao: await findAddress(database, caller.memberId, Number(input.ID)),
    })),
    route(withdrawalCalls.createWallet, async ({ caller, input }) => {
      const { coin, czline: network, addr: address, memo, name, remark = '' } = input;
      const wallet = { coin, network, address, memo, name, remark };
      return { wallet: await keepAddress(deps, caller.memberId, wallet) };
    }),
    route(withdrawalCalls.deleteWallet, async ({ caller, input }) => {
      await removeAddress(database, caller.memberId, Number(input.ID));
      return {};
    }),
  ];
}

function transferRoutes(deps: CreateDeps): Route[] {
  const { database } = deps;
  return [
    route(withdrawalCalls.withdrawals, async ({ caller, input }) => {
      const page = pageOf(input);
      const [rows, { total }] = await Promise.all([
        database.many(withdrawalsOfMember, [caller.memberId, page.limit, page.offset]),
        database.one(countOfMember, [caller.memberId]),
      ]);
      return { list: rows.map(withdrawalRow), total, page: page.number, pageSize: page.limit };
    }),
    route(withdrawalCalls.findWithdrawal, async ({ caller, input }) => {
      const found = await database.maybe(withdrawalOfMember, [Number(input.ID), caller.memberId]);
      if (found === undefined) throw new Refusal(5007);
      return { rewithdraw: withdrawalRow(found) };
    }),
    route(withdrawalCalls.createWithdrawal, async (context) => {
      const { czline: network, coinname: coin, coin_id: coinId, ...rest } = context.input;
      const { num, address, memo, pay_password: payPassword } = rest;
      const withdraw = await createWithdrawal(deps, {
        ...{ num, address, memo, network, coin, payPassword },
        memberId: context.caller.memberId,
        coinId: coinId === undefined ? undefined : Number(coinId),
        key: requestKeyOf(withdrawalCalls.createWithdrawal, context),
      });
      return { withdraw };
    }),
    route(withdrawalCalls.cancelWithdrawal, async (context) => {
      const { memberId } = context.caller;
      const key = requestKeyOf(withdrawalCalls.cancelWithdrawal, context);
      const id = Number(context.input.ID);
      return { withdraw: await cancelWithdrawal(deps, { memberId, id, key }) };
    }),
  ];
}
