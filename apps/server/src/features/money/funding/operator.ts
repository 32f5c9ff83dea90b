/** Unmatched deposits, stuck withdrawals, caps of what leaves, receipts of wires and payouts at the bank on the console's wire: calls to use cases and back. */
import {
  operatorChainCalls,
  operatorOutflowCalls,
  operatorPayoutCalls,
  operatorWireCalls,
} from '@tern/protocol/operator';
import { pageOf } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { ProposalDeps } from '../../../kernel/review/proposals.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { actorOf } from '../../../kernel/review/actor-of.ts';
import type { Deps } from './deps.ts';
import { listWallets } from './treasury/list-wallets.ts';
import { showTreasuryMoney } from './treasury/show-treasury-money.ts';
import { listStuck } from './manual-resolution/list-stuck.ts';
import {
  answerTimeoutMs,
  proposeResolution,
  type ResolutionDeps,
} from './manual-resolution/propose-resolution.ts';
import { type CapDeps, setCap } from './outflow/caps.ts';
import { showOutflow } from './outflow/list-outflow.ts';
import { proposeRelease } from './outflow/releases.ts';
import { listAtBank } from './payout/list-at-bank.ts';
import { proposeReturn } from './payout/propose-return.ts';
import { recordSent } from './payout/record-sent.ts';
import { candidatesFor } from './unmatched/find-candidates.ts';
import { listUnmatched } from './unmatched/list-unmatched.ts';
import { proposeUnmatched, type UnmatchedDeps } from './unmatched/propose-unmatched.ts';
import type { WireDeps } from './wire/create-wire.ts';
import { recordReceipt } from './wire/record-receipt.ts';

export function unmatchedOperatorRoutes(deps: UnmatchedDeps & Deps<'rails' | 'log'>): Route[] {
  return [
    route(operatorChainCalls.treasuryMoney, () => showTreasuryMoney(deps)),
    route(operatorChainCalls.treasuryAddress, async ({ input }) => {
      const [asset, network] = [input.coinname.toUpperCase(), input.czline.toUpperCase()];
      const rail = deps.rails.carry(asset, network) ? deps.rails.of(asset, network) : undefined;
      if (rail?.treasuryAddress === undefined) throw new Refusal('not-available');
      return { address: await rail.treasuryAddress() };
    }),
    route(operatorChainCalls.unmatched, ({ input }) => {
      const { state, fault, search = '' } = input;
      return listUnmatched(deps.database, { page: pageOf(input), state, fault, search });
    }),
    route(operatorChainCalls.unmatchedCandidates, async (context) => ({
      list: await candidatesFor(deps, actorOf(context), context.input.reference),
    })),
    route(operatorChainCalls.proposeUnmatched, async (context) => {
      const { reference, proposal: act, memberId, account, message, reason } = context.input;
      const proposal = {
        reference,
        act,
        message,
        reason,
        account,
        memberId: memberId === undefined ? undefined : Number(memberId),
      };
      return { reviewId: await proposeUnmatched(deps, actorOf(context), proposal) };
    }),
  ];
}

export function outflowOperatorRoutes(deps: CapDeps & Deps<'rails' | 'log'>): Route[] {
  return [
    route(operatorOutflowCalls.payingWallets, async () => ({ list: await listWallets(deps) })),
    route(operatorOutflowCalls.outflow, () => showOutflow(deps)),
    route(operatorOutflowCalls.setOutflowCap, async (context) => {
      const { coinname, cap, reason } = context.input;
      return { reviewId: await setCap(deps, actorOf(context), { coinname, cap, reason }) };
    }),
    route(operatorOutflowCalls.proposeRelease, async (context) => {
      const { ID, reason } = context.input;
      const proposal = { withdrawalId: Number(ID), reason };
      return { reviewId: await proposeRelease(deps, actorOf(context), proposal) };
    }),
  ];
}

export function resolutionOperatorRoutes(deps: ResolutionDeps): Route[] {
  return [
    route(operatorChainCalls.halted, ({ input }) => {
      const timeoutMs = answerTimeoutMs(deps);
      const query = { page: pageOf(input), search: input.search ?? '', timeoutMs };
      return listStuck(deps.database, query);
    }),
    route(operatorChainCalls.proposeResolution, async (context) => {
      const { ID, verdict: outcome, txid = '', message, reason } = context.input;
      const proposal = { withdrawalId: Number(ID), outcome, txid, message, reason };
      return { reviewId: await proposeResolution(deps, actorOf(context), proposal) };
    }),
  ];
}

export function payoutOperatorRoutes(deps: ProposalDeps & Deps<'assets'>): Route[] {
  return [
    route(operatorPayoutCalls.bankPayouts, ({ input }) =>
      listAtBank(deps.database, { page: pageOf(input), search: input.search ?? '' }),
    ),
    route(operatorPayoutCalls.recordSent, async (context) => {
      const { ID, ...sent } = context.input;
      await recordSent(deps, actorOf(context), { payoutId: Number(ID), ...sent });
      return {};
    }),
    route(
      operatorPayoutCalls.proposeReturn,
      async (context) => {
        const { ID, num, ...proposal } = context.input;
        const input = { payoutId: Number(ID), num, ...proposal };
        return { reviewId: await proposeReturn(deps, actorOf(context), input) };
      },
      { fields: { amount: 'num' } },
    ),
  ];
}

export function wireOperatorRoutes(deps: WireDeps & Deps<'bus'>): Route[] {
  return [
    route(
      operatorWireCalls.recordReceipt,
      async (context) => {
        const { ID, ...receipt } = context.input;
        await recordReceipt(deps, actorOf(context), { reviewId: Number(ID), receipt });
        return {};
      },
      { fields: { amount: 'num' } },
    ),
  ];
}
