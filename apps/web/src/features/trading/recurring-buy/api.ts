/** Calls of recurring buys. Each change answers with the plan as it is then. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Input, Output, RowOf } from '@tern/protocol/client';
import { nextPage } from '../../../kernel/paged-list.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';

export type Plans = Output<'GET /recurring/list'>;
export type Plan = Plans['plans'][number];
export type Buy = RowOf<'GET /recurring/buys'>;
export type NewPlan = Input<'POST /recurring/start'>;
export type Rhythm = NewPlan['rhythm'];

const KEY = ['recurring-buys'];
const PAGE_SIZE = 50;
/** Figures follow prices. */
const EVERY_MS = 15_000;

export const plansQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: ({ signal }) => call('GET /recurring/list', {}, { signal }),
  refetchInterval: EVERY_MS,
});

export const planQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, 'plan', id],
    queryFn: async ({ signal }) =>
      (await call('GET /recurring/find', { ID: id }, { signal })).replan,
    refetchInterval: EVERY_MS,
  });

export const buysQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'buys', id],
    queryFn: ({ pageParam, signal }) =>
      call('GET /recurring/buys', { ID: id, page: pageParam, pageSize: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** Closing prices from `since` (epoch ms) on, oldest first: of hours, or of days for a longer time. */
export const closesQuery = (symbol: string, since: number) =>
  queryOptions({
    queryKey: [...KEY, 'closes', symbol, since],
    queryFn: async ({ signal }) => {
      const hours = Math.ceil((Date.now() - since) / HOUR_MS) + 1;
      const isShort = hours <= HOURS_MAX;
      const num = Math.min(
        CANDLES_MAX,
        isShort ? Math.max(hours, 2) : Math.ceil((hours * HOUR_MS) / DAY_MS) + 1,
      );
      const input = { id: symbol, num, interval: isShort ? '60min' : '1day' };
      const { list } = await call('GET /base/getkdata', input, { signal });
      const lastsMs = isShort ? HOUR_MS : DAY_MS;
      // A candle closes at its end; the newest one, now.
      return list.map(({ id, close }) => {
        return { at: Math.min(id * 1_000 + lastsMs, Date.now()), price: Number(close) };
      });
    },
  });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A month of hours. */
const HOURS_MAX = 720;
const CANDLES_MAX = 1_000;

export const refetchPlans = () => void queryClient.invalidateQueries({ queryKey: KEY });

async function remember(answer: Promise<{ plan: Plan }>): Promise<Plan> {
  const { plan } = await answer;
  queryClient.setQueryData(planQuery(plan.ID).queryKey, plan);
  refetchPlans();
  return plan;
}

export const startPlan = (plan: NewPlan, key: string) =>
  remember(call('POST /recurring/start', plan, { idempotencyKey: key }));

export const changePlan = (id: number, plan: NewPlan) =>
  remember(call('POST /recurring/change', { ID: id, ...plan }));

export type Act = 'pause' | 'resume' | 'skip' | 'end';

/** Skips the next due time that the member has seen. */
export const actOn = ({ ID, nextAt: dueAt }: Plan, act: Act) =>
  remember(
    act === 'skip'
      ? call('POST /recurring/skip', { ID, dueAt })
      : call(`POST /recurring/${act}`, { ID }),
  );
