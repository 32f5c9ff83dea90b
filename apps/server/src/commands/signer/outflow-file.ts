/** What a signer has signed, on its own disk before a signature leaves: nothing that asks for signatures can make it forget. */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { type Amount, decimal, formatDecimal, larger, sum, ZERO } from '@tern/money';
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts';
import { type CountLock, lockCount } from './count-lock.ts';

export interface Signed {
  /** Epoch ms. */
  readonly at: number;
  readonly wallet: string;
  readonly nonce: number;
  readonly asset: string;
  readonly recipient: string;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly isOut: boolean;
}

export interface Counted {
  readonly payments: readonly Signed[];
  readonly fees: Amount;
  /** What a nonce of a wallet adds to the fees. */
  feeOf(nonce: NonceOf): Amount;
}

type NonceOf = Pick<Signed, 'wallet' | 'nonce'>;

export interface OutflowFile {
  /** What counts at a time: each payment once, however often its nonce is signed again; of fees the highest. */
  counted(at: number): Counted;
  /** Whether the same payment was counted with this nonce, and a fee as high. */
  has(payment: Signed): boolean;
  /** Ends when it is on the disk. */
  add(payment: Signed): void;
  /** Never before what was counted, nor later than time passed since it was opened: a clock set back or forward makes no room. */
  timeOf(now: number): number;
  /** Another signer may open it. */
  close(): void;
}

interface Line extends Omit<Signed, 'amount' | 'fee'> {
  readonly amount: string;
  readonly fee: string;
}

export interface Opening {
  /** It must not exist yet; otherwise it must. */
  readonly isNew: boolean;
  /** Epoch ms. */
  readonly now: number;
  /** Milliseconds from any start, which nobody sets: time passes no faster. */
  readonly steady?: () => number;
}

const hrtime = () => Number(process.hrtime.bigint() / 1_000_000n);

/** @throws Error for a file that is missing, damaged, readable by others, in use, or of a later time: without its count a signer signs nothing */
export function openOutflow(path: string, opening: Opening): OutflowFile {
  const { isNew, now, steady = hrtime } = opening;
  if (isNew === existsSync(path)) {
    throw new Error(
      isNew
        ? `${path} exists: start without --begin`
        : `${path} does not exist: what was signed within 24 hours is not known; start with --begin if nothing was`,
    );
  }
  if (!isNew && process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new Error(`${path} can be read by others on this machine: chmod 600 it`);
  }
  const lock = lockCount(path);
  try {
    const lines = isNew ? [] : linesOf(path);
    if ((lines.at(-1)?.at ?? 0) > now + MINUTE_MS) {
      throw new Error(`${path} has a line of a later time: the clock is wrong, or was`);
    }
    const since = steady();
    const timeOf = (given: number) => Math.min(given, now + steady() - since);
    return { ...outflowOver(lines, writerOf(path, lock), timeOf), close: lock.release };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Appends whole lines to the file at the path. */
function writerOf(path: string, lock: CountLock): (line: Line) => void {
  const file = openSync(path, 'a', 0o600);
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
  let { size } = fstatSync(file);
  return (line) => {
    const at = statSync(path, { throwIfNoEntry: false });
    if (at?.ino !== fstatSync(file).ino) throw new Error(`${path} was replaced: start again`);
    if (at.size !== size || !lock.isOwn()) {
      throw new Error(
        `another signer writes to ${path}: nothing is signed until one of them is ended`,
      );
    }
    const text = Buffer.from(`${JSON.stringify(line)}\n`);
    if (writeSync(file, text) !== text.length) {
      ftruncateSync(file, size);
      throw new Error(`${path} took only a part of a line: the disk is full`);
    }
    size += text.length;
    fsyncSync(file);
  };
}

/** The last line is cut off where it is torn: its signature never left. */
function linesOf(path: string): Signed[] {
  const text = readFileSync(path, 'utf8');
  const whole = text.lastIndexOf('\n') + 1;
  if (whole < text.length) truncateSync(path, Buffer.byteLength(text.slice(0, whole)));
  return text
    .slice(0, whole)
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        const { amount, fee, ...rest } = JSON.parse(line) as Line;
        return notBelow({ ...rest, amount: decimal<Amount>(amount), fee: decimal<Amount>(fee) });
      } catch (error) {
        throw new Error(`${path} is damaged in line ${index + 1}`, { cause: error });
      }
    });
}

/** @throws Error for an amount or a fee below 0: it would make room */
function notBelow(payment: Signed): Signed {
  if (payment.amount >= 0n && payment.fee >= 0n) return payment;
  throw new Error(`what nonce ${payment.nonce} of ${payment.wallet} pays is below 0`);
}

/** Pure but for `keep`. */
function outflowOver(
  before: readonly Signed[],
  keep: (line: Line) => void,
  passed: (now: number) => number,
): Omit<OutflowFile, 'close'> {
  const all = [...before];
  const keyOf = ({ wallet, nonce, asset, recipient, amount }: Signed) =>
    [wallet, nonce, asset, recipient, amount].join(' ');
  const nonceKey = ({ wallet, nonce }: NonceOf) => `${wallet} ${nonce}`;
  const highest = new Map<string, Amount>();
  const note = (payment: Signed) =>
    highest.set(keyOf(payment), larger(payment.fee, highest.get(keyOf(payment)) ?? ZERO));
  all.forEach(note);
  return {
    counted(at) {
      const within = all.filter((each) => each.at > at - DAY_MS);
      const once = new Map(within.toReversed().map((each) => [keyOf(each), each]));
      const fees = new Map<string, Amount>();
      const feeOf = (of: NonceOf) => fees.get(nonceKey(of)) ?? ZERO;
      for (const each of within) fees.set(nonceKey(each), larger(each.fee, feeOf(each)));
      return {
        payments: [...once.values()].filter(({ isOut }) => isOut),
        fees: sum([...fees.values()]),
        feeOf,
      };
    },
    has: (payment) => (highest.get(keyOf(payment)) ?? -1n) >= payment.fee,
    add(payment) {
      const { amount, fee, ...rest } = notBelow(payment);
      keep({ ...rest, amount: formatDecimal(amount), fee: formatDecimal(fee) });
      all.push(payment);
      note(payment);
    },
    timeOf: (now) => Math.max(passed(now), all.at(-1)?.at ?? 0),
  };
}
