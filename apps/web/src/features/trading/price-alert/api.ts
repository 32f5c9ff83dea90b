/** Calls of price alerts. Each change answers with the whole list. */
import { queryOptions } from '@tanstack/react-query';
import type { Input, Output } from '@tern/protocol/client';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';

export type Alert = Output<'GET /alert/list'>['alerts'][number];
export type NewAlert = Input<'POST /alert/set'>;

const KEY = ['price-alerts'];

export const alertsQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => (await call('GET /alert/list', {}, { signal })).alerts,
});

/** After one was reached. */
export const refetchAlerts = () => void queryClient.invalidateQueries({ queryKey: KEY });

const remember = ({ alerts }: { alerts: Alert[] }) => {
  queryClient.setQueryData(KEY, alerts);
};

export const setAlert = async (alert: NewAlert) => remember(await call('POST /alert/set', alert));

export const switchAlert = async (id: number, isOn: boolean) =>
  remember(await call('POST /alert/switch', { ID: id, isOn }));

export const removeAlert = async (id: number) =>
  remember(await call('POST /alert/remove', { ID: id }));
