/** Gives addresses of deposits the coins that their sweeps of tokens pay as gas: from the treasury's address of the chain (ADR 114). */
import { Transaction } from 'ethers';
import { DAY_MS } from '../../../platform/durations.ts';
import { offerOf } from '../attempts.ts';
import type { ChainCall } from '../chain.ts';
import { withMargin } from '../decide-transfer.ts';
import type { GasOffer } from '../fees.ts';
import { amountOf, NATIVE_DECIMALS, TRANSFER_GAS } from '../token-contract.ts';
import { balanceOf, largest, nodesOf, startMove, type SweepDeps, sweepCap } from './moves.ts';
import { gasSince, type Move } from './store.ts';

/** Our choice: more than any known token uses for a transfer. A node that says more lies, or the token is no longer one to sweep. */
const GAS_MAX = 300_000n;
/** Our choice: an address that needs gas more often in a day is looked at by people. */
const TIMES_MAX = 3;
/** Our choice: coins for so many sweeps stay at the gas address, at the highest price. */
const RESERVE_SWEEPS = 100n;
/** Data of about the size of a signed transfer of tokens, not compressible. */
const SAMPLE = `0x${'a5'.repeat(200)}`;

/** What stays at the gas address when it is swept, and up to which sweeps of the chain's coin supply it. In the smallest units. */
export const reserveOf = (cap: bigint) => RESERVE_SWEEPS * TRANSFER_GAS.token * cap;

/**
 * Exactly a transfer's gas where the chain takes the protocol's; with a margin elsewhere. The highest of all nodes.
 * @throws Error when it is more than a transfer may use
 */
export async function gasOf(deps: SweepDeps, call: ChainCall): Promise<bigint> {
  const found = largest(await Promise.all(nodesOf(deps).map((node) => node.estimateGas(call))));
  const gas = found <= TRANSFER_GAS.native ? TRANSFER_GAS.native : withMargin(found);
  if (gas > GAS_MAX) throw new Error(`a transfer to ${call.to} would use ${found} units of gas`);
  return gas;
}

/** As `gasOf`, of the chain's own coin. */
export const gasOfCoins = (deps: SweepDeps, { from, to }: { from: string; to: string }) =>
  gasOf(deps, { from, to, value: 0n, data: '0x' });

/** What a second layer may take besides gas for what its first layer costs: twice what it would take now. 0 on other chains. */
export async function layerFeeOf(deps: SweepDeps): Promise<bigint> {
  const found = largest(await Promise.all(nodesOf(deps).map((node) => node.layerFee(SAMPLE))));
  const fee = found * 2n;
  if (fee > GAS_MAX * sweepCap(deps)) throw new Error(`the first layer takes ${found} now`);
  return fee;
}

/** What signed moves of an address may still take from its coins: of each nonce the newest, for the chain takes one. */
export function pendingOf(address: string, underWay: readonly Move[]): bigint {
  const newest = new Map<number, Move>();
  for (const move of underWay) {
    const other = newest.get(move.nonce);
    const isNewer = other === undefined || other.attempt < move.attempt;
    if (move.sender === address && isNewer) newest.set(move.nonce, move);
  }
  return [...newest.values()]
    .map(({ signed }) => Transaction.from(signed))
    .reduce((total, each) => total + each.value + each.gasLimit * offerOf(each).most, 0n);
}

/** Amounts are in the smallest units. */
export interface GasWanted {
  address: string;
  /** What its sweep may cost. */
  cost: bigint;
  /** What it has for that. */
  free: bigint;
  price: GasOffer;
  layerFee: bigint;
}

/**
 * Sends what is missing, and a quarter of the cost more because prices rise meanwhile; unless coins are under way to the address.
 * @throws Error when the gas address has too few, or the address got some too often
 */
export async function provideGas(
  deps: SweepDeps,
  { address, cost, free, price, layerFee }: GasWanted,
  underWay: readonly Move[],
): Promise<Move | undefined> {
  const { database, clock, settings } = deps;
  if (underWay.some(({ kind, recipient }) => kind === 'gas' && recipient === address)) {
    return undefined;
  }
  const since = clock.now() - DAY_MS;
  const { times } = await database.one(gasSince, [settings.network, address, since]);
  if (times >= TIMES_MAX) throw new Error(`${address} got gas ${times} times in 24 hours`);
  const sender = await deps.gasAddress();
  const gasLimit = await gasOfCoins(deps, { from: sender, to: address });
  const value = withMargin(cost) - free;
  const has = (await balanceOf(deps, sender)) - pendingOf(sender, underWay);
  if (has < value + gasLimit * price.most + layerFee) {
    throw new Error(`the treasury's address ${sender} has too few coins for gas`);
  }
  return startMove(deps, {
    kind: 'gas',
    asset: settings.native ?? null,
    sender,
    recipient: address,
    amount: amountOf(value, NATIVE_DECIMALS),
    to: address,
    value,
    data: '0x',
    gasLimit,
    price,
  });
}
