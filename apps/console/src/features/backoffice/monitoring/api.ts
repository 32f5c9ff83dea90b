/** Queries of rules of monitoring; refetched with the queue, whose changes a proposal or a hit reports. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorInput, OperatorOutput } from '@tern/protocol/operator/client';
import { REVIEWS } from '../../../kernel/live-queue.ts';
import { usePermission } from '../../../kernel/session.ts';
import { call } from '../../../platform/call.ts';

async function loadRules() {
  return (await call('GET /operator/monitoring/list', {})).list;
}
export type Rule = OperatorOutput<'GET /operator/monitoring/list'>['list'][number];
export type RuleVersion = NonNullable<Rule['inForce']>;
export type Parameter = Rule['parameters'][number];
export type Unit = Parameter['unit'];

export const useRules = () => useQuery({ queryKey: [REVIEWS, 'monitoring'], queryFn: loadRules });

/** Proposals of colleagues that wait for this operator. */
export function useWaitingRules(): number {
  const mayDecide = usePermission('screening.decide');
  const query = useQuery({
    queryKey: [REVIEWS, 'monitoring'],
    queryFn: loadRules,
    enabled: mayDecide,
  });
  return (query.data ?? []).filter(({ proposal }) => proposal?.isOwn === false).length;
}

export type RuleKey = OperatorInput<'GET /operator/monitoring/rule'>['key'];

export type OneRule = OperatorOutput<'GET /operator/monitoring/rule'>;

export const useRule = (key: RuleKey) =>
  useQuery({
    queryKey: [REVIEWS, 'monitoring', key],
    queryFn: () => call('GET /operator/monitoring/rule', { key }),
  });

export type Replay = OperatorOutput<'POST /operator/monitoring/replay'>;
export type ReplayAsked = OperatorInput<'POST /operator/monitoring/replay'>;
export type Example = Replay['examples'][number];
