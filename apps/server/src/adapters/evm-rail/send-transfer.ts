/** Sends an outgoing transfer: decides it once, then broadcasts the signed transaction until a confirmed block ends it (ADR 30). */
import type { OwnReason } from '../../kernel/i18n/reasons.ts';
import type { TransferEnd, TransferOut, TransferOutcome } from '../../kernel/rails/rail.ts';
import type { ChainReceipt } from './chain.ts';
import { decideTransfer, type SendDeps } from './decide-transfer.ts';
import { RpcRefusal, RpcUnreachable } from './json-rpc.ts';
import { endTransfer, railNetwork, type TransferRow, transferOf } from './store.ts';
import { readTransfer, unitsOf } from './token-contract.ts';

const UNDONE: OwnReason = 'reason.railUndid';

type SignedRow = TransferRow & { sender: string; nonce: number; txid: string; signed: string };

/** As `Rail.send`. @throws Error until a transaction is signed; after that it returns an outcome */
export async function sendTransfer(
  deps: SendDeps,
  transfer: TransferOut,
): Promise<TransferOutcome> {
  const known = await deps.database.maybe(transferOf, [transfer.reference]);
  const row = known ?? (await decideTransfer(deps, transfer));
  const { network, asset, address, amount } = transfer;
  const isSame =
    row.network === network &&
    row.asset === asset &&
    row.address === address &&
    row.amount === amount;
  if (!isSame) throw new Error(`${transfer.reference} belongs to another transfer`);
  return followTransfer(deps, row);
}

/** `pending` while the node does not answer. @throws Error for an outcome that only operators can find out */
async function followTransfer(deps: SendDeps, row: TransferRow): Promise<TransferOutcome> {
  const known = endOf(row);
  if (known !== undefined) return known;
  const signed = row as SignedRow;
  const { reference, txid } = signed;
  try {
    const { settled, receipt } = await lookUp(deps, signed);
    if (receipt === undefined && row.givenUpAt === null) await broadcast(deps, signed, settled);
    const end = receipt && (await endBy(deps, signed, { settled, receipt }));
    return end ?? { kind: 'pending', txid };
  } catch (error) {
    if (!(error instanceof RpcRefusal || error instanceof RpcUnreachable)) throw error;
    deps.log.warn({ err: error, transfer: reference }, 'the state of a transfer is unknown');
    return { kind: 'pending', txid, isUnverified: true };
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
  const { settled, receipt } = await lookUp(deps, row as SignedRow);
  return receipt && endBy(deps, row as SignedRow, { settled, receipt });
}

function endOf({ state, reason, txid }: TransferRow): TransferEnd | undefined {
  if (state === 'refused') return { kind: 'refused', reason };
  return state === 'completed' ? { kind: 'completed', txid: txid! } : undefined;
}

interface Looked {
  /** The height of the newest block with all confirmations. */
  settled: number;
  receipt: ChainReceipt;
}

async function lookUp({ chain, database }: SendDeps, { txid, network }: SignedRow) {
  const { confirmations } = await database.one(railNetwork, [network]);
  const [head, receipt] = await Promise.all([chain.head(), chain.receipt(txid)]);
  return { settled: head - confirmations + 1, receipt };
}

/** Undefined while the block lacks confirmations. */
async function endBy(
  deps: SendDeps,
  row: SignedRow,
  { settled, receipt }: Looked,
): Promise<TransferEnd | undefined> {
  const { txid } = row;
  if (receipt.height > settled) return undefined;
  if (!receipt.isSuccess) {
    await end(deps, row, { state: 'refused', reason: UNDONE });
    return { kind: 'refused', reason: UNDONE };
  }
  if (!hasMoved(deps, row, receipt)) {
    deps.log.error(
      { transfer: row.reference, txid },
      'a token does not report a confirmed transfer',
    );
    throw new Error(`${txid} is confirmed, but its token does not report the transfer`);
  }
  await end(deps, row, { state: 'completed', reason: '' });
  return { kind: 'completed', txid };
}

function end({ database, clock }: SendDeps, row: SignedRow, to: { state: string; reason: string }) {
  const { reference } = row;
  return database.transaction((tx) =>
    tx.run(endTransfer, [reference, to.state, to.reason, clock.now()]),
  );
}

/** A token may do nothing, or something else, without reverting: its `Transfer` event counts. */
function hasMoved({ settings }: SendDeps, row: SignedRow, receipt: ChainReceipt): boolean {
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
async function broadcast(deps: SendDeps, row: SignedRow, settled: number): Promise<void> {
  const { chain, log } = deps;
  const { reference, sender, nonce, txid, signed } = row;
  try {
    await chain.broadcast(signed);
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    const used = await chain.nonce(sender, Math.max(settled, 0));
    if (used > nonce && (await chain.receipt(txid)) === undefined) {
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
