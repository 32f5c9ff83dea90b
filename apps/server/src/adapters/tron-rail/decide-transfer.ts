/** The first half of an outgoing transfer: refused for good, or signed and stored, before anything is broadcast (ADR 30, 118). */
import { readAddress } from '@tern/addresses';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import type { SigningKey } from 'ethers';
import { insertRefused } from '../../kernel/rails/stored-transfers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { OwnReason } from '../../kernel/i18n/reasons.ts';
import { type TransferOut, WalletShort } from '../../kernel/rails/rail.ts';
import { RpcRefusal } from '../evm-rail/json-rpc.ts';
import {
  amountPending,
  insertWallet,
  setNextNonce,
  type TransferRow,
  transferOf,
  walletForUpdate,
  walletOf,
} from '../evm-rail/store.ts';
import { transferCall, unitsOf } from '../evm-rail/token-contract.ts';
import { accountHex, type TronBlock, type TronChain } from './chain.ts';
import { insertExpiring } from './store.ts';
import { type SignedTransaction, signTransaction, type Unsigned } from './transaction.ts';
import { TRX_DECIMALS, type TronSettings } from './tron-settings.ts';

export interface SendDeps {
  database: Database;
  clock: Clock;
  log: Log;
  chain: TronChain;
  /** Another node: what ends a transfer, or shows that one never happens, must be the same there. */
  second: TronChain | undefined;
  key: SigningKey;
  /** The address of the key. */
  wallet: string;
  settings: TronSettings;
  /** Why nothing new may be signed now. */
  whyBlocked(): string | undefined;
}

/** A transfer on the chain. `contract` is absent for the chain's own coin. */
interface Plan {
  address: string;
  units: bigint;
  decimals: number;
  contract: string | undefined;
}

/** What a transaction may cost, in sun. */
interface Cost {
  /** The most for energy; none for the chain's coin. */
  feeLimit: bigint;
  /** What the wallet has to have, besides what it sends. */
  coins: bigint;
}

/** @throws Error when it cannot be decided now: no answer, no funds, energy too expensive, reading stopped */
export async function decideTransfer(deps: SendDeps, transfer: TransferOut): Promise<TransferRow> {
  const why = deps.whyBlocked();
  if (why !== undefined) throw new Error(`nothing is sent: ${why}`);
  if (!takesTransfers(deps, transfer.address)) {
    return refuse(deps, transfer, 'reason.railAddress');
  }
  const plan = planOf(deps, transfer);
  if (plan.contract === undefined && (await deps.chain.isContract(plan.address))) {
    return refuse(deps, transfer, 'reason.railRefuses');
  }
  const cost = await costOf(deps, plan, await pendingOf(deps, transfer.asset, plan));
  if (cost === undefined) return refuse(deps, transfer, 'reason.railRefuses');
  return sign(deps, transfer, { plan, cost });
}

/** False for a token's own contract, where tokens are lost, and for the wallet itself, which the chain refuses. */
function takesTransfers({ settings, wallet }: SendDeps, address: string): boolean {
  if (readAddress('tron', address) !== address || address === wallet) return false;
  return [...settings.tokens.values()].every((token) => token.address !== address);
}

function planOf({ settings }: SendDeps, { asset, address, amount }: TransferOut): Plan {
  if (asset === settings.native) {
    const units = unitsOf(amount, TRX_DECIMALS);
    return { address, units, decimals: TRX_DECIMALS, contract: undefined };
  }
  const token = settings.tokens.get(asset);
  if (token === undefined) throw new Error(`${settings.network} does not carry ${asset}`);
  const units = unitsOf(amount, token.decimals);
  return { address, units, decimals: token.decimals, contract: token.address };
}

/** About what a transaction of ours has; the exact number follows from its signature. */
const USUAL_BYTES = 400n;
/** A quarter more than estimated, because state changes before the block; energy that is not used is not paid. */
const withMargin = (energy: bigint) => (energy * 5n) / 4n;
const larger = (one: bigint, other: bigint) => (one > other ? one : other);

/** What was signed of an asset and may still be in the wallet's balance, in units. */
async function pendingOf(
  { database, settings, wallet }: SendDeps,
  asset: string,
  { decimals }: Plan,
): Promise<bigint> {
  const { amount } = await database.one(amountPending, [settings.network, wallet, asset]);
  return unitsOf(amount, decimals);
}

/** Undefined when the transfer would revert although the wallet can pay it, besides what is pending. */
async function costOf(deps: SendDeps, plan: Plan, pending: bigint): Promise<Cost | undefined> {
  const { chain, wallet, settings } = deps;
  const [rates, left] = await Promise.all([chain.rates(), chain.resources(wallet)]);
  const bandwidth = left.bandwidth >= USUAL_BYTES ? 0n : USUAL_BYTES * rates.bandwidth;
  if (plan.contract === undefined) {
    const isNew = !(await chain.hasAccount(plan.address));
    return { feeLimit: 0n, coins: bandwidth + (isNew ? rates.newAccount : 0n) };
  }
  const call = { contract: plan.contract, needed: plan.units + pending };
  const energy = await estimated(deps, plan, call);
  if (energy === undefined) return undefined;
  const most = BigInt(settings.maxFee);
  if (energy * rates.energy > most) {
    throw new Error('the fee for energy is above the limit of this deployment');
  }
  const ample = withMargin(energy) * rates.energy;
  const feeLimit = ample < most ? ample : most;
  // Energy from stakes is used first, and counts in the limit as if it were paid.
  return { feeLimit, coins: bandwidth + larger(feeLimit - left.energy * rates.energy, 0n) };
}

async function estimated(
  { chain, wallet }: SendDeps,
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

/** Stored, so that concurrent and later calls get the same decision. */
function refuse({ database, clock }: SendDeps, transfer: TransferOut, reason: OwnReason) {
  const { reference, network, asset, address, amount } = transfer;
  return database.transaction(async (tx) => {
    const refused = { reference, network, asset, address, amount, reason };
    await insertRefused(tx, { ...refused, createdAt: clock.now() });
    return tx.one(transferOf, [reference]);
  });
}

interface Offer {
  plan: Plan;
  cost: Cost;
}

/**
 * Signs with the next number of the wallet, then stores that with the wallet's row locked, unless another transfer took the number
 * meanwhile: then again. No transaction is open while the node is asked: a slow one would hold up the events of all members.
 */
async function sign(deps: SendDeps, transfer: TransferOut, offer: Offer): Promise<TransferRow> {
  const { database, wallet, settings } = deps;
  const of = [settings.network, wallet] as const;
  for (;;) {
    const { number, pending } = await database.snapshot(async (reader) => ({
      number: (await reader.maybe(walletOf, of))?.nextNonce ?? 0,
      pending: (await reader.one(amountPending, [...of, transfer.asset])).amount,
    }));
    await assertFunds(deps, offer, unitsOf(pending, offer.plan.decimals));
    const signed = await signNow(deps, offer, number);
    const stored = await store(deps, transfer, { ...signed, number });
    if (stored !== undefined) return stored;
  }
}

export interface Expiring extends SignedTransaction {
  referenceHeight: number;
  /** Epoch ms. */
  expiresAt: number;
}

/**
 * Refers to the newest solidified block, and expires by the time of blocks, not by ours. `number`, of the wallet's transfer, makes two
 * equal payments different: without that they would be one transaction.
 */
async function signNow(deps: SendDeps, { plan, cost }: Offer, number: number): Promise<Expiring> {
  const { chain, key, settings } = deps;
  const reference = await chain.newest();
  const expiresAt = reference.time + settings.expireAfterMs + (number % 1_000);
  const signed = signTransaction(key, unsignedOf(deps, { plan, cost }, { reference, expiresAt }));
  return { ...signed, referenceHeight: reference.height, expiresAt };
}

function unsignedOf(
  { wallet }: SendDeps,
  { plan, cost }: Offer,
  when: { reference: TronBlock; expiresAt: number },
): Unsigned {
  const { address, units, contract } = plan;
  if (contract === undefined) {
    return { content: { kind: 'coins', from: wallet, to: address, units }, ...when };
  }
  const data = transferCall(accountHex(address), units);
  const { feeLimit } = cost;
  return { content: { kind: 'call', from: wallet, contract, data, feeLimit }, ...when };
}

/** A further transaction for a stored transfer, of which no other can happen any more. @throws Error as `decideTransfer` */
export async function signAnew(
  deps: SendDeps,
  row: TransferRow & { nonce: number },
  attempt: number,
): Promise<Expiring> {
  const plan = planOf(deps, { ...row, memo: '' });
  // Its own amount is among those that are pending.
  const pending = (await pendingOf(deps, row.asset, plan)) - plan.units;
  const cost = await costOf(deps, plan, pending);
  if (cost === undefined) throw new Error(`${row.reference} would revert now`);
  await assertFunds(deps, { plan, cost }, pending);
  return signNow(deps, { plan, cost }, row.nonce + attempt);
}

type Stored = Expiring & { number: number };

/** The transfer as it is stored; undefined when another one was signed after the number was read: this one is forgotten. */
async function store(
  { database, clock, wallet, settings }: SendDeps,
  transfer: TransferOut,
  { number, ...signed }: Stored,
): Promise<TransferRow | undefined> {
  const { network } = settings;
  const { reference, asset, address, amount } = transfer;
  try {
    return await database.transaction(async (tx) => {
      await tx.run(insertWallet, [network, wallet]);
      const now = await tx.one(walletForUpdate, [network, wallet]);
      const known = await tx.maybe(transferOf, [reference]);
      if (known !== undefined) return known;
      if (now.nextNonce !== number) return undefined;
      const sent = { sender: wallet, nonce: number, ...signed, createdAt: clock.now() };
      await insertExpiring(tx, { reference, network, asset, address, amount, ...sent });
      await tx.run(setNextNonce, [network, wallet, number + 1]);
      return tx.one(transferOf, [reference]);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'rail_transfers_txid_key')) throw error;
    throw new Error('the same payment was signed just now: it waits for a further block', {
      cause: error,
    });
  }
}

/** Signed transfers may still be in the wallet's balance, so they are subtracted. */
async function assertFunds(
  { chain, wallet }: SendDeps,
  { plan: { units, contract }, cost }: Offer,
  pending: bigint,
): Promise<void> {
  const coins = await chain.coins(wallet);
  const held = contract === undefined ? coins - cost.coins : await chain.tokens(wallet, contract);
  if (coins < cost.coins || held < units + pending) {
    throw new WalletShort('the paying wallet has insufficient funds');
  }
}
