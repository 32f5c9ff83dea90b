/** Timed contracts in the API: calls to use cases and back; no decision, no SQL. */
import { futuresCalls, futuresDirection } from '@tern/protocol';
import { answerOnce, requestKeyOf } from '../../../kernel/requests/answer-once.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { FuturesDeps } from './deps.ts';
import { describeEvidence } from './describe-evidence.ts';
import { describeTerms } from './describe-terms.ts';
import { announceAccepted } from './settlement/settlement-scheduler.ts';
import { describeContract, listContracts, reportResults } from './list-contracts.ts';
import { changeLimits, describeLimits } from './own-limits.ts';
import { placeContract } from './place-contract.ts';

export function futuresRoutes(deps: FuturesDeps): Route[] {
  const { database, instruments, assets, clock } = deps;
  return [
    route(futuresCalls.config, ({ caller }) => describeTerms(deps, caller.memberId)),
    route(
      futuresCalls.createHyorder,
      async (context) => {
        const { cate, usdt, coinname, ctime_num, ratio } = context.input;
        const input = {
          memberId: context.caller.memberId,
          direction: Number(cate) === futuresDirection.up ? 'up' : 'down',
          stake: usdt,
          market: coinname,
          seconds: Number(ctime_num),
          ratio,
        } as const;
        const key = requestKeyOf(futuresCalls.createHyorder, context);
        const answer = await answerOnce(deps, key, (tx) => placeContract(tx, deps, input));
        announceAccepted(deps.bus);
        return answer;
      },
      { fields: { stake: 'usdt', market: 'coinname', seconds: 'ctime_num' } },
    ),
    route(futuresCalls.myHyorderList, ({ caller, input }) =>
      listContracts(database, instruments, { memberId: caller.memberId, input }),
    ),
    route(futuresCalls.findHyorder, ({ caller, input }) =>
      describeContract(database, instruments, {
        memberId: caller.memberId,
        contractId: Number(input.ID),
      }),
    ),
    route(futuresCalls.evidence, ({ caller, input }) =>
      describeEvidence(deps, { memberId: caller.memberId, contractId: Number(input.ID) }),
    ),
    route(futuresCalls.limits, ({ caller }) =>
      describeLimits(database, { memberId: caller.memberId, now: clock.now() }),
    ),
    route(futuresCalls.setLimits, ({ caller, input }) =>
      database.transaction((tx) =>
        changeLimits(tx, assets, {
          input: {
            memberId: caller.memberId,
            dailyStake: input.dailyStake,
            pauseHours: input.pauseHours,
          },
          now: clock.now(),
        }),
      ),
    ),
    route(futuresCalls.results, ({ caller }) => reportResults(database, caller.memberId)),
  ];
}
