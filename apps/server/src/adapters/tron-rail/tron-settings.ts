/** The configuration of the TRON rail: nodes, assets, and keys, which are read from files and never in the database. */

export interface TronToken {
  /** The token's contract, in base58check: "TR7N…". */
  address: string;
  /** Decimal places of the contract's units, 0 to 18. */
  decimals: number;
}

export interface TronSettings {
  /** The HTTP API of a full node, with `/wallet` and `/walletsolidity`. */
  nodeUrl: string;
  /** A second node: what moves money counts when both report the same, and nothing that expired is signed again without it. */
  checkUrl: string | undefined;
  /** The last four bytes of the first block's id: 728126428 is the main network. */
  chainId: number;
  /** The code of our network: "TRC20". */
  network: string;
  /** The asset that is the chain's own coin: "TRX". Absent: only tokens move. */
  native: string | undefined;
  /** By asset. */
  tokens: ReadonlyMap<string, TronToken>;
  /** Contains an extended public key, which is enough for deposits, or a recovery phrase. */
  seedFile: string;
  /** Contains the private key of the paying wallet. */
  keyFile: string;
  /** The operator's own wallets: their transfers to deposit addresses, such as fees, are no deposits. */
  treasury: readonly string[];
  /** The most that a transfer may burn for energy, in the chain's smallest units (sun). */
  maxFee: number;
  /** A transaction that no block took for so long expires. */
  expireAfterMs: number;
  /** Time between two reads of the chain. */
  pollMs: number;
}

/** Of TRX: a coin has a million sun. */
export const TRX_DECIMALS = 6;
