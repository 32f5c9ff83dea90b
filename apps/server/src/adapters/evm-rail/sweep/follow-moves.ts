/** Follows signed moves until a confirmed block ends them; a stuck one is signed again with higher fees, and holds up no other address. */
import { Transaction } from 'ethers';
import { isSameReceipt } from '../chain.ts';
import { offerOf } from '../attempts.ts';
import { raisedOffer } from '../fees.ts';
import { hasMoved, type Mined, minedOf } from '../send-transfer.ts';
import { amountOf } from '../token-contract.ts';
import { provideGas } from './gas-station.ts';
import {
  balanceOf,
  broadcastMove,
  settledHeight,
  signMove,
  type SweepDeps,
  sweepCap,
} from './moves.ts';
import { endMove, endReplaced, type Move, movesUnderWay } from './store.ts';

const NATIVE_DECIMALS = 18;

/** The signed transactions of one nonce, in the order in which they were signed. */
type Signed = readonly [Move, ...Move[]];

/** Each for itself: what fails is tried again by the next call. */
export async function followMoves(deps: SweepDeps): Promise<void> {
  const rows = await deps.database.many(movesUnderWay, [deps.settings.network]);
  const settled = rows.length === 0 ? 0 : await settledHeight(deps);
  for (const attempts of byNonce(rows)) {
    try {
      await followOne(deps, attempts, { settled, underWay: rows });
    } catch (err) {
      deps.log.warn({ err, txid: attempts[0].txid }, 'a move was not followed');
    }
  }
}

function byNonce(rows: readonly Move[]): readonly Signed[] {
  const groups = new Map<string, [Move, ...Move[]]>();
  for (const move of rows) {
    const key = `${move.sender} ${move.nonce}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [move]);
    else group.push(move);
  }
  return [...groups.values()];
}

interface Pass {
  settled: number;
  underWay: readonly Move[];
}

async function followOne(deps: SweepDeps, attempts: Signed, pass: Pass): Promise<void> {
  const mined = await minedOf(deps.chain, attempts);
  if (mined !== undefined) return endBy(deps, attempts, { mined, settled: pass.settled });
  if (await replaceStuck(deps, attempts, pass)) return undefined;
  const refusal = await broadcastMove(deps, attempts.at(-1)!);
  if (refusal !== undefined) await endLost(deps, attempts, pass.settled);
  return undefined;
}

async function endBy(
  deps: SweepDeps,
  attempts: Signed,
  { mined: { txid, receipt }, settled }: { mined: Mined; settled: number },
): Promise<void> {
  if (receipt.height > settled) return;
  const other = deps.second === undefined ? receipt : await deps.second.receipt(txid);
  if (other === undefined) return;
  if (!isSameReceipt(receipt, other)) {
    deps.log.error({ txid }, 'two nodes report different ends of a move');
    return;
  }
  const move = attempts.find((each) => each.txid === txid)!;
  const isDone = receipt.isSuccess && isMoved(deps, move, receipt);
  if (!isDone)
    deps.log.error({ txid, asset: move.asset }, 'a move is in a block and moved nothing');
  await end(deps, move, { state: isDone ? 'done' : 'failed', height: receipt.height });
}

const isMoved = (deps: SweepDeps, move: Move, receipt: Mined['receipt']) =>
  move.asset === null ||
  hasMoved(deps, { ...move, asset: move.asset, address: move.recipient }, receipt);

function end(
  { database, clock }: SweepDeps,
  { txid, network, sender, nonce }: Move,
  { state, height }: { state: 'done' | 'failed'; height: number | null },
): Promise<void> {
  const at = clock.now();
  return database.transaction(async (tx) => {
    await tx.run(endMove, [txid, state, height, at]);
    await tx.run(endReplaced, [network, sender, nonce, at]);
  });
}

/** A move whose nonce another transaction took, in a block with all its confirmations, never happens: nothing is lost by it. */
async function endLost(deps: SweepDeps, attempts: Signed, settled: number): Promise<void> {
  const { sender, nonce, txid } = attempts[0];
  const at = Math.max(settled, 0);
  for (const node of [deps.chain, ...(deps.second === undefined ? [] : [deps.second])]) {
    if ((await node.nonce(sender, at)) <= nonce) return;
    if ((await minedOf(node, attempts)) !== undefined) return;
  }
  deps.log.error({ txid, sender }, 'another transaction used the nonce of a move');
  await end(deps, attempts[0], { state: 'failed', height: null });
}

/** Whether there is a further one now. None is due while the last is recent, an earlier nonce is missing, or the fees are at the cap. */
async function replaceStuck(
  deps: SweepDeps,
  attempts: Signed,
  { underWay }: Pass,
): Promise<boolean> {
  const { chain, clock, settings } = deps;
  const last = attempts.at(-1)!;
  const { sender, nonce } = last;
  if (clock.now() - last.createdAt < settings.replaceAfterMs) return false;
  if (deps.whyBlocked() !== undefined) return false;
  if ((await chain.nonce(sender, 'latest')) !== nonce) return false;
  const before = Transaction.from(last.signed);
  const price = raisedOffer(offerOf(before), await chain.gasMarket(), sweepCap(deps));
  if (price === undefined) return false;
  const missing = before.value + before.gasLimit * price.most - (await balanceOf(deps, sender));
  const again = { ...last, kind: last.kind as 'sweep' | 'gas', price };
  const { data, gasLimit } = before;
  const to = before.to!;
  const at = { nonce, attempt: last.attempt + 1 };
  if (missing <= 0n) {
    const plan = { ...again, to, value: before.value, data, gasLimit };
    return (await signMove(deps, plan, at)) !== undefined;
  }
  if (last.kind === 'sweep' && last.asset === settings.native) {
    // Of the chain's own coin all was sent: the higher fee is a part of it.
    const value = before.value - missing;
    if (value <= 0n) return false;
    const plan = { ...again, amount: amountOf(value, NATIVE_DECIMALS), to, value, data, gasLimit };
    return (await signMove(deps, plan, at)) !== undefined;
  }
  if (last.kind === 'sweep') await provideGas(deps, { address: sender, missing, price }, underWay);
  return false;
}
