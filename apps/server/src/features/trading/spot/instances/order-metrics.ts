/** What is counted of orders on their way between instances: those sent, what became of them, and those received (ADR 58). */
import { counter, histogram, type Metric } from '../../../../platform/metrics/metric.ts';

/**
 * answered: by the engine, also with a refusal. looked_up: the answer was lost and found by key. not_taken: certainly without
 * effect, as no instance had the engine. unknown: neither is certain. failed: the engine's instance reports an error.
 */
export const SENT_OUTCOMES = ['answered', 'looked_up', 'not_taken', 'unknown', 'failed'] as const;
export type SentOutcome = (typeof SENT_OUTCOMES)[number];

export const RECEIVED_OUTCOMES = ['answered', 'refused', 'not_taken', 'failed'] as const;
export type ReceivedOutcome = (typeof RECEIVED_OUTCOMES)[number];

export interface OrderMeter {
  /** A command of this instance for an engine elsewhere has its outcome. */
  sent(outcome: SentOutcome, durationMs: number): void;
  /** A command of another instance for an engine of this one. */
  received(outcome: ReceivedOutcome): void;
}

/** Seconds; an order waits up to five for an engine that moves, and two for an answer. */
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createOrderMeter(): { readonly metrics: readonly Metric[]; meter: OrderMeter } {
  const sent = histogram({
    name: 'tern_orders_sent_duration_seconds',
    help: 'Orders and cancellations for engines of other instances, by outcome, and the time until it was known',
    labels: ['outcome'],
    steps: STEPS,
  });
  const received = counter({
    name: 'tern_orders_received_total',
    help: 'Orders and cancellations that other instances sent to engines of this one, by outcome',
    labels: ['outcome'],
  });
  // A rate over a series that begins with its first event misses that event.
  for (const outcome of SENT_OUTCOMES) sent.zero({ outcome });
  for (const outcome of RECEIVED_OUTCOMES) received.inc({ outcome }, 0);
  return {
    metrics: [sent, received],
    meter: {
      sent: (outcome, durationMs) => sent.observe({ outcome }, durationMs / 1_000),
      received: (outcome) => received.inc({ outcome }),
    },
  };
}
