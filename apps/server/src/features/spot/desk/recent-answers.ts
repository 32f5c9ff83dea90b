/** Keys that batches finish: the answers while they are under way, and for a while that they were finished. */
import type { RequestKey } from '../../../kernel/idempotency.ts';

export interface FinishedRequest {
  requestHash: string;
  answer: unknown;
}

type Name = Pick<RequestKey, 'memberId' | 'key'>;

const KEYS_MAX = 50_000;

const nameOf = ({ memberId, key }: Name) => `${memberId} ${key}`;

/** No record: that is the database, which refuses a key it has finished. It only spares batches that failure. */
export class RecentAnswers {
  private readonly underWay = new Map<string, FinishedRequest>();
  private readonly finished = new Set<string>();

  /** What a batch under way answers to the key. */
  get(key: Name): FinishedRequest | undefined {
    return this.underWay.get(nameOf(key));
  }

  keep(key: Name, answer: FinishedRequest): void {
    this.underWay.set(nameOf(key), answer);
  }

  /** The batch did not happen. */
  forget(key: Name): void {
    this.underWay.delete(nameOf(key));
  }

  /** The batch stands; from now on the database knows the answer. */
  settle(key: Name): void {
    const name = nameOf(key);
    this.underWay.delete(name);
    if (this.finished.size >= KEYS_MAX) {
      const [oldest] = this.finished;
      this.finished.delete(oldest!);
    }
    this.finished.add(name);
  }

  /** Whether the key was finished of late: better read the answer than run into the refusal. */
  isFinished(key: Name): boolean {
    return this.finished.has(nameOf(key));
  }
}
