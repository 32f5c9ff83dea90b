/** Gives addresses of deposits the coins that their sweeps of tokens pay as gas: from the treasury's address of the chain (ADR 114). */
import { Transaction } from 'ethers';
import { DAY_MS } from '../../../platform/durations.ts';
import { offerOf } from '../attempts.ts';
import { withMargin } from '../decide-transfer.ts';
import type { GasOffer } from '../fees.ts';
import { amountOf } from '../token-contract.ts';
import { balanceOf, startMove, type SweepDeps, sweepCap } from './moves.ts';
import { gasSince, type Move } from './store.ts';

const NATIVE_DECIMALS = 18;
/** What a coin's transfer uses, by the protocol. */
const PLAIN_GAS = 21_000n;
/** Our choice: an address that needs gas more often in a day is looked at by people. */
const TIMES_MAX = 3;
/** Our choice: coins for so many sweeps stay at the station, at the highest price. */
const RESERVE_SWEEPS = 100n;
/** What the tokens that use the most need for a transfer, in units of gas. */
const TOKEN_GAS = 65_000n;

/** What stays at the station when it is swept, and up to which sweeps of the chain's coin supply it. In the smallest units. */
export const reserveOf = (deps: SweepDeps) => RESERVE_SWEEPS * TOKEN_GAS * sweepCap(deps);

/** Exactly a transfer's gas where the chain takes the protocol's; with a margin elsewhere. */
export async function gasOfCoins(
  { chain }: SweepDeps,
  { from, to }: { from: string; to: string },
): Promise<bigint> {
  const gas = await chain.estimateGas({ from, to, value: 0n, data: '0x' });
  return gas <= PLAIN_GAS ? PLAIN_GAS : withMargin(gas);
}

/** What signed moves of an address may still take from its coins. */
export function pendingOf(address: string, underWay: readonly Move[]): bigint {
  return underWay
    .filter(({ sender }) => sender === address)
    .map(({ signed }) => Transaction.from(signed))
    .reduce((total, each) => total + each.value + each.gasLimit * offerOf(each).most, 0n);
}

export interface GasWanted {
  address: string;
  /** In the smallest units. */
  missing: bigint;
  price: GasOffer;
}

/** Sends what is missing, unless coins are under way to the address. @throws Error when the station has too few, or the address got some too often */
export async function provideGas(
  deps: SweepDeps,
  { address, missing, price }: GasWanted,
  underWay: readonly Move[],
): Promise<Move | undefined> {
  const { database, clock, settings } = deps;
  if (underWay.some(({ kind, recipient }) => kind === 'gas' && recipient === address)) {
    return undefined;
  }
  const since = clock.now() - DAY_MS;
  const { times } = await database.one(gasSince, [settings.network, address, since]);
  if (times >= TIMES_MAX) throw new Error(`${address} got gas ${times} times in 24 hours`);
  const station = await deps.station();
  const gasLimit = await gasOfCoins(deps, { from: station, to: address });
  const free = (await balanceOf(deps, station)) - pendingOf(station, underWay);
  if (free < missing + gasLimit * price.most) {
    throw new Error(`the treasury's address ${station} has too few coins for gas`);
  }
  return startMove(deps, {
    kind: 'gas',
    asset: null,
    sender: station,
    recipient: address,
    amount: amountOf(missing, NATIVE_DECIMALS),
    to: address,
    value: missing,
    data: '0x',
    gasLimit,
    price,
  });
}
