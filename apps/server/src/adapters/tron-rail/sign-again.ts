/**
 * Signs a transfer again whose transaction expired: only when no block can take that one any more, and two nodes show the blocks that
 * could have. A chain takes a further transaction besides the first, so what is not shown is not believed (ADR 118).
 */
import { isCheckViolation, isUniqueViolation } from '../../platform/database/database-errors.ts';
import { railChain, type TransferRow } from '../evm-rail/store.ts';
import type { TronBlock, TronChain } from './chain.ts';
import { type Expiring, type SendDeps, signAnew } from './decide-transfer.ts';
import { blockTime, insertLaterAttempt, laterAttempts } from './store.ts';

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
 * The attempts with a further one, stored before anything is sent; undefined where none is due: the last one may still be taken, nothing
 * is signed now, or only one node says that it was not taken, which is no proof.
 * @throws Error when it cannot be decided now
 */
export async function signExpiredAgain(
  deps: SendDeps,
  row: SignedRow,
  attempts: Attempts,
): Promise<Attempts | undefined> {
  const { database, clock, log, second } = deps;
  const last = newestOf(attempts);
  const { reference, network, sender, nonce } = row;
  const { blockTime: read } = await database.one(blockTime, [network]);
  if (read === null || read < last.expiresAt) return undefined;
  if (deps.whyBlocked() !== undefined || sender !== deps.wallet) return undefined;
  if (second === undefined) {
    log.error(
      { transfer: reference, txid: last.txid },
      'a transfer expired, and one node is no proof',
    );
    return undefined;
  }
  // Each earlier one was shown not to have happened before the next was signed.
  for (const node of [deps.chain, second]) {
    if (!(await isNeverTaken(deps, node, last))) return undefined;
  }
  const next = await signAnew(deps, row, attempts.length);
  const attempt = attempts.length + 1;
  try {
    await database.transaction((tx) =>
      insertLaterAttempt(tx, {
        reference,
        network,
        sender,
        nonce,
        attempt,
        ...next,
        createdAt: clock.now(),
      }),
    );
  } catch (error) {
    // Another instance was first, or the transfer ended or was resolved meanwhile: this one is forgotten.
    const isLate =
      isUniqueViolation(error, 'rail_replacements_in_turn') ||
      isCheckViolation(error, 'rail_replacements_under_way');
    if (isLate) return undefined;
    throw error;
  }
  log.warn(
    { transfer: reference, txid: next.txid, attempt },
    'an expired transfer is signed again',
  );
  return [...attempts, next];
}

/**
 * Whether a node shows all blocks that could have taken a transaction, each the parent of the next, and none has. A block takes it only
 * after its reference block, and while its own parent is earlier than the expiration.
 */
async function isNeverTaken(
  { database, settings }: SendDeps,
  node: TronChain,
  { txid, referenceHeight, expiresAt }: Expiring,
): Promise<boolean> {
  const { height: read } = await database.one(railChain, [settings.network]);
  const at = async (height: number): Promise<TronBlock> => {
    const block = height <= (read ?? 0) ? await node.block(height) : undefined;
    if (block !== undefined) return block;
    throw new Error(`a node does not show block ${height}, which may have taken ${txid}`);
  };
  let parent = await at(referenceHeight);
  while (parent.time < expiresAt) {
    const block = await at(parent.height + 1);
    if (block.parentHash !== parent.hash) {
      throw new Error(`block ${block.height} does not follow the one before it`);
    }
    if (block.transactions.some((each) => each.txid === txid)) return false;
    parent = block;
  }
  // A node that has it, although its blocks do not.
  return (await node.receipt(txid)) === undefined;
}
