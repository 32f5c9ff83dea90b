/** The states of a request, the steps between them, and the status that clients see. */
import { transferStatus } from '@tern/protocol';
import { Refusal } from '../../../../kernel/requests/refusal.ts';

/** Which state may follow. Withdrawals are `approved` and `sending` before a rail completes them, payouts `approved` before a bank does, which may return them. */
const next = {
  reviewed: ['approved', 'completed', 'rejected', 'cancelled'],
  approved: ['sending', 'completed', 'returned'],
  sending: ['completed', 'rejected'],
  completed: ['returned'],
  returned: [],
  rejected: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;

type State = keyof typeof next;

const statuses: Record<State, number> = {
  reviewed: transferStatus.underReview,
  approved: transferStatus.underReview,
  sending: transferStatus.underReview,
  completed: transferStatus.completed,
  returned: transferStatus.rejected,
  rejected: transferStatus.rejected,
  cancelled: transferStatus.cancelled,
};

const isState = (state: string): state is State => Object.hasOwn(next, state);

/** @throws already-decided where a request in the state `from` cannot come to `to` */
export function assertStep(from: string, to: State): void {
  const allowed: readonly string[] = isState(from) ? next[from] : [];
  if (!allowed.includes(to)) throw new Refusal('already-decided');
}

export function statusOf(state: string): number {
  return isState(state) ? statuses[state] : transferStatus.underReview;
}

/** Null for 0: of every state. */
export function statesOf(status: number): string[] | null {
  if (status === 0) return null;
  return Object.keys(next).filter((state) => statusOf(state) === status);
}
