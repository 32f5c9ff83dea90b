/** The span of a round: one in the trace of each traced order, so that each trace shows what its order waited for (ADR 63). */
import type { Span, Trace } from '../../../../platform/tracing/trace.ts';
import { type InFlightBatch, plannedOf, referenceOf } from './round.ts';

/** Empty when none of the orders is traced. */
export function traceRound(batches: readonly InFlightBatch[], commands: number): Span[] {
  const traces: Trace[] = [];
  for (const { pending } of batches) {
    for (const { trace } of pending) if (trace !== undefined) traces.push(trace);
  }
  if (traces.length === 0) return [];
  const attributes = {
    'tern.round.reference': referenceOf(plannedOf(batches)),
    'tern.round.commands': commands,
  };
  return traces.map((trace) => trace.span('round', attributes));
}
