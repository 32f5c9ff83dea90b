/** Moves what waits at addresses of deposits to the paying wallet while gas is cheap, and provides the gas for it (ADR 114). */
import type { Rail } from '../../../kernel/rails/rail.ts';
import { lowerUnswept, setNextTry } from '../../../kernel/rails/unswept.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { firstOffer, type GasOffer } from '../fees.ts';
import { RpcUnreachable } from '../json-rpc.ts';
import { amountOf, NATIVE_DECIMALS, transferCall } from '../token-contract.ts';
import { followMoves } from './follow-moves.ts';
import { gasOf, gasOfCoins, layerFeeOf, pendingOf, provideGas, reserveOf } from './gas-funding.ts';
import {
  balanceOf,
  balancesOf,
  type MovePlan,
  startMove,
  type SweepDeps,
  sweepCap,
} from './moves.ts';
import { type Move, movesUnderWay } from './store.ts';

/** Our choice: an address with nothing to sweep, or that could not be swept, is left alone for so long. */
const RETRY_MS = 10 * MINUTE_MS;

type Sweep = NonNullable<Rail['sweep']>;
type Held = Parameters<Sweep>[0][number];

interface Pass {
  price: GasOffer;
  /** Of each transaction. */
  layerFee: bigint;
  gasAddress: string;
  /** Grows by what this pass signs. */
  underWay: Move[];
}

/** As `Rail.sweep`. */
export function createSweep(deps: SweepDeps): Sweep {
  const { log, settings } = deps;
  const sweepOne = async (held: Held, pass: Pass) => {
    try {
      const move = await sweepHeld(deps, held, pass);
      if (move !== undefined) pass.underWay.push(move);
    } catch (error) {
      if (error instanceof RpcUnreachable) throw error;
      const { address, asset } = held;
      await leave(deps, held);
      log.warn({ err: error, address, asset }, 'an address of deposits is not swept');
    }
  };
  return async (held) => {
    await followMoves(deps);
    if (held.length === 0 || deps.whyBlocked() !== undefined) return;
    const price = firstOffer(await deps.chain.gasMarket(), sweepCap(deps));
    if (price === undefined) {
      log.info({ network: settings.network }, 'sweeps wait: gas costs more than they may offer');
      return;
    }
    const layerFee = await layerFeeOf(deps);
    const underWay = await deps.database.many(movesUnderWay, [settings.network]);
    const pass = { price, layerFee, gasAddress: await deps.gasAddress(), underWay };
    for (const each of held.toSorted(tokensFirst(settings.native))) await sweepOne(each, pass);
  };
}

/** The coins of an address pay for its tokens. */
const tokensFirst = (native: string | undefined) => (one: Held, other: Held) =>
  Number(one.asset === native) - Number(other.asset === native);

async function leave(
  { database, clock, settings }: SweepDeps,
  { address, asset }: Held,
): Promise<undefined> {
  const next = clock.now() + RETRY_MS;
  await database.transaction((tx) => tx.run(setNextTry, [settings.network, address, asset, next]));
}

async function sweepHeld(deps: SweepDeps, held: Held, pass: Pass): Promise<Move | undefined> {
  const isUnderWay = pass.underWay.some(
    ({ kind, sender }) => kind === 'sweep' && sender === held.address,
  );
  if (isUnderWay) return undefined;
  return held.asset === deps.settings.native
    ? sweepCoins(deps, held, pass)
    : sweepTokens(deps, held, pass);
}

const isWorth = ({ sweep }: SweepDeps, { asset, amount }: Pick<MovePlan, 'amount'> & Held) => {
  const least = sweep.above.get(asset);
  return least !== undefined && amount >= least;
};

/** What may be swept, in the smallest units. What waits is lowered to what the chain says. */
async function lookAt(
  deps: SweepDeps,
  { address, asset, amount }: Held,
  token: { readonly address: string | undefined; readonly decimals: number },
): Promise<bigint> {
  const { height, least, settled } = await balancesOf(deps, address, token.address);
  const found = amountOf(settled, token.decimals);
  if (height >= 0 && found < amount) {
    await deps.database.transaction((tx) =>
      tx.run(lowerUnswept, [deps.settings.network, address, asset, amount, found, height]),
    );
  }
  return least;
}

async function sweepTokens(deps: SweepDeps, held: Held, pass: Pass): Promise<Move | undefined> {
  const { settings, signer } = deps;
  const { address, asset } = held;
  const token = settings.tokens.get(asset);
  if (token === undefined) return undefined;
  const units = await lookAt(deps, held, token);
  const amount = amountOf(units, token.decimals);
  if (!isWorth(deps, { ...held, amount })) return leave(deps, held);
  const recipient = signer.address;
  const call = { to: token.address, value: 0n, data: transferCall(recipient, units) };
  const gasLimit = await gasOf(deps, { from: address, ...call });
  const { price, layerFee, underWay, gasAddress } = pass;
  const free = (await balanceOf(deps, address)) - pendingOf(address, underWay);
  const cost = gasLimit * price.most + layerFee;
  if (cost > free) {
    if (address === gasAddress) throw new Error(`${address} has too few coins for gas`);
    return provideGas(deps, { address, cost, free, price, layerFee }, underWay);
  }
  const of = { kind: 'sweep' as const, asset, sender: address, recipient, amount };
  return startMove(deps, { ...of, ...call, gasLimit, price });
}

/** All but what the transaction may cost. The gas address is supplied first, and keeps what it needs. */
async function sweepCoins(deps: SweepDeps, held: Held, pass: Pass): Promise<Move | undefined> {
  const { address, asset } = held;
  const { price, layerFee, gasAddress, underWay } = pass;
  const isGasAddress = address === gasAddress;
  const missing = isGasAddress ? 0n : await missingAt(deps, pass);
  const recipient = missing > 0n ? gasAddress : deps.signer.address;
  const gasLimit = await gasOfCoins(deps, { from: address, to: recipient });
  const kept = isGasAddress ? reserveOf(sweepCap(deps)) : 0n;
  const coins = await lookAt(deps, held, { address: undefined, decimals: NATIVE_DECIMALS });
  const free = coins - kept - pendingOf(address, underWay) - gasLimit * price.most - layerFee;
  if (free <= 0n || !isWorth(deps, { ...held, amount: amountOf(free, NATIVE_DECIMALS) })) {
    return leave(deps, held);
  }
  const value = missing > 0n && missing < free ? missing : free;
  const amount = amountOf(value, NATIVE_DECIMALS);
  const of = { kind: 'sweep' as const, asset, sender: address, recipient, amount };
  return startMove(deps, { ...of, to: recipient, value, data: '0x', gasLimit, price });
}

/** What the gas address lacks of its reserve, with what is under way to it. 0 while it has half of it: many small supplies cost more. */
async function missingAt(deps: SweepDeps, { gasAddress, underWay }: Pass): Promise<bigint> {
  const coming = underWay
    .filter((move) => move.recipient === gasAddress && move.attempt === 1)
    .filter((move) => move.asset === deps.settings.native)
    .reduce((total, move) => total + move.amount, 0n);
  const reserve = reserveOf(sweepCap(deps));
  const has = (await balanceOf(deps, gasAddress)) + coming;
  return has * 2n < reserve ? reserve - has : 0n;
}
