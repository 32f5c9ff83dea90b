/** States of wires and payouts as the wire numbers them (rules §12). */
import { transferStatus } from '@tern/protocol';
import { isoTime } from '../../../platform/clock.ts';

const STATUS: Readonly<Record<string, number>> = {
  reviewed: transferStatus.underReview,
  completed: transferStatus.completed,
  rejected: transferStatus.rejected,
  cancelled: transferStatus.cancelled,
};

export function statusOf(state: string): number {
  return STATUS[state] ?? transferStatus.underReview;
}

/** Null: of every state. */
export function stateOf(status: number): string | null {
  const [state = null] = Object.entries(STATUS).find(([, number]) => number === status) ?? [];
  return state;
}

export function timeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
