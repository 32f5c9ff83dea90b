/** The second half of a transfer out: the signed transaction is given to the chain until a block with all confirmations decides it. */
import type { TransferOutcome } from '../rail.ts';
import type { ChainReceipt } from './chain.ts';
import { RpcRefusal, RpcUnreachable } from './json-rpc.ts';
import type { SendDeps } from './send-deps.ts';
import { endTransfer, railNetwork, type TransferRow } from './store.ts';
import { readTransfer, unitsOf } from './token-contract.ts';

const REVERTED = 'The network took the transfer up and undid it.';

type SignedRow = TransferRow & { sender: string; nonce: number; txid: string; signed: string };

/** Silence of the node leaves it `pending`. Fails with: a thrown error for what only people can tell; it stays unknown. */
export async function followTransfer(deps: SendDeps, row: TransferRow): Promise<TransferOutcome> {
  if (row.state === 'refused') return { kind: 'refused', reason: row.reason };
  const signed = row as SignedRow;
  const { reference, txid } = signed;
  if (row.state === 'completed') return { kind: 'completed', txid };
  try {
    return await look(deps, signed);
  } catch (error) {
    if (!(error instanceof RpcRefusal || error instanceof RpcUnreachable)) throw error;
    deps.log.warn({ err: error, transfer: reference }, 'how a transfer stands is not known');
    return { kind: 'pending', txid };
  }
}

async function look(deps: SendDeps, row: SignedRow): Promise<TransferOutcome> {
  const { chain, database } = deps;
  const { txid } = row;
  const { confirmations } = await database.one(railNetwork, [row.network]);
  const [head, receipt] = await Promise.all([chain.head(), chain.receipt(txid)]);
  if (receipt === undefined) {
    await giveToChain(deps, row, head - confirmations + 1);
    return { kind: 'pending', txid };
  }
  if (head - receipt.height + 1 < confirmations) return { kind: 'pending', txid };
  if (!receipt.isSuccess) {
    await end(deps, row, { state: 'refused', reason: REVERTED });
    return { kind: 'refused', reason: REVERTED };
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
