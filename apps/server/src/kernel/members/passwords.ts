/** Hashes of passwords, made a few at a time so that a flood cannot take the machine. */
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../requests/refusal.ts';

/** argon2id. Memory in KiB; source: `rules §10`, ADR 5. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;
const WAITING_MAX = 200;

interface Check {
  /** The stored hash; absent for an unknown account, which takes as long to refuse. */
  stored: string | null | undefined;
  password: string;
  /** Runs once it is this check's turn, before the costly part: counting attempts belongs here. */
  before?: () => Promise<void>;
  /** Runs once it is this check's turn, around the costly part: few are under way at once, so it may hold a connection. */
  around?: (check: () => Promise<boolean>) => Promise<boolean>;
}

export interface Passwords {
  /** Fails with: 4024 when too many are waiting. */
  hash(password: string): Promise<string>;
  /** Fails with: 4024 when too many are waiting, and with whatever `before` throws. */
  isRight(check: Check): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const inTurn = createSemaphore();
  const hashOf = (password: string) => hash(password.normalize('NFC'), COST);
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

function createSemaphore() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_MAX) throw new Refusal(4024, { data: { seconds: 1 } });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
