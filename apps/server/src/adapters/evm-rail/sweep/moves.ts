/** Signs moves between the exchange's own wallets, each stored before it is sent, with a nonce sequence for each address (ADR 114). */
import { Transaction } from 'ethers';
import type { Amount } from '@tern/money';
import { isCheckViolation, isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { Chain } from '../chain.ts';
import { feeFields, type SendDeps } from '../decide-transfer.ts';
import type { SweepSettings } from '../evm-settings.ts';
import type { GasOffer } from '../fees.ts';
import { RpcRefusal } from '../json-rpc.ts';
import { railNetwork } from '../store.ts';
import { GWEI } from '../token-contract.ts';
import type { DepositPlace, SignForDeposit } from './deposit-signer.ts';
import { insertMove, type Move, nextMoveNonce, pathOfAddress } from './store.ts';

export interface SweepDeps extends SendDeps {
  sweep: SweepSettings;
  signForDeposit: SignForDeposit;
  /** The treasury's address of the network, which pays gas. @throws Error before the chain is read */
  gasAddress(): Promise<string>;
}

/** The most that sweeps offer for a unit of gas, in the chain's smallest units. */
export const sweepCap = ({ sweep }: SweepDeps) => BigInt(sweep.maxFeeGwei) * GWEI;

export interface MovePlan {
  kind: 'sweep' | 'gas';
  /** Null: the chain's own coin, for gas. */
  asset: string | null;
  sender: string;
  recipient: string;
  amount: Amount;
  to: string;
  /** In the chain's smallest units. */
  value: bigint;
  data: string;
  gasLimit: bigint;
  price: GasOffer;
}

/** Undefined when another instance moved something of the address meanwhile: this one is forgotten. @throws Error; nothing is sent then */
export async function startMove(deps: SweepDeps, plan: MovePlan): Promise<Move | undefined> {
  const nonce = await nextNonce(deps, plan.sender);
  return signMove(deps, plan, { nonce, attempt: 1 });
}

/** As `startMove`, of a place in the sequence of the address. */
export async function signMove(
  deps: SweepDeps,
  plan: MovePlan,
  { nonce, attempt }: { nonce: number; attempt: number },
): Promise<Move | undefined> {
  const { database, clock, settings, log } = deps;
  const { network, chainId } = settings;
  const { kind, asset, sender, recipient, amount, to, value, data, gasLimit, price } = plan;
  const fields = { chainId, nonce, gasLimit, to, value, data, ...feeFields(price) };
  const from = await placeOf(deps, sender);
  const at = kind === 'gas' ? await placeOf(deps, recipient) : undefined;
  const signed = await deps.signForDeposit(Transaction.from(fields), from, at);
  const txid = Transaction.from(signed).hash!;
  const of = { txid, network, kind, asset, sender, recipient, amount };
  const move = { ...of, nonce, attempt, signed, createdAt: clock.now() };
  try {
    await database.transaction((tx) => insertMove(tx, move));
  } catch (error) {
    const isLate =
      ['rail_moves_one_sweep', 'rail_moves_one_gas', 'rail_moves_in_turn'].some((constraint) =>
        isUniqueViolation(error, constraint),
      ) || isCheckViolation(error, 'rail_moves_nonce');
    if (isLate) return undefined;
    throw error;
  }
  log.info({ network, kind, asset, sender, recipient, txid, attempt }, 'a move is signed');
  await broadcastMove(deps, move);
  return move;
}

/** May be repeated: a chain accepts a nonce once. */
export async function broadcastMove({ chain, log }: SweepDeps, { txid, signed }: Move) {
  try {
    await chain.broadcast(signed);
  } catch (error) {
    // Usually it is already in the mempool. Without an answer, the next call sends it again.
    log.debug({ err: error, txid }, 'a move was not accepted');
    return error instanceof RpcRefusal ? error : undefined;
  }
  return undefined;
}

async function placeOf({ database, settings }: SweepDeps, address: string): Promise<DepositPlace> {
  const { pathIndex } = await database.one(pathOfAddress, [settings.network, address]);
  return { address, pathIndex };
}

/** The height of the newest block with all its confirmations; below 0 on a new chain. */
export async function settledHeight({ chain, database, settings }: SweepDeps): Promise<number> {
  const { confirmations } = await database.one(railNetwork, [settings.network]);
  return (await chain.head()) - confirmations + 1;
}

/** After our own moves, and what was sent with the key elsewhere. @throws Error when two nodes report different numbers */
async function nextNonce(deps: SweepDeps, sender: string): Promise<number> {
  const { database, chain, second, settings } = deps;
  const { nonce: ours } = await database.one(nextMoveNonce, [settings.network, sender]);
  const at = Math.max(await settledHeight(deps), 0);
  const used = await chain.nonce(sender, at);
  // A number that is too high would leave a gap, and nothing would move any more.
  if (second !== undefined && (await second.nonce(sender, at)) !== used) {
    throw new Error(`two nodes report different numbers of transactions of ${sender}`);
  }
  return Math.max(ours, used);
}

export const nodesOf = ({ chain, second }: SweepDeps): readonly Chain[] =>
  second === undefined ? [chain] : [chain, second];

export const largest = (amounts: readonly bigint[]) =>
  amounts.reduce((one, other) => (one > other ? one : other));
const smallest = (amounts: readonly bigint[]) =>
  amounts.reduce((one, other) => (other < one ? other : one));

interface Balances {
  /** Of the newest block with all its confirmations; below 0 on a new chain, where the newest block counts. */
  height: number;
  /** Both there and now, as all nodes report it. */
  least: bigint;
  /** There, as any node reports it. */
  settled: bigint;
}

/** In the smallest units. `contract`: absent for coins. */
export async function balancesOf(
  deps: SweepDeps,
  address: string,
  contract?: string,
): Promise<Balances> {
  const height = await settledHeight(deps);
  const read = (at: 'latest' | number) =>
    Promise.all(nodesOf(deps).map((node) => node.balance(address, contract, at)));
  const [now, then] = await Promise.all([read('latest'), read(height < 0 ? 'latest' : height)]);
  return { height, least: smallest([...now, ...then]), settled: largest(then) };
}

/** What an address has both with all confirmations and now, as all nodes report it, in the smallest units. `contract`: absent for coins. */
export async function balanceOf(
  deps: SweepDeps,
  address: string,
  contract?: string,
): Promise<bigint> {
  return (await balancesOf(deps, address, contract)).least;
}
