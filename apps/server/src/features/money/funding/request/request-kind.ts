/** A funding request: what deposits, withdrawals, wires and payouts have in common, and what each kind adds. */
import type { Amount } from '@tern/money';
import type { Topic } from '@tern/protocol';
import type { Lang } from '../../../../kernel/i18n/texts.ts';
import type { RequestStore } from './store.ts';

/** Times are epoch ms. */
export interface FundingRequest {
  id: number;
  memberId: number;
  asset: string;
  /** Fee included. */
  amount: Amount;
  state: string;
  reason: string;
  heldUntil: number | null;
  dueAt: number;
  createdAt: number;
  decidedAt: number | null;
  updatedAt: number;
}

export interface RequestKind<T extends FundingRequest, Row = unknown> {
  /** Of its reviews and notices: "deposit". */
  kind: string;
  /** Begins record numbers: `D` for D-20418. */
  letter: string;
  /** Of the event that every change publishes. */
  topic: Topic;
  store: RequestStore<T>;
  /** As clients see it. */
  row: (request: T, lang?: Lang) => Row;
  /** Takes money out: the amount is held until the request ends. */
  holdsAmount: boolean;
  /** @throws already-decided when the member may no longer cancel it */
  assertCancellable?: (request: T) => void;
}

export const recordNoOf = ({ letter }: { letter: string }, id: number): string => `${letter}-${id}`;
