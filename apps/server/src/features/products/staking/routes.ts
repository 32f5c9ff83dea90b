/** Mining machines and staking in the API: calls to use cases and back; no decision, no SQL. */
import { stakingCalls } from '@tern/protocol';
import { langOf } from '../../../kernel/i18n/texts.ts';
import { requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { buyShare, buyUnits } from './buy-machine.ts';
import type { StakingDeps } from './deps.ts';
import { earningsCurve, listEarnings } from './list-earnings.ts';
import { findMachine, listMachines } from './list-machines.ts';
import { findOrder, listOrders } from './list-orders.ts';
import { quoteMachine } from './quote-machine.ts';
import { quoteRedemption, redeemStaking } from './redeem-staking.ts';
import { refundShare } from './refund-share.ts';

export function stakingRoutes(deps: StakingDeps): Route[] {
  return [
    route(stakingCalls.machines, ({ caller, input, lang }) =>
      listMachines(deps, { memberId: caller.memberId, lang: langOf(lang) }, input),
    ),
    route(stakingCalls.findMachine, async ({ input, lang }) => ({
      remining_machine: await findMachine(deps, langOf(lang), Number(input.ID)),
    })),
    route(
      stakingCalls.machineQuote,
      ({ caller: { memberId }, input: { id, num, gxfe } }) =>
        quoteMachine(deps, {
          memberId,
          productId: Number(id),
          units: num,
          percent: gxfe === undefined ? undefined : Number(gxfe),
        }),
      { fields: { units: 'num', percent: 'gxfe', product: 'id' } },
    ),
    route(
      stakingCalls.buyMachine,
      async (context) => {
        const { id, num: units, version } = context.input;
        const { memberId } = context.caller;
        const key = requestKeyOf(stakingCalls.buyMachine, context);
        const bought = { memberId, productId: Number(id), units, version, key };
        return { order: await buyUnits(deps, bought) };
      },
      { fields: { units: 'num', product: 'id' } },
    ),
    route(
      stakingCalls.buyShare,
      async (context) => {
        const { id, sharbltxt: shares, gxfe, version } = context.input;
        const { memberId } = context.caller;
        const key = requestKeyOf(stakingCalls.buyShare, context);
        const share = { shares, percent: Number(gxfe), version };
        const bought = { memberId, productId: Number(id), ...share, key };
        return { order: await buyShare(deps, bought) };
      },
      { fields: { percent: 'gxfe', product: 'id' } },
    ),
    route(stakingCalls.machineOrders, ({ caller, input }) =>
      listOrders(deps, caller.memberId, input),
    ),
    route(stakingCalls.findMachineOrder, async ({ caller, input }) => ({
      reorder: await findOrder(deps, caller.memberId, Number(input.ID)),
    })),
    route(stakingCalls.machineRedemptionQuote, async ({ caller, input }) => ({
      reredemption: await quoteRedemption(deps, caller.memberId, Number(input.ID)),
    })),
    route(stakingCalls.redeemMachine, (context) => {
      const key = requestKeyOf(stakingCalls.redeemMachine, context);
      const { caller, input } = context;
      return redeemStaking(deps, { memberId: caller.memberId, orderId: Number(input.ID), key });
    }),
    route(stakingCalls.refundShare, async (context) => {
      const key = requestKeyOf(stakingCalls.refundShare, context);
      const { caller, input } = context;
      const order = { memberId: caller.memberId, orderId: Number(input.ID), key };
      return { order: await refundShare(deps, order) };
    }),
    route(stakingCalls.earnings, ({ caller, input }) => listEarnings(deps, caller.memberId, input)),
    route(stakingCalls.earningsCurve, ({ caller, input }) =>
      earningsCurve(deps, caller.memberId, input),
    ),
  ];
}
