/** Sends an outgoing transfer: decides it once, then broadcasts the signed transaction until a solidified block ends it (ADR 118). */
import type { TransferEnd, TransferOut, TransferOutcome } from '../../kernel/rails/rail.ts';
import { RpcRefusal, RpcUnreachable } from '../evm-rail/json-rpc.ts';
import { type TransferRow, transferOf } from '../evm-rail/store.ts';
import { readTransfer, unitsOf } from '../evm-rail/token-contract.ts';
import { assertSame, endOf, recordEnd, UNDONE } from '../evm-rail/transfer-ends.ts';
import { accountHex, isSameReceipt, type TronReceipt } from './chain.ts';
import { hasFailed } from './results.ts';
import { decideTransfer, type SendDeps } from './decide-transfer.ts';
import type { Expiring } from './transaction.ts';
import {
  type Attempts,
  attemptsOf,
  newestOf,
  type SignedRow,
  signExpiredAgain,
} from './sign-again.ts';

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
    const receipt = await takenOf(deps, attempts);
    if (receipt !== undefined) {
      return (await endBy(deps, signed, receipt)) ?? { kind: 'pending', txid: receipt.txid };
    }
    if (row.givenUpAt === null) {
      attempts = (await signExpiredAgain(deps, signed, attempts)) ?? attempts;
      await broadcast(deps, signed, newestOf(attempts));
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
  const receipt = await takenOf(deps, await attemptsOf(deps, signed));
  return receipt && endBy(deps, signed, receipt);
}

/** Of the attempts, what a solidified block says of the one that it took. @throws Error when blocks took two */
async function takenOf(
  { chain, log }: SendDeps,
  attempts: Attempts,
): Promise<TronReceipt | undefined> {
  const receipts = await Promise.all(attempts.map(({ txid }) => chain.receipt(txid)));
  const [taken, ...more] = receipts.filter((receipt) => receipt !== undefined);
  if (more.length > 0) {
    const txids = [taken!, ...more].map(({ txid }) => txid);
    log.error({ txids }, 'blocks took two transactions of a transfer');
    throw new Error(`blocks took ${txids.join(' and ')}, which are one transfer`);
  }
  return taken;
}

/** Undefined while the second node does not have it. */
async function endBy(
  deps: SendDeps,
  row: SignedRow,
  receipt: TronReceipt,
): Promise<TransferEnd | undefined> {
  const { txid, height, result } = receipt;
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
  if (result !== 'SUCCESS' && !hasFailed(receipt)) {
    deps.log.error({ transfer: row.reference, txid, result }, 'a transfer has an unknown result');
    throw new Error(`${txid} is in a block with the result ${result}, which is not known`);
  }
  if (result !== 'SUCCESS') {
    deps.log.warn({ transfer: row.reference, txid, result }, 'a transfer did nothing in its block');
    await recordEnd(deps, row, { state: 'refused', reason: UNDONE, txid, height });
    return { kind: 'refused', reason: UNDONE };
  }
  if (!hasMoved(deps, row, receipt)) {
    deps.log.error(
      { transfer: row.reference, txid },
      'a token does not report a confirmed transfer',
    );
    throw new Error(`${txid} is confirmed, but its token does not report the transfer`);
  }
  await recordEnd(deps, row, { state: 'completed', reason: '', txid, height });
  return { kind: 'completed', txid };
}

/** A token may do nothing, or something else, without reverting: its `Transfer` event counts. */
function hasMoved({ settings }: SendDeps, row: SignedRow, { logs }: TronReceipt): boolean {
  const token = settings.tokens.get(row.asset);
  if (token === undefined) return row.asset === settings.native;
  return logs.some((log) => {
    if (log.address !== token.address) return false;
    const moved = readTransfer(log);
    return (
      moved?.from === accountHex(row.sender) &&
      moved.to === accountHex(row.address) &&
      moved.units === unitsOf(row.amount, token.decimals)
    );
  });
}

/** What a node says of a transaction that needs nothing: it has it, or it expired and is signed again once that is certain. */
const USUAL = ['DUP_TRANSACTION_ERROR', 'TRANSACTION_EXPIRATION_ERROR'];

/** May be repeated: a chain takes a transaction once. */
async function broadcast(
  { chain, log }: SendDeps,
  { reference }: SignedRow,
  { txid, signed }: Expiring,
): Promise<void> {
  const code = await chain.broadcast(signed);
  if (code === undefined || USUAL.includes(code)) return;
  log.warn({ transfer: reference, txid, code }, 'a node does not take a transfer');
}
