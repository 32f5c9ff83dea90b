/** What the engines are measured by: which are here, their queue, accepted orders, and the rounds that commit them (ADR 10). */
import {
  counter,
  gauge,
  gauges,
  histogram,
  type Metric,
  total,
} from '../../../platform/metrics/metric.ts';
import type { EndedRound } from './engine/group-commit.ts';
import { createOrderMeter, type OrderMeter } from './instances/order-metrics.ts';

const COMMAND_STEPS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 350, 500];
/** Seconds. */
const DURATION_STEPS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

interface SpotGauges {
  activity(): { readonly placed: number; readonly queued: number };
  /** Each market, and whether this instance has its engine. */
  engines(): readonly { readonly symbol: string; readonly isHeld: boolean }[];
}

export interface SpotMetrics {
  readonly metrics: readonly Metric[];
  readonly meter: OrderMeter;
  onRound(round: EndedRound): void;
}

export function createSpotMetrics({ activity, engines }: SpotGauges): SpotMetrics {
  const { metrics: ofOrders, meter } = createOrderMeter();
  const sizes = histogram({
    name: 'tern_engine_round_commands',
    help: 'Commands of members in a round; rounds of zero move quotes of the exchange',
    steps: COMMAND_STEPS,
  });
  const durations = histogram({
    name: 'tern_engine_round_duration_seconds',
    help: 'Time from the dispatch of a round to the end of its transaction',
    steps: DURATION_STEPS,
  });
  const failed = counter({
    name: 'tern_engine_rounds_failed_total',
    help: 'Rounds whose transaction failed and was recovered',
    labels: [],
  });
  return {
    metrics: [
      gauge({
        name: 'tern_engine_queue_commands',
        help: 'Commands that wait for a round',
        read: () => activity().queued,
      }),
      total({
        name: 'tern_orders_accepted_total',
        help: 'Orders that were accepted and committed',
        read: () => activity().placed,
      }),
      gauges({
        name: 'tern_engine_held',
        help: '1 while this instance has the matching engine of the market',
        labels: ['symbol'],
        read: () =>
          engines().map(({ symbol, isHeld }) => ({ labels: { symbol }, value: Number(isHeld) })),
      }),
      sizes,
      durations,
      failed,
      ...ofOrders,
    ],
    meter,
    onRound({ commands, durationMs, isFailed }) {
      sizes.observe(commands);
      durations.observe(durationMs / 1_000);
      if (isFailed) failed.inc();
    },
  };
}
