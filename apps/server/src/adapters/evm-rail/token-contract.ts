/** Encodes ERC-20 calls, decodes `Transfer` events and converts units. Pure. */
import { type Amount, SCALE } from '@tern/money';
import { Interface } from 'ethers';

const erc20 = new Interface([
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

/** Of the chain's own coin, on all EVM chains. */
export const NATIVE_DECIMALS = 18;
export const GWEI = 10n ** 9n;
/** What a transfer uses, in units of gas: of coins by the protocol, of tokens about what those of the largest tokens use. */
export const TRANSFER_GAS = { native: 21_000n, token: 65_000n } as const;

export const TRANSFER_TOPIC = erc20.getEvent('Transfer')!.topicHash;

/** Event signature, sender and recipient. */
const TOPICS = 3;

export const transferCall = (to: string, units: bigint) =>
  erc20.encodeFunctionData('transfer', [to, units]);

/** Undefined for data of any other call, also one with something after it. */
export function readTransferCall(data: string): { to: string; units: bigint } | undefined {
  if (!data.startsWith(erc20.getFunction('transfer')!.selector)) return undefined;
  try {
    const [to, units] = erc20.decodeFunctionData('transfer', data) as unknown as [string, bigint];
    return transferCall(to, units) === data ? { to, units } : undefined;
  } catch {
    return undefined;
  }
}

export const balanceCall = (owner: string) => erc20.encodeFunctionData('balanceOf', [owner]);

/** Of the contract that chains of the OP stack have at this address; nothing is there elsewhere. */
const layerFees = new Interface(['function getL1Fee(bytes data) view returns (uint256)']);
const LAYER_FEES = '0x420000000000000000000000000000000000000F';

export const layerFeeCall = (data: string) => ({
  to: LAYER_FEES,
  data: layerFees.encodeFunctionData('getL1Fee', [data]),
});

/** Addresses in lower case; undefined for other events (an NFT has its id in a fourth topic). */
export function readTransfer({ topics, data }: { topics: readonly string[]; data: string }) {
  if (topics[0] !== TRANSFER_TOPIC || topics.length !== TOPICS) return undefined;
  const [from, to, units] = erc20.decodeEventLog('Transfer', data, [...topics]) as unknown as [
    string,
    string,
    bigint,
  ];
  return { from: from.toLowerCase(), to: to.toLowerCase(), units };
}

const unitOf = (decimals: number) => 10n ** BigInt(SCALE - decimals);

/** Exact. */
export const amountOf = (units: bigint, decimals: number) => (units * unitOf(decimals)) as Amount;

/** @throws Error when the chain cannot carry the amount exactly */
export function unitsOf(amount: Amount, decimals: number): bigint {
  if (amount % unitOf(decimals) !== 0n) throw new Error(`more than ${decimals} decimal places`);
  return amount / unitOf(decimals);
}
