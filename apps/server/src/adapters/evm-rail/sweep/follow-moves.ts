/** Follows signed moves until a confirmed block ends them; a stuck one is signed again with higher fees, and holds up no other address. */
import { Transaction } from 'ethers';
import { isSameReceipt } from '../chain.ts';
import { offerOf } from '../attempts.ts';
import { raisedOffer } from '../fees.ts';
import { hasMoved, type Mined, minedOf } from '../send-transfer.ts';
import { lowerUnswept, unsweptAt } from '../../../kernel/rails/unswept.ts';
import { amountOf, NATIVE_DECIMALS } from '../token-contract.ts';
import { layerFeeOf, provideGas } from './gas-funding.ts';
import {
  balanceOf,
  balancesOf,
  broadcastMove,
  nodesOf,
  settledHeight,
  signMove,
  type SweepDeps,
  sweepCap,
} from './moves.ts';
import { endMove, endReplaced, type Move, movesUnderWay } from './store.ts';

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
  /** Grows by what this pass signs. */
  underWay: Move[];
}

async function followOne(deps: SweepDeps, attempts: Signed, pass: Pass): Promise<void> {
  const mined = await minedOf(deps.chain, attempts);
  if (mined !== undefined) return endBy(deps, attempts, { mined, settled: pass.settled });
  const refusal = await broadcastMove(deps, attempts.at(-1)!);
  if (refusal !== undefined && (await endLost(deps, attempts, pass.settled))) return undefined;
  return replaceStuck(deps, attempts, pass);
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
  await lowerCoins(deps, move, settled);
}

/** The gas that a sweep used no longer waits. */
async function lowerCoins(deps: SweepDeps, { sender }: Move, settled: number): Promise<void> {
  const { database, settings } = deps;
  const { network, native } = settings;
  if (native === undefined || settled < 0) return;
  const row = await database.maybe(unsweptAt, [network, sender, native]);
  if (row === undefined) return;
  const { height, settled: coins } = await balancesOf(deps, sender);
  const found = amountOf(coins, NATIVE_DECIMALS);
  if (found >= row.amount) return;
  const lower = [network, sender, native, row.amount, found, height] as const;
  await database.transaction((tx) => tx.run(lowerUnswept, lower));
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
async function endLost(deps: SweepDeps, attempts: Signed, settled: number): Promise<boolean> {
  const { sender, nonce, txid } = attempts[0];
  const at = Math.max(settled, 0);
  for (const node of nodesOf(deps)) {
    if ((await node.nonce(sender, at)) <= nonce) return false;
    if ((await minedOf(node, attempts)) !== undefined) return false;
  }
  deps.log.error({ txid, sender }, 'another transaction used the nonce of a move');
  await end(deps, attempts[0], { state: 'failed', height: null });
  return true;
}

/** Signs a further one, unless the last is recent, an earlier nonce is missing, or the fees are at the cap. */
async function replaceStuck(deps: SweepDeps, attempts: Signed, pass: Pass): Promise<void> {
  const { chain, clock, settings } = deps;
  const last = attempts.at(-1)!;
  const { sender, nonce } = last;
  if (clock.now() - last.createdAt < settings.replaceAfterMs) return undefined;
  if (deps.whyBlocked() !== undefined) return undefined;
  const next = await chain.nonce(sender, 'latest');
  if (next !== nonce) return reportGap(deps, { last, next }, pass);
  const before = Transaction.from(last.signed);
  const raised = raisedOffer(offerOf(before), await chain.gasMarket(), sweepCap(deps));
  const price = raised ?? offerOf(before);
  const layerFee = await layerFeeOf(deps);
  const free = await balanceOf(deps, sender);
  const cost = before.gasLimit * price.most + layerFee;
  const missing = before.value + cost - free;
  const isCoins = last.kind === 'sweep' && last.asset === settings.native;
  if (missing > 0n && !isCoins) {
    if (last.kind === 'gas') return undefined;
    const wanted = { address: sender, cost, free, price, layerFee };
    const gas = await provideGas(deps, wanted, pass.underWay);
    if (gas !== undefined) pass.underWay.push(gas);
    return undefined;
  }
  // At the cap it stays as it is, unless the chain cannot take it: of coins, a higher fee is a part of what was sent.
  if (raised === undefined && missing <= 0n) return undefined;
  const value = missing > 0n ? before.value - missing : before.value;
  if (isCoins && value <= 0n) return undefined;
  const { data, gasLimit } = before;
  const amount = isCoins ? amountOf(value, NATIVE_DECIMALS) : last.amount;
  const kind = last.kind as 'sweep' | 'gas';
  const plan = { ...last, kind, price, amount, to: before.to!, value, data, gasLimit };
  await signMove(deps, plan, { nonce, attempt: last.attempt + 1 });
  return undefined;
}

/** Nothing of the address moves until a transaction has the missing nonce: the node was wrong when it was signed. */
function reportGap(
  { log }: SweepDeps,
  { last: { sender, nonce, txid }, next }: { last: Move; next: number },
  { underWay }: Pass,
): void {
  const isOurs = underWay.some((move) => move.sender === sender && move.nonce === next);
  if (next < nonce && !isOurs) {
    log.error(
      { txid, sender, nonce, next },
      'a move waits for a nonce that nothing was signed for',
    );
  }
}
