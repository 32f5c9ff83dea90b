/** Queries of operations: the last check of each invariant, and read-only periods. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { OPERATIONS } from '../../kernel/live-queue.ts';
import { useHasRole } from '../../kernel/session.ts';
import { call } from '../../platform/call.ts';

export type Operations = OperatorOutput<'GET /operator/operations/invariants'>;
export type CheckedInvariant = Operations['invariants'][number];
export type Period = Operations['periods'][number];

/** The server reports breaks at once; the time of the last check is asked for. */
const ASK_EVERY_MS = 60_000;

export function useOperations() {
  const mayRead = useHasRole('reviewer', 'approver', 'auditor');
  return useQuery({
    queryKey: [OPERATIONS],
    queryFn: () => call('GET /operator/operations/invariants', {}),
    enabled: mayRead,
    refetchInterval: ASK_EVERY_MS,
  });
}

/** How many rules are broken; at least 1 in read-only mode. */
export function useBroken(): number {
  const { data } = useOperations();
  if (data === undefined) return 0;
  const broken = data.invariants.filter(({ faults }) => faults.length > 0).length;
  return Math.max(broken, openPeriod(data) === undefined ? 0 : 1);
}

/** The read-only period that is not lifted yet. */
export function openPeriod({ periods }: Operations): Period | undefined {
  return periods.find(({ liftedAt }) => liftedAt === null);
}
