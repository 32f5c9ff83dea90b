/** The first half of a transfer out: refused for good, or signed and kept, before anything reaches the chain (ADR 30). */
import { isAddress, Transaction, ZeroAddress } from 'ethers';
import type { OwnReason } from '../../i18n/reasons.ts';
import type { TransferOut } from '../rail.ts';
import type { ChainCall, GasPrice } from './chain.ts';
import { RpcRefusal } from './json-rpc.ts';
import type { SendDeps } from './send-deps.ts';
import {
  amountUnderWay,
  insertRefused,
  insertSigned,
  insertWallet,
  setNextNonce,
  type TransferRow,
  transferOf,
  walletForUpdate,
} from './store.ts';
import { transferCall, unitsOf } from './token-contract.ts';

const NATIVE_DECIMALS = 18;
const GWEI = 10n ** 9n;
/** Between the estimate and the block, state moves: a quarter more than estimated; what is not used is not paid. */
const withMargin = (gas: bigint) => (gas * 5n) / 4n;

/** A transfer as the chain would carry it. `contract` is absent for the chain's own coin. */
interface Plan {
  call: ChainCall;
  units: bigint;
  decimals: number;
  contract: string | undefined;
}

/** Fails with: a thrown error when nothing can be decided now: no answer, no funds, too dear, reading stopped. */
export async function decideTransfer(deps: SendDeps, transfer: TransferOut): Promise<TransferRow> {
  const halted = deps.halted();
  if (halted !== undefined) throw new Error(`nothing is sent: ${halted}`);
  if (!takesTransfers(deps, transfer.address)) {
    return refuse(deps, transfer, 'reason.railAddress');
  }
  const plan = planOf(deps, transfer);
  const price = await deps.chain.gasPrice();
  if (price.most > BigInt(deps.settings.maxFeeGwei) * GWEI) {
    throw new Error('the price of gas is above the limit of this deployment');
  }
  const gas = await estimated(deps, plan);
  if (gas === undefined) {
    return refuse(deps, transfer, 'reason.railRefuses');
  }
  return sign(deps, transfer, { plan, price, gasLimit: withMargin(gas) });
}

/** What a token's own contract gets is lost. */
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

/** Undefined when the chain would undo the transfer although the wallet can pay it. */
async function estimated({ chain, signer }: SendDeps, plan: Plan): Promise<bigint | undefined> {
  try {
    return await chain.estimateGas(plan.call);
  } catch (error) {
    if (!(error instanceof RpcRefusal) || !/revert/i.test(error.message)) throw error;
    const balance = await chain.balance(signer.address, plan.contract);
    if (balance < plan.units)
      throw new Error('the paying wallet holds too little', { cause: error });
    return undefined;
  }
}

/** Kept, so that nobody who asks at the same time or later decides otherwise. */
function refuse({ database, clock }: SendDeps, transfer: TransferOut, reason: OwnReason) {
  const { reference, network, asset, address, amount } = transfer;
  return database.transaction(async (tx) => {
    const row = [reference, network, asset, address, amount, reason, clock.now()] as const;
    await tx.run(insertRefused, row);
    return tx.one(transferOf, [reference]);
  });
}

interface Offer {
  plan: Plan;
  price: GasPrice;
  gasLimit: bigint;
}

/** Holds locks: the wallet's row, until the nonce is used up and the signed transaction is kept with it. */
function sign(deps: SendDeps, transfer: TransferOut, offer: Offer): Promise<TransferRow> {
  const { database, clock, chain, signer, settings } = deps;
  const { network } = settings;
  const { reference, asset, address, amount } = transfer;
  return database.transaction(async (tx) => {
    await tx.run(insertWallet, [network, signer.address]);
    const { nextNonce } = await tx.one(walletForUpdate, [network, signer.address]);
    const known = await tx.maybe(transferOf, [reference]);
    if (known !== undefined) return known;
    const underWay = await tx.one(amountUnderWay, [network, signer.address, asset]);
    await mustAfford(deps, offer, unitsOf(underWay.amount, offer.plan.decimals));
    // Higher than ours when the key was used before it came here.
    const nonce = Math.max(nextNonce, await chain.nonce(signer.address, 'pending'));
    const signed = await signer.sign(unsigned(settings.chainId, nonce, offer));
    const txid = Transaction.from(signed).hash!;
    const sent = [signer.address, nonce, txid, signed, clock.now()] as const;
    await tx.run(insertSigned, [reference, network, asset, address, amount, ...sent]);
    await tx.run(setNextNonce, [network, signer.address, nonce + 1]);
    return tx.one(transferOf, [reference]);
  });
}

/** What is signed away already may still be in the balance, so it counts against it. */
async function mustAfford({ chain, signer }: SendDeps, offer: Offer, underWay: bigint) {
  const { units, contract } = offer.plan;
  const gas = offer.gasLimit * offer.price.most;
  const coins = await chain.balance(signer.address, undefined);
  const tokens =
    contract === undefined ? coins - gas : await chain.balance(signer.address, contract);
  if (coins < gas || tokens < units + underWay) {
    throw new Error('the paying wallet holds too little');
  }
}

function unsigned(chainId: number, nonce: number, { plan, price, gasLimit }: Offer): Transaction {
  const { to, value, data } = plan.call;
  const fee =
    price.tip === undefined
      ? { type: 0, gasPrice: price.most }
      : { type: 2, maxFeePerGas: price.most, maxPriorityFeePerGas: price.tip };
  return Transaction.from({ chainId, nonce, gasLimit, to, value, data, ...fee });
}
