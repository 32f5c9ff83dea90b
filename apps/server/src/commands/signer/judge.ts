/** Decides whether a signer's policy allows a transaction, and what it takes out. Pure. */
import type { Amount } from '@tern/money';
import { type Transaction, ZeroAddress } from 'ethers';
import {
  amountOf,
  GWEI,
  NATIVE_DECIMALS,
  readTransferCall,
} from '../../adapters/evm-rail/token-contract.ts';
import type { SignedAsset, SignerPolicy } from './policy.ts';

/** Whose key signs, and the addresses that derive from the keys of deposits at the paths that were named. */
export interface Parties {
  readonly from: string;
  readonly paying: string;
  /** Undefined: no path was named. */
  readonly fromPlace: string | undefined;
  readonly toPlace: string | undefined;
}

export interface Payment {
  readonly asset: SignedAsset;
  readonly recipient: string;
  readonly amount: Amount;
  /** The most that the chain may take for it. */
  readonly fee: Amount;
  /** Whether it leaves the exchange. */
  readonly isOut: boolean;
}

export type Judgement = { readonly payment: Payment } | { readonly refused: string };

export function judge(policy: SignerPolicy, transaction: Transaction, parties: Parties): Judgement {
  const unfit = unfitFields(policy, transaction);
  if (unfit !== undefined) return { refused: unfit };
  const moved = movedBy(policy, transaction);
  if (moved === undefined)
    return { refused: 'it is neither coins nor a transfer of a known token' };
  const isOut = directionOf(policy, moved, parties);
  if (isOut === undefined) {
    return { refused: `${parties.from} may not pay ${moved.recipient}` };
  }
  return { payment: { ...moved, fee: feeOf(transaction), isOut } };
}

const priceOf = ({ gasPrice, maxFeePerGas }: Transaction) => maxFeePerGas ?? gasPrice ?? 0n;
const feeOf = (transaction: Transaction) =>
  amountOf(priceOf(transaction) * transaction.gasLimit, NATIVE_DECIMALS);

function unfitFields({ chainId, gas }: SignerPolicy, transaction: Transaction): string | undefined {
  if (transaction.chainId !== BigInt(chainId)) return `it is for chain ${transaction.chainId}`;
  if (transaction.type !== 0 && transaction.type !== 2) return 'it is of another kind';
  if ((transaction.accessList ?? []).length > 0) return 'it has a list of accesses';
  if (priceOf(transaction) > BigInt(gas.maxGwei) * GWEI) return 'it offers too much for gas';
  if (transaction.gasLimit > BigInt(gas.maxUnits)) return 'it may use too much gas';
  return undefined;
}

type Moved = Pick<Payment, 'asset' | 'recipient' | 'amount'>;

function movedBy({ assets }: SignerPolicy, { to, value, data }: Transaction): Moved | undefined {
  if (to === null) return undefined;
  const token = assets.find(({ contract }) => contract === to);
  if (token === undefined) {
    const coin = assets.find(({ contract }) => contract === undefined);
    if (coin === undefined || data !== '0x') return undefined;
    return { asset: coin, recipient: to, amount: amountOf(value, NATIVE_DECIMALS) };
  }
  const call = readTransferCall(data);
  if (call === undefined || value !== 0n) return undefined;
  return { asset: token, recipient: call.to, amount: amountOf(call.units, token.decimals) };
}

/** Whether it leaves the exchange; undefined: it may not be signed at all. */
function directionOf(policy: SignerPolicy, moved: Moved, parties: Parties): boolean | undefined {
  const { recipient, asset } = moved;
  const { from, paying, fromPlace, toPlace } = parties;
  const { treasury, own, assets } = policy;
  if (from === paying) {
    const isLost =
      recipient === ZeroAddress ||
      recipient === paying ||
      assets.some(({ contract }) => contract === recipient);
    if (isLost) return undefined;
    return !(recipient === treasury || own.includes(recipient));
  }
  if (from !== fromPlace) return undefined;
  if (recipient === paying || (recipient === treasury && from !== treasury)) return false;
  const isGas = from === treasury && asset.contract === undefined && recipient === toPlace;
  return isGas ? false : undefined;
}
