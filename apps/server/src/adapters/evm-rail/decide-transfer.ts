/** The first half of an outgoing transfer: refused for good, or signed and stored, before anything is broadcast (ADR 30). */
import { isAddress, Transaction, ZeroAddress } from 'ethers';
import { insertRefused } from '../../kernel/rails/stored-transfers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { OwnReason } from '../../kernel/i18n/reasons.ts';
import { type TransferOut, WalletShort } from '../../kernel/rails/rail.ts';
import type { Chain, ChainCall } from './chain.ts';
import { firstOffer, type GasOffer } from './fees.ts';
import { RpcRefusal } from './json-rpc.ts';
import type { EvmSettings } from './evm-settings.ts';
import {
  amountPending,
  insertSigned,
  insertWallet,
  setNextNonce,
  type TransferRow,
  transferOf,
  walletForUpdate,
  walletOf,
} from './store.ts';
import { GWEI, NATIVE_DECIMALS, transferCall, unitsOf } from './token-contract.ts';
import type { TransferSigner } from './transfer-signer.ts';

export interface SendDeps {
  database: Database;
  clock: Clock;
  log: Log;
  chain: Chain;
  /** Another node: what ends a transfer must be the same there. Absent: `chain` alone is believed. */
  second: Chain | undefined;
  signer: TransferSigner;
  settings: EvmSettings;
  /** Why nothing new may be signed now. */
  whyBlocked(): string | undefined;
}

/** The most that is offered for a unit of gas, in the chain's smallest units. */
export const feeCap = ({ maxFeeGwei }: EvmSettings) => BigInt(maxFeeGwei) * GWEI;
/** A quarter more than estimated, because state changes before the block; unused gas is not paid. */
export const withMargin = (gas: bigint) => (gas * 5n) / 4n;

/** A transfer on the chain. `contract` is absent for the chain's own coin. */
interface Plan {
  call: ChainCall;
  units: bigint;
  decimals: number;
  contract: string | undefined;
}

/** @throws Error when it cannot be decided now: no answer, no funds, gas too expensive, reading stopped */
export async function decideTransfer(deps: SendDeps, transfer: TransferOut): Promise<TransferRow> {
  const why = deps.whyBlocked();
  if (why !== undefined) throw new Error(`nothing is sent: ${why}`);
  if (!takesTransfers(deps, transfer.address)) {
    return refuse(deps, transfer, 'reason.railAddress');
  }
  const plan = planOf(deps, transfer);
  const price = firstOffer(await deps.chain.gasMarket(), feeCap(deps.settings));
  if (price === undefined) {
    throw new Error('the price of gas is above the limit of this deployment');
  }
  await assertHas(deps, plan);
  const gas = await estimated(deps, transfer, plan);
  if (gas === undefined) {
    return refuse(deps, transfer, 'reason.railRefuses');
  }
  return sign(deps, transfer, { plan, price, gasLimit: withMargin(gas) });
}

/** False for the token's own contract: tokens sent there are lost. */
function takesTransfers({ settings }: SendDeps, address: string): boolean {
  if (!isAddress(address) || !address.startsWith('0x')) return false;
  const wrong = [ZeroAddress, ...[...settings.tokens.values()].map((token) => token.address)];
  return !wrong.some((each) => each.toLowerCase() === address.toLowerCase());
}

function planOf({ settings, signer }: SendDeps, transfer: TransferOut): Plan {
  const from = signer.address;
  const { asset, address, amount } = transfer;
  if (asset === settings.native) {
    const units = unitsOf(amount, NATIVE_DECIMALS);
    const call = { from, to: address, value: units, data: '0x' };
    return { call, units, decimals: NATIVE_DECIMALS, contract: undefined };
  }
  const token = settings.tokens.get(asset);
  if (token === undefined) throw new Error(`${settings.network} does not carry ${asset}`);
  const units = unitsOf(amount, token.decimals);
  const call = { from, to: token.address, value: 0n, data: transferCall(address, units) };
  return { call, units, decimals: token.decimals, contract: token.address };
}

/** First, because nodes word it in their own ways when an estimate has too few coins. */
async function assertHas({ chain, signer }: SendDeps, { units, contract }: Plan): Promise<void> {
  if ((await chain.balance(signer.address, contract)) < units)
    throw new WalletShort('the paying wallet has insufficient funds');
}

/** Undefined when the transfer would revert although the wallet can pay it. */
async function estimated(
  { chain, signer, database, settings }: SendDeps,
  { asset }: TransferOut,
  plan: Plan,
): Promise<bigint | undefined> {
  try {
    return await chain.estimateGas(plan.call);
  } catch (error) {
    if (!(error instanceof RpcRefusal) || !/revert/i.test(error.message)) throw error;
    const balance = await chain.balance(signer.address, plan.contract);
    // Nodes may estimate after the signed transfers in their mempool.
    const wallet = [settings.network, signer.address, asset] as const;
    const { amount: pending } = await database.one(amountPending, wallet);
    if (balance < plan.units + unitsOf(pending, plan.decimals))
      throw new WalletShort('the paying wallet has insufficient funds', { cause: error });
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
  price: GasOffer;
  gasLimit: bigint;
}

/**
 * Signs with the next nonce, then stores that with the wallet's row locked, unless another transfer took the nonce meanwhile: then
 * again. No transaction is open while the node or the signer is asked: a slow one would hold up the events of all members.
 */
async function sign(deps: SendDeps, transfer: TransferOut, offer: Offer): Promise<TransferRow> {
  const { database, chain, signer, settings } = deps;
  const wallet = [settings.network, signer.address] as const;
  for (;;) {
    const { nextNonce, pending } = await database.snapshot(async (reader) => ({
      nextNonce: (await reader.maybe(walletOf, wallet))?.nextNonce ?? 0,
      pending: (await reader.one(amountPending, [...wallet, transfer.asset])).amount,
    }));
    await assertFunds(deps, offer, unitsOf(pending, offer.plan.decimals));
    // Higher than ours if the key was used before.
    const nonce = Math.max(nextNonce, await chain.nonce(signer.address, 'pending'));
    const signed = await signer.sign(unsigned(settings.chainId, nonce, offer));
    const stored = await store(deps, transfer, { signed, nonce, nextNonce });
    if (stored !== undefined) return stored;
  }
}

interface Signed {
  signed: string;
  nonce: number;
  /** The wallet's, as it was read before. */
  nextNonce: number;
}

/** The transfer as it is stored; undefined when another one was signed after `nextNonce` was read: this one is forgotten. */
function store(deps: SendDeps, transfer: TransferOut, { signed, nonce, nextNonce }: Signed) {
  const { database, clock, signer, settings } = deps;
  const { network } = settings;
  const { reference, asset, address, amount } = transfer;
  return database.transaction(async (tx) => {
    await tx.run(insertWallet, [network, signer.address]);
    const now = await tx.one(walletForUpdate, [network, signer.address]);
    const known = await tx.maybe(transferOf, [reference]);
    if (known !== undefined) return known;
    if (now.nextNonce !== nextNonce) return undefined;
    const txid = Transaction.from(signed).hash!;
    const sent = { sender: signer.address, nonce, txid, signed, createdAt: clock.now() };
    await insertSigned(tx, { reference, network, asset, address, amount, ...sent });
    await tx.run(setNextNonce, [network, signer.address, nonce + 1]);
    return tx.one(transferOf, [reference]);
  });
}

/** Signed transfers may still be in the wallet's balance, so they are subtracted. */
async function assertFunds({ chain, signer }: SendDeps, offer: Offer, pending: bigint) {
  const { units, contract } = offer.plan;
  const gas = offer.gasLimit * offer.price.most;
  const coins = await chain.balance(signer.address, undefined);
  const tokens =
    contract === undefined ? coins - gas : await chain.balance(signer.address, contract);
  if (coins < gas || tokens < units + pending) {
    throw new WalletShort('the paying wallet has insufficient funds');
  }
}

function unsigned(chainId: number, nonce: number, { plan, price, gasLimit }: Offer): Transaction {
  const { to, value, data } = plan.call;
  return Transaction.from({ chainId, nonce, gasLimit, to, value, data, ...feeFields(price) });
}

/** As a transaction states them. */
export const feeFields = ({ most, tip }: GasOffer) =>
  tip === undefined
    ? { type: 0, gasPrice: most }
    : { type: 2, maxFeePerGas: most, maxPriorityFeePerGas: tip };
