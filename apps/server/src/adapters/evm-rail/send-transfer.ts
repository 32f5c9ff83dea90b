/** Sends an outgoing transfer: decides it once, then broadcasts the signed transaction until a confirmed block ends it (ADR 30). */
import type { TransferEnd, TransferOut, TransferOutcome } from '../../kernel/rails/rail.ts';
import { type Chain, type ChainReceipt, isSameReceipt } from './chain.ts';
import {
  type Attempt,
  type Attempts,
  attemptsOf,
  newestOf,
  replaceStuck,
  type SignedRow,
} from './attempts.ts';
import { decideTransfer, type SendDeps } from './decide-transfer.ts';
import { RpcRefusal, RpcUnreachable } from './json-rpc.ts';
import { railNetwork, type TransferRow, transferOf } from './store.ts';
import { readTransfer, unitsOf } from './token-contract.ts';
import { assertSame, endOf, recordEnd, UNDONE } from './transfer-ends.ts';

/** As `Rail.send`. @throws Error until a transaction is signed; after that it returns an outcome */
export async function sendTransfer(
  deps: SendDeps,
  transfer: TransferOut,
): Promise<TransferOutcome> {
  const known = await deps.database.maybe(transferOf, [transfer.reference]);
  const row = known ?? (await decideTransfer(deps, transfer));
  assertSame(row, transfer);
  return followTransfer(deps, row);
}

/** `pending` while the node does not answer. @throws Error for an outcome that only operators can find out */
async function followTransfer(deps: SendDeps, row: TransferRow): Promise<TransferOutcome> {
  const known = endOf(row);
  if (known !== undefined) return known;
  const signed = row as SignedRow;
  let attempts = await attemptsOf(deps, signed);
  try {
    const { settled, mined } = await lookUp(deps, signed, attempts);
    if (mined !== undefined) {
      const end = await endBy(deps, signed, { settled, mined });
      return end ?? { kind: 'pending', txid: mined.txid };
    }
    if (row.givenUpAt === null) {
      attempts = (await replaceStuck(deps, signed, attempts)) ?? attempts;
      await broadcast(deps, signed, { attempts, settled });
    }
    return { kind: 'pending', txid: newestOf(attempts).txid };
  } catch (error) {
    if (!(error instanceof RpcRefusal || error instanceof RpcUnreachable)) throw error;
    deps.log.warn({ err: error, transfer: row.reference }, 'the state of a transfer is unknown');
    return { kind: 'pending', txid: newestOf(attempts).txid, isUnverified: true };
  }
}

/** As `Rail.look`. */
export async function lookAtTransfer(
  deps: SendDeps,
  reference: string,
): Promise<TransferEnd | undefined> {
  const row = await deps.database.maybe(transferOf, [reference]);
  if (row === undefined) return undefined;
  const known = endOf(row);
  if (known !== undefined) return known;
  const signed = row as SignedRow;
  const { settled, mined } = await lookUp(deps, signed, await attemptsOf(deps, signed));
  return mined && endBy(deps, signed, { settled, mined });
}

export interface Mined {
  txid: string;
  receipt: ChainReceipt;
}

interface Looked {
  /** The height of the newest block with all confirmations. */
  settled: number;
  mined: Mined;
}

async function lookUp({ chain, database }: SendDeps, { network }: SignedRow, attempts: Attempts) {
  const { confirmations } = await database.one(railNetwork, [network]);
  const [head, mined] = await Promise.all([chain.head(), minedOf(chain, attempts)]);
  return { settled: head - confirmations + 1, mined };
}

/** Of the attempts, the one that is in a block: they share a nonce, so it is the only one. */
export async function minedOf(
  chain: Chain,
  attempts: readonly { readonly txid: string }[],
): Promise<Mined | undefined> {
  const receipts = await Promise.all(attempts.map(({ txid }) => chain.receipt(txid)));
  const at = receipts.findLastIndex((receipt) => receipt !== undefined);
  const receipt = receipts[at];
  return receipt && { txid: attempts[at]!.txid, receipt };
}

/** Undefined while the block lacks confirmations, or the second node does not have it. */
async function endBy(
  deps: SendDeps,
  row: SignedRow,
  { settled, mined }: Looked,
): Promise<TransferEnd | undefined> {
  const { txid, receipt } = mined;
  if (receipt.height > settled) return undefined;
  if (deps.second !== undefined) {
    const other = await deps.second.receipt(txid);
    if (other === undefined) return undefined;
    if (!isSameReceipt(receipt, other)) {
      deps.log.error(
        { transfer: row.reference, txid },
        'two nodes report different ends of a transfer',
      );
      throw new Error(`two nodes report different ends of ${txid}`);
    }
  }
  if (!receipt.isSuccess) {
    await recordEnd(deps, row, { state: 'refused', reason: UNDONE, txid, height: receipt.height });
    return { kind: 'refused', reason: UNDONE };
  }
  if (!hasMoved(deps, row, receipt)) {
    deps.log.error(
      { transfer: row.reference, txid },
      'a token does not report a confirmed transfer',
    );
    throw new Error(`${txid} is confirmed, but its token does not report the transfer`);
  }
  await recordEnd(deps, row, { state: 'completed', reason: '', txid, height: receipt.height });
  return { kind: 'completed', txid };
}

/** A token may do nothing, or something else, without reverting: its `Transfer` event counts. */
export function hasMoved(
  { settings }: Pick<SendDeps, 'settings'>,
  row: Pick<SignedRow, 'asset' | 'sender' | 'address' | 'amount'>,
  receipt: ChainReceipt,
): boolean {
  const token = settings.tokens.get(row.asset);
  if (token === undefined) return row.asset === settings.native;
  return receipt.logs.some((log) => {
    if (log.address.toLowerCase() !== token.address.toLowerCase()) return false;
    const moved = readTransfer(log);
    return (
      moved?.from === row.sender.toLowerCase() &&
      moved.to === row.address.toLowerCase() &&
      moved.units === unitsOf(row.amount, token.decimals)
    );
  });
}

/** May be repeated: a chain accepts a nonce once. */
async function broadcast(
  deps: SendDeps,
  { reference, sender, nonce }: SignedRow,
  { attempts, settled }: { attempts: Attempts; settled: number },
): Promise<void> {
  const { chain, log } = deps;
  const { txid, signed }: Attempt = newestOf(attempts);
  try {
    await chain.broadcast(signed);
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    const used = await chain.nonce(sender, Math.max(settled, 0));
    if (used > nonce && (await minedOf(chain, attempts)) === undefined) {
      // The key was used elsewhere, or the node has lost the block. Only operators can find out which.
      log.error({ transfer: reference, txid }, 'another transaction used the nonce of a transfer');
      throw new Error(`nonce ${nonce} of ${sender} was used by another transaction`, {
        cause: error,
      });
    }
    // Usually it is already in the mempool.
    log.debug({ err: error, transfer: reference }, 'a transfer was not accepted again');
  }
}
