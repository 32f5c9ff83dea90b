/** The member's own lines of a market: live, shown and hidden by group. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMemberEvent } from '../../../kernel/member-events.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { call } from '../../../platform/http/call.ts';
import { lastLines, rememberLines } from './chart-choice.ts';
import {
  type LineGroup,
  linesOf,
  type OrderRow,
  type OwnLine,
  type ShownLines,
  type WaitingRow,
  withChanged,
} from './own-lines.ts';

/** More than a chart can show. */
const ROWS_MAX = 100;
/** A trailing stop follows the price without an event. */
const TRAILING_MS = 10_000;
const TRAILING = 5;
/** Fills come in bursts, and the cost is found anew from all records of a month. */
const COST_AFTER_MS = 5_000;
const COST_QUOTE = 'USDT';

const KEY = ['chart', 'own'];
const keys = {
  orders: (symbol: string) => [...KEY, 'orders', symbol],
  waiting: (symbol: string) => [...KEY, 'waiting', symbol],
  alerts: [...KEY, 'alerts'],
  cost: (coin: string) => [...KEY, 'cost', coin],
};

const ofMarket = (symbol: string) => ({ symbol, status: 1, page: 1, pageSize: ROWS_MAX }) as const;

const ordersQuery = (symbol: string) =>
  queryOptions({
    queryKey: keys.orders(symbol),
    queryFn: async ({ signal }): Promise<OrderRow[]> =>
      (await call('GET /bborder/myBborderList', ofMarket(symbol), { signal })).list,
  });

const waitingQuery = (symbol: string) =>
  queryOptions({
    queryKey: keys.waiting(symbol),
    queryFn: async ({ signal }): Promise<WaitingRow[]> =>
      (await call('GET /bborder/conditionalList', ofMarket(symbol), { signal })).list,
    refetchInterval: ({ state }) =>
      state.data?.some(({ kind }) => kind === TRAILING) ? TRAILING_MS : false,
  });

const alertsQuery = queryOptions({
  queryKey: keys.alerts,
  queryFn: async ({ signal }) => (await call('GET /alert/list', {}, { signal })).alerts,
  // Also after a visit of the page of alerts.
  staleTime: 0,
});

const costQuery = (coin: string) =>
  queryOptions({
    queryKey: keys.cost(coin),
    queryFn: ({ signal }) => call('GET /user/statement/cost', { coin }, { signal }),
  });

/** Puts a changed row into its list; a list that is being loaded is loaded again, because the answer may be older. */
function change<Row extends { ID: number; status: number }>(key: string[], row: Row): void {
  queryClient.setQueryData<Row[]>(key, (rows) => rows && withChanged(rows, row));
  if (queryClient.isFetching({ queryKey: key })) {
    void queryClient.invalidateQueries({ queryKey: key });
  }
}

export interface OwnLines {
  /** Those that are shown. */
  lines: readonly OwnLine[];
  /** How many there are of each group, also while they are hidden. */
  counts: Readonly<Record<LineGroup, number>>;
  shown: ShownLines;
  toggle: (group: LineGroup) => void;
}

export function useOwnLines({ symbol, base, quote }: Instrument): OwnLines {
  const [shown, setShown] = useState(lastLines);
  const orders = useQuery(ordersQuery(symbol)).data ?? [];
  const waiting = useQuery(waitingQuery(symbol)).data ?? [];
  const alerts = useQuery(alertsQuery).data ?? [];
  const hasCost = quote === COST_QUOTE && shown.average;
  const cost = useQuery({ ...costQuery(base), enabled: hasCost }).data;
  useLiveLines(symbol, base);
  const ofSymbol = alerts.filter((alert) => alert.symbol === symbol);
  const all = linesOf({ orders, waiting, alerts: ofSymbol, cost });
  const countOf = (group: LineGroup) => all.filter((line) => line.group === group).length;
  return {
    lines: all.filter(({ group }) => shown[group]),
    counts: { orders: countOf('orders'), alerts: countOf('alerts'), average: countOf('average') },
    shown,
    toggle: (group) => {
      const next = { ...shown, [group]: !shown[group] };
      setShown(next);
      rememberLines(next);
    },
  };
}

function useLiveLines(symbol: string, base: string): void {
  const costTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(costTimer.current), []);
  useMemberEvent('spot.order', (row) => {
    if (row.symbol !== symbol) return;
    change(keys.orders(symbol), row);
    costTimer.current ??= setTimeout(() => {
      costTimer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: keys.cost(base) });
    }, COST_AFTER_MS);
  });
  useMemberEvent('spot.conditional', (row) => {
    if (row.symbol === symbol) change(keys.waiting(symbol), row);
  });
  useMemberEvent('priceAlert.reached', () => {
    void queryClient.invalidateQueries({ queryKey: keys.alerts });
  });
}
