/** What a transfer on TRON may cost, and whether the paying wallet has that besides all that is pending (ADR 118). */
import type { Amount } from '@tern/money';
import { WalletShort } from '../../kernel/rails/rail.ts';
import { RpcRefusal } from '../evm-rail/json-rpc.ts';
import { transferCall, unitsOf } from '../evm-rail/token-contract.ts';
import { accountHex, type FeeRates, type Resources, type TronChain } from './chain.ts';
import { TRX_DECIMALS, type TronSettings } from './tron-settings.ts';

/** Whose wallet pays, on which chain. */
export interface Payer {
  chain: TronChain;
  wallet: string;
  settings: Pick<TronSettings, 'maxFee'>;
}

/** A transfer on the chain. `contract` is absent for the chain's own coin. */
export interface Plan {
  address: string;
  units: bigint;
  decimals: number;
  contract: string | undefined;
}

/** The most that a transaction may burn, besides bytes, and what the chain takes and the wallet may use now. */
export interface Cost {
  /** The most for energy, in sun; none for the chain's coin. */
  feeLimit: bigint;
  /** For an address that has no account yet, in sun. */
  accountFee: bigint;
  rates: FeeRates;
  left: Resources;
}

export interface Offer {
  plan: Plan;
  cost: Cost;
}

/** What the wallet's other transfers that have not ended may still take. */
export interface Pending {
  /** Of the asset that is sent, and of the chain's coin. */
  amount: Amount;
  coins: Amount;
  transfers: number;
  /** Sun. */
  feeLimits: number;
  accountFees: number;
}

/** About what a transaction of ours has; the exact number follows from its signature. */
const USUAL_BYTES = 400n;
/** A quarter more than estimated, because state changes before the block; energy that is not used is not paid. */
const withMargin = (energy: bigint) => (energy * 5n) / 4n;
const atLeastZero = (value: bigint) => (value > 0n ? value : 0n);

/** Undefined when the transfer would revert although the wallet can pay it, besides what is pending. */
export async function costOf(deps: Payer, plan: Plan, pending: Pending): Promise<Cost | undefined> {
  const { chain, wallet, settings } = deps;
  const [rates, left] = await Promise.all([chain.rates(), chain.resources(wallet)]);
  if (plan.contract === undefined) {
    const isNew = !(await chain.hasAccount(plan.address));
    return { feeLimit: 0n, accountFee: isNew ? rates.newAccount : 0n, rates, left };
  }
  const needed = plan.units + unitsOf(pending.amount, plan.decimals);
  const energy = await estimated(deps, plan, { contract: plan.contract, needed });
  if (energy === undefined) return undefined;
  const most = BigInt(settings.maxFee);
  if (energy * rates.energy > most) {
    throw new Error('the fee for energy is above the limit of this deployment');
  }
  const ample = withMargin(energy) * rates.energy;
  return { feeLimit: ample < most ? ample : most, accountFee: 0n, rates, left };
}

async function estimated(
  { chain, wallet }: Payer,
  { address, units }: Plan,
  { contract, needed }: { contract: string; needed: bigint },
): Promise<bigint | undefined> {
  try {
    const data = transferCall(accountHex(address), units);
    return await chain.estimateEnergy({ from: wallet, contract, data });
  } catch (error) {
    if (!(error instanceof RpcRefusal) || !/revert/i.test(error.message)) throw error;
    // It is estimated after blocks that are not solidified, so after transfers that the balance still has.
    if ((await chain.tokens(wallet, contract)) < needed) {
      throw new WalletShort('the paying wallet has insufficient funds', { cause: error });
    }
    return undefined;
  }
}

/** What a transfer and those that are pending may burn together, in sun. Stakes and free bytes are there once for all. */
function burnt({ feeLimit, accountFee, rates, left }: Cost, pending: Pending): bigint {
  const limits = feeLimit + BigInt(pending.feeLimits);
  const energy = atLeastZero(limits - left.energy * rates.energy);
  const paying = atLeastZero(BigInt(pending.transfers) + 1n - left.bandwidth / USUAL_BYTES);
  const bytes = paying * USUAL_BYTES * rates.bandwidth;
  return energy + bytes + accountFee + BigInt(pending.accountFees);
}

/** Signed transfers may still be in the wallet's balance, and what they burn too. @throws WalletShort */
export async function assertFunds(
  { chain, wallet }: Payer,
  { plan: { units, contract, decimals }, cost }: Offer,
  pending: Pending,
): Promise<void> {
  const coins = await chain.coins(wallet);
  const ofCoin = unitsOf(pending.coins, TRX_DECIMALS) + (contract === undefined ? units : 0n);
  const held = contract === undefined ? undefined : await chain.tokens(wallet, contract);
  const isTokenShort = held !== undefined && held < units + unitsOf(pending.amount, decimals);
  if (coins < ofCoin + burnt(cost, pending) || isTokenShort) {
    throw new WalletShort('the paying wallet has insufficient funds');
  }
}
