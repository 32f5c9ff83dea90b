/** Password hashing, two at a time, so that a flood of logins cannot exhaust the machine. */
import { hash, verify } from '@node-rs/argon2';
import { createSemaphore } from '../../platform/semaphore.ts';
import { Refusal } from '../requests/refusal.ts';

/** Of argon2id. Memory in KiB. */
interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Decided in ADR 5. */
const COST: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CONCURRENCY = 2;
const WAITING_MAX = 200;

interface Check {
  /** The stored hash; absent for an unknown account, which takes equally long to refuse. */
  stored: string | null | undefined;
  password: string;
  /** Runs when the check's turn comes, before the hash is computed: count attempts here. */
  before?: () => Promise<void>;
  /** Runs when the check's turn comes, around the computation. Few run concurrently, so it may use a connection. */
  around?: (check: () => Promise<boolean>) => Promise<boolean>;
}

export interface Passwords {
  /** @throws too-many-requests when too many are waiting */
  hash(password: string): Promise<string>;
  /** @throws too-many-requests when too many are waiting, and what `before` throws */
  isRight(check: Check): Promise<boolean>;
}

/** `cost` is that of new hashes; tests take less. A stored hash names its own. */
export function createPasswords(cost: Cost = COST): Passwords {
  const inTurn = createSemaphore(CONCURRENCY, {
    max: WAITING_MAX,
    whenFull: () => new Refusal('too-many-requests', { data: { seconds: 1 } }),
  });
  const hashOf = (password: string) => hash(password.normalize('NFC'), cost);
  const nobody = hashOf('');
  nobody.catch(() => undefined);
  return {
    hash: (password) => inTurn(() => hashOf(password)),
    isRight: ({ stored, password, before, around = (check) => check() }) =>
      inTurn(async () => {
        await before?.();
        return around(async () => {
          const isRight = await verify(stored ?? (await nobody), password.normalize('NFC'));
          return isRight && typeof stored === 'string';
        });
      }),
  };
}
