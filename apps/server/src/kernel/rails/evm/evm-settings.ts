/** What the operator configures of an EVM rail: the chain, what moves on it, and where keys lie outside of the database. */

export interface EvmToken {
  /** Of its contract. */
  address: string;
  /** Decimal places of the contract's units, 0 to 18. */
  decimals: number;
}

export interface EvmSettings {
  rpcUrl: string;
  /** What the node must say it is, and what every transaction is signed for. */
  chainId: number;
  /** The code of our network: "ERC20". */
  network: string;
  /** The asset that is the chain's own coin: "ETH". Absent: only tokens move. */
  native: string | undefined;
  /** By asset. */
  tokens: ReadonlyMap<string, EvmToken>;
  /** Holds a recovery phrase, or better an extended public key: deposits need no more. */
  seedFile: string;
  /** What signs payouts: a key in a file, or a program of the operator's that answers `eth_signTransaction`. */
  signer: { keyFile: string } | { url: string; address: string };
  /** The operator's own wallets: what they send to a deposit address, such as gas, is no deposit. */
  treasury: readonly string[];
  /** Above this price of gas nothing is signed; it waits. */
  maxFeeGwei: number;
  /** Between two looks at the chain. */
  pollMs: number;
}
