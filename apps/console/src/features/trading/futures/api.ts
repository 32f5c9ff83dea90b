/** Query of result alarms. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorInput, OperatorOutput } from '@tern/protocol/operator/client';
import { PAGE_SIZE } from '../../../kernel/list-controls.tsx';
import { call } from '../../../platform/call.ts';

export type Alarm = OperatorOutput<'GET /operator/resultAlarm/list'>['list'][number];
export type AlarmState = NonNullable<OperatorInput<'GET /operator/resultAlarm/list'>['state']>;

/** Polled, because alarms are not pushed. */
const ASK_EVERY_MS = 15_000;

export function useAlarms(state: AlarmState, page: number) {
  return useQuery({
    queryKey: ['alarms', state, page],
    queryFn: () => call('GET /operator/resultAlarm/list', { state, page, pageSize: PAGE_SIZE }),
    refetchInterval: ASK_EVERY_MS,
  });
}
