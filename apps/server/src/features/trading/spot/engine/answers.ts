/** First answers by idempotency key: of batches in flight, of recently finished keys, and in the database. */
import { finishedRequests, type RequestKey } from '../../../../kernel/requests/idempotency.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { takenClientOrderIds } from '../store.ts';
import type { MemberCommand } from '../commands.ts';

export interface FinishedRequest {
  requestHash: string;
  answer: unknown;
}

type Name = Pick<RequestKey, 'memberId' | 'key'>;

/** Most finished keys in memory. */
const KEYS_MAX = 50_000;

export const keyText = ({ memberId, key }: Name) => `${memberId} ${key}`;

/** A cache: the database refuses a finished key, and the cache spares the batch that failure. */
export class RecentAnswers {
  private readonly inFlight = new Map<string, FinishedRequest>();
  private readonly finished = new Set<string>();

  /** The answer of a batch in flight to the key. */
  get(key: Name): FinishedRequest | undefined {
    return this.inFlight.get(keyText(key));
  }

  put(key: Name, answer: FinishedRequest): void {
    this.inFlight.set(keyText(key), answer);
  }

  /** The batch was rolled back. */
  forget(key: Name): void {
    this.inFlight.delete(keyText(key));
  }

  /** The batch has committed: from now on the answer is in the database. */
  settle(key: Name): void {
    const name = keyText(key);
    this.inFlight.delete(name);
    if (this.finished.size >= KEYS_MAX) {
      const [oldest] = this.finished;
      this.finished.delete(oldest!);
    }
    this.finished.add(name);
  }

  /** Whether the key finished recently, so that its answer is in the database. */
  isFinished(key: Name): boolean {
    return this.finished.has(keyText(key));
  }
}

/** Answers already in the database, by `keyText`. */
export async function findFinished(
  reader: Reader,
  commands: readonly MemberCommand[],
): Promise<ReadonlyMap<string, FinishedRequest>> {
  const keys = commands.flatMap((command) => command.key ?? []);
  if (keys.length === 0) return new Map();
  const [rows, taken] = await Promise.all([
    finishedRequests(reader, keys),
    findTakenClientOrderIds(reader, commands),
  ]);
  return new Map<string, FinishedRequest>([
    ...taken,
    ...rows.map((row) => [keyText(row), row] as const),
  ]);
}

/** Client order ids of earlier orders whose answers have expired: an empty hash, which no request has, refuses them. */
async function findTakenClientOrderIds(reader: Reader, commands: readonly MemberCommand[]) {
  const named = commands.flatMap((command) =>
    (command.kind === 'place' || command.kind === 'place-conditional') &&
    command.key !== undefined &&
    command.clientOrderId !== undefined
      ? [{ ...command, name: command.clientOrderId, key: command.key }]
      : [],
  );
  if (named.length === 0) return [];
  const taken = await takenClientOrderIds(reader, named);
  return named
    .filter(({ memberId, name }) => taken.has(`${memberId} ${name}`))
    .map(({ key }) => [keyText(key), { requestHash: '', answer: undefined }] as const);
}
