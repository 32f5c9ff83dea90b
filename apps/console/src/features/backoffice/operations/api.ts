/** Queries of operations: the last check of each invariant, and read-only periods. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OperatorInput, OperatorOutput } from '@tern/protocol/operator/client';
import { OPERATIONS } from '../../../kernel/live-queue.ts';
import { usePermission } from '../../../kernel/session.ts';
import { call } from '../../../platform/call.ts';

export type Operations = OperatorOutput<'GET /operator/operations/invariants'>;
export type CheckedInvariant = Operations['invariants'][number];
export type Period = Operations['periods'][number];

export type Span = OperatorInput<'GET /operator/operations/state'>['span'];
export type State = OperatorOutput<'GET /operator/operations/state'>;
export type Figure = State['figures'][number];
export type Instances = NonNullable<State['instances']>;
export type Instance = Instances['all'][number];
export type Source = State['sources'][number];
export type Rail = State['rails'][number];
export type Incident = State['incidents'][number];
export type Snapshot = NonNullable<OperatorOutput<'GET /operator/liabilities/newest'>['newest']>;

/** The server samples each second. */
const MEASURE_EVERY_MS = 5_000;

/** What the server measures; another span keeps the last answer until its own has come. */
export function useMeasured(span: Span) {
  const mayRead = usePermission('operations.read');
  return useQuery({
    queryKey: [OPERATIONS, 'measured', span],
    queryFn: () => call('GET /operator/operations/state', { span }),
    enabled: mayRead,
    refetchInterval: MEASURE_EVERY_MS,
    placeholderData: keepPreviousData,
  });
}

/** The newest snapshot of liabilities; asked for often while it is being built. */
export function useNewestSnapshot() {
  return useQuery({
    queryKey: [OPERATIONS, 'snapshot'],
    queryFn: () => call('GET /operator/liabilities/newest', {}),
    refetchInterval: ({ state }) =>
      state.data?.newest && state.data.newest.index === null ? MEASURE_EVERY_MS : ASK_EVERY_MS,
  });
}

/** The server reports breaks at once; the time of the last check is asked for. */
const ASK_EVERY_MS = 60_000;

export function useOperations() {
  const mayRead = usePermission('operations.read');
  return useQuery({
    queryKey: [OPERATIONS, 'invariants'],
    queryFn: () => call('GET /operator/operations/invariants', {}),
    enabled: mayRead,
    refetchInterval: ASK_EVERY_MS,
  });
}

export type LogKeys = OperatorOutput<'GET /operator/logKeys/list'>;
export type LogKey = LogKeys['list'][number];

/** The keys of the public log, and what can be declared. */
export function useLogKeys() {
  const mayRead = usePermission('operations.read');
  return useQuery({
    queryKey: [OPERATIONS, 'log keys'],
    queryFn: () => call('GET /operator/logKeys/list', {}),
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
