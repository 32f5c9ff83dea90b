/** Moves what waits at addresses of deposits to the paying wallet while gas is cheap, and provides the gas for it (ADR 114). */
import type { Rail } from '../../../kernel/rails/rail.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { withMargin } from '../decide-transfer.ts';
import { firstOffer, type GasOffer } from '../fees.ts';
import { RpcUnreachable } from '../json-rpc.ts';
import { amountOf, transferCall } from '../token-contract.ts';
import { followMoves } from './follow-moves.ts';
import { gasOfCoins, pendingOf, provideGas, reserveOf } from './gas-station.ts';
import { balanceOf, type MovePlan, startMove, type SweepDeps, sweepCap } from './moves.ts';
import { type Move, movesUnderWay } from './store.ts';

const NATIVE_DECIMALS = 18;
/** Our choice: an address that could not be swept is left alone for so long. */
const RETRY_MS = 10 * MINUTE_MS;

type Sweep = NonNullable<Rail['sweep']>;
type Held = Parameters<Sweep>[0][number];

interface Pass {
  price: GasOffer;
  station: string;
  /** Grows by what this pass signs. */
  underWay: Move[];
}

/** As `Rail.sweep`. */
export function createSweep(deps: SweepDeps): Sweep {
  const later = new Map<string, number>();
  const { clock, log, settings } = deps;
  const sweepOne = async (held: Held, pass: Pass) => {
    const key = `${held.address} ${held.asset}`;
    if ((later.get(key) ?? 0) > clock.now()) return;
    try {
      const move = await sweepHeld(deps, held, pass);
      if (move !== undefined) pass.underWay.push(move);
    } catch (error) {
      if (error instanceof RpcUnreachable) throw error;
      later.set(key, clock.now() + RETRY_MS);
      log.warn({ err: error, ...held }, 'an address of deposits is not swept');
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
    const underWay = await deps.database.many(movesUnderWay, [settings.network]);
    const pass = { price, station: await deps.station(), underWay };
    for (const each of held.toSorted(tokensFirst(settings.native))) await sweepOne(each, pass);
  };
}

/** The coins of an address pay for its tokens. */
const tokensFirst = (native: string | undefined) => (one: Held, other: Held) =>
  Number(one.asset === native) - Number(other.asset === native);

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

async function sweepTokens(deps: SweepDeps, held: Held, pass: Pass): Promise<Move | undefined> {
  const { chain, settings, signer } = deps;
  const { address, asset } = held;
  const token = settings.tokens.get(asset);
  if (token === undefined) return undefined;
  const units = await balanceOf(deps, address, token.address);
  const amount = amountOf(units, token.decimals);
  if (!isWorth(deps, { ...held, amount })) return undefined;
  const recipient = signer.address;
  const call = { to: token.address, value: 0n, data: transferCall(recipient, units) };
  const gasLimit = withMargin(await chain.estimateGas({ from: address, ...call }));
  const { price, underWay, station } = pass;
  const free = (await balanceOf(deps, address)) - pendingOf(address, underWay);
  const missing = gasLimit * price.most - free;
  if (missing > 0n) {
    if (address === station) throw new Error(`${station} has too few coins for gas`);
    return provideGas(deps, { address, missing, price }, underWay);
  }
  const of = { kind: 'sweep' as const, asset, sender: address, recipient, amount };
  return startMove(deps, { ...of, ...call, gasLimit, price });
}

/** All but what the transaction may cost. The station is supplied first, and keeps what it needs. */
async function sweepCoins(deps: SweepDeps, held: Held, pass: Pass): Promise<Move | undefined> {
  const { address, asset } = held;
  const { price, station, underWay } = pass;
  const isStation = address === station;
  const isSupply = !isStation && (await balanceOf(deps, station)) < reserveOf(deps);
  const recipient = isSupply ? station : deps.signer.address;
  const gasLimit = await gasOfCoins(deps, { from: address, to: recipient });
  const kept = isStation ? reserveOf(deps) + pendingOf(station, underWay) : 0n;
  const value = (await balanceOf(deps, address)) - kept - gasLimit * price.most;
  const amount = amountOf(value, NATIVE_DECIMALS);
  if (value <= 0n || !isWorth(deps, { ...held, amount })) return undefined;
  const of = { kind: 'sweep' as const, asset, sender: address, recipient, amount };
  return startMove(deps, { ...of, to: recipient, value, data: '0x', gasLimit, price });
}
