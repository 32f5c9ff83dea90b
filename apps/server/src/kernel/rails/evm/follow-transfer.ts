/** The second half of a transfer out: the signed transaction is given to the chain until a block with all confirmations decides it. */
import type { OwnReason } from '../../i18n/reasons.ts';
import type { TransferEnd, TransferOutcome } from '../rail.ts';
import type { ChainReceipt } from './chain.ts';
import { RpcRefusal, RpcUnreachable } from './json-rpc.ts';
import type { SendDeps } from './send-deps.ts';
import { endTransfer, railNetwork, type TransferRow, transferOf } from './store.ts';
import { readTransfer, unitsOf } from './token-contract.ts';

const UNDONE: OwnReason = 'reason.railUndid';

type SignedRow = TransferRow & { sender: string; nonce: number; txid: string; signed: string };

/** Silence of the node leaves it `pending`. Fails with: a thrown error for what only people can tell; it stays unknown. */
export async function followTransfer(deps: SendDeps, row: TransferRow): Promise<TransferOutcome> {
  const known = endOf(row);
  if (known !== undefined) return known;
  const signed = row as SignedRow;
  const { reference, txid } = signed;
  try {
    const { settled, receipt } = await lookUp(deps, signed);
    if (receipt === undefined && row.givenUpAt === null) await giveToChain(deps, signed, settled);
    const end = receipt && (await endBy(deps, signed, { settled, receipt }));
    return end ?? { kind: 'pending', txid };
  } catch (error) {
    if (!(error instanceof RpcRefusal || error instanceof RpcUnreachable)) throw error;
    deps.log.warn({ err: error, transfer: reference }, 'how a transfer stands is not known');
    return { kind: 'pending', txid, isUnheard: true };
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
  /** The youngest block with all confirmations. */
  settled: number;
  receipt: ChainReceipt;
}

async function lookUp({ chain, database }: SendDeps, { txid, network }: SignedRow) {
  const { confirmations } = await database.one(railNetwork, [network]);
  const [head, receipt] = await Promise.all([chain.head(), chain.receipt(txid)]);
  return { settled: head - confirmations + 1, receipt };
}

/** Undefined while its block lacks confirmations. */
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
    deps.log.error({ transfer: row.reference, txid }, 'a token does not say that it moved');
    throw new Error(`${txid} is in the chain, but its token does not say what was to move`);
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

/** A token may do nothing, or something else, without undoing the transaction: its own word counts. */
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

/** Again and again the same: a chain takes a nonce once. */
async function giveToChain(deps: SendDeps, row: SignedRow, settled: number): Promise<void> {
  const { chain, log } = deps;
  const { reference, sender, nonce, txid, signed } = row;
  try {
    await chain.broadcast(signed);
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    const used = await chain.nonce(sender, Math.max(settled, 0));
    if (used > nonce && (await chain.receipt(txid)) === undefined) {
      // The key was used elsewhere, or the node has forgotten the block. Which of both only people can tell.
      log.error({ transfer: reference, txid }, 'another transaction took the place of a transfer');
      throw new Error(`nonce ${nonce} of ${sender} was used by another transaction`, {
        cause: error,
      });
    }
    // Mostly it waits to be mined already.
    log.debug({ err: error, transfer: reference }, 'a transfer was not taken again');
  }
}
