/** The configuration of an EVM rail: chain, assets, and keys, which are read from files and never in the database. */
import type { Amount } from '@tern/money';

export interface EvmToken {
  /** The token's contract. */
  address: string;
  /** Decimal places of the contract's units, 0 to 18. */
  decimals: number;
}

export interface SweepSettings {
  /** By asset: as much at one address is moved to the paying wallet. */
  above: ReadonlyMap<string, Amount>;
  /** The most that is offered for a unit of gas: above it, sweeps wait. */
  maxFeeGwei: number;
  /** The keys of addresses of deposits. Absent: the signer of payouts has them, or the seed file. */
  keyFile: string | undefined;
}

export interface EvmSettings {
  rpcUrl: string;
  /** A second node: what moves money counts when both report the same. Absent: the first alone is believed. */
  checkUrl: string | undefined;
  /** Every transaction is signed for it, and the node must be on it. */
  chainId: number;
  /** The code of our network: "ERC20". */
  network: string;
  /** The asset that is the chain's own coin: "ETH". Absent: only tokens move. */
  native: string | undefined;
  /** By asset. */
  tokens: ReadonlyMap<string, EvmToken>;
  /** Contains an extended public key, which is enough for deposits, or a recovery phrase. */
  seedFile: string;
  /** Signs payouts: a key in a file, or a program of the operator that answers `eth_signTransaction`. */
  signer: { keyFile: string } | { url: string; address: string };
  /** The operator's own wallets: their transfers to deposit addresses, such as gas, are no deposits. */
  treasury: readonly string[];
  /** Absent: what is at addresses of deposits stays there. */
  sweep: SweepSettings | undefined;
  /** The most that is offered for a unit of gas: above it, transfers wait. */
  maxFeeGwei: number;
  /** After so long without a block, a transfer is signed again with higher fees. */
  replaceAfterMs: number;
  /** Time between two reads of the chain. */
  pollMs: number;
}
