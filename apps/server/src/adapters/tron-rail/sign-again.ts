/**
 * Signs a transfer again whose transaction expired: only when no block can take that one any more, and two nodes show the blocks that
 * could have. A chain takes a further transaction besides the first, so what is not shown is not believed (ADR 118).
 */
import { isCheckViolation, isUniqueViolation } from '../../platform/database/database-errors.ts';
import type { TransferRow } from '../evm-rail/store.ts';
import {
  offerAnew,
  type SendDeps,
  type SignedOffer,
  signOffer,
  takeNumber,
} from './decide-transfer.ts';
import { blockRead, insertLaterAttempt, laterAttempts } from './store.ts';
import type { Expiring } from './transaction.ts';

export type SignedRow = TransferRow & {
  sender: string;
  nonce: number;
  txid: string;
  signed: string;
  referenceHeight: number;
  expiresAt: number;
};

/** In the order in which they were signed; at most one is ever in a block. */
export type Attempts = readonly [Expiring, ...Expiring[]];

export const newestOf = (attempts: Attempts): Expiring => attempts.at(-1)!;

export async function attemptsOf({ database }: SendDeps, row: SignedRow): Promise<Attempts> {
  const { txid, signed, referenceHeight, expiresAt } = row;
  const later = await database.many(laterAttempts, [row.reference]);
  return [{ txid, signed, referenceHeight, expiresAt }, ...(later as Expiring[])];
}

/**
 * The attempts with a further one, stored before anything is sent; undefined where none is due: the last one may still be taken, or
 * nothing is signed now.
 * @throws Error when it cannot be decided now, or by people alone: with another key than it was signed with, or one node, no proof
 */
export async function signExpiredAgain(
  deps: SendDeps,
  row: SignedRow,
  attempts: Attempts,
): Promise<Attempts | undefined> {
  const { database, log, second } = deps;
  const last = newestOf(attempts);
  const { reference, network, sender } = row;
  const { blockTime, height } = await database.one(blockRead, [network]);
  if (blockTime === null || height === null || blockTime < last.expiresAt) return undefined;
  const forPeople = (why: string) => {
    log.error({ transfer: reference, txid: last.txid }, why);
    return new Error(why);
  };
  if (sender !== deps.wallet) throw forPeople('a transfer of another paying wallet expired');
  if (second === undefined) throw forPeople('a transfer expired, and one node is no proof');
  if (deps.whyBlocked() !== undefined) return undefined;
  // Before all blocks of its time are read: without funds nothing is signed anyway.
  const offer = await offerAnew(deps, row);
  // Each earlier one was shown not to have happened before the next was signed.
  if (!(await deps.neverTaken([deps.chain, second], last, height))) return undefined;
  const attempt = attempts.length + 1;
  for (;;) {
    const next = await signOffer(deps, row, offer);
    const stored = await storeAgain(deps, row, { ...next, attempt });
    if (stored === 'late') return undefined;
    if (stored === 'number-taken') continue;
    const { txid } = next;
    log.warn({ transfer: reference, txid, attempt }, 'an expired transfer is signed again');
    return [...attempts, next];
  }
}

/** `late`: another instance was first, or the transfer ended or was resolved meanwhile; what is not stored is forgotten. */
async function storeAgain(
  deps: SendDeps,
  { reference, network, sender, nonce }: SignedRow,
  { number, ...next }: SignedOffer & { attempt: number },
): Promise<'stored' | 'late' | 'number-taken'> {
  const { database, clock } = deps;
  const row = { reference, network, sender, nonce, ...next, createdAt: clock.now() };
  try {
    return await database.transaction(async (tx) => {
      if (!(await takeNumber(tx, deps, number))) return 'number-taken';
      await insertLaterAttempt(tx, row);
      return 'stored';
    });
  } catch (error) {
    const isLate =
      isUniqueViolation(error, 'rail_replacements_in_turn') ||
      isCheckViolation(error, 'rail_replacements_under_way');
    if (isLate) return 'late';
    throw error;
  }
}
