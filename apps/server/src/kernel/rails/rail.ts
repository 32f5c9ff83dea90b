/** The port to chains: deposit addresses and outgoing transfers. Paper by default; real rails are configured. */
import type { Amount } from '@tern/money';
import type { ReserveChain } from '@tern/proofs/reserves';

export interface TransferOut {
  /** Such as "withdrawal:20001": a rail sends each reference once, however often `send` is called. */
  reference: string;
  asset: string;
  network: string;
  address: string;
  memo: string;
  /** The amount that arrives. */
  amount: Amount;
}

/** `refused`: certainly not sent, now or later; the reason is shown to the member (`kernel/i18n/reasons.ts`). */
export type TransferEnd = { kind: 'completed'; txid: string } | { kind: 'refused'; reason: string };

/**
 * `pending`: in flight, retry later; `isUnverified`: according to our own records, because the chain did not answer. A
 * thrown error means unknown: it may have been sent, so it is retried and no money is returned.
 */
export type TransferOutcome = TransferEnd | { kind: 'pending'; txid: string; isUnverified?: true };

/** Nothing was signed: the wallet has too few coins, for the payment or for its gas. The transfer waits for them. */
export class WalletShort extends Error {
  override readonly name = 'WalletShort';
}

/** Nothing was signed: the signer's own cap of 24 hours leaves no room. The transfer waits for it. */
export class SignerCapped extends Error {
  override readonly name = 'SignerCapped';
}

/** A transfer to one of our addresses, with all its confirmations. */
export interface DepositSeen {
  network: string;
  asset: string;
  address: string;
  amount: Amount;
  /** Network, transaction and position in it: stable, however often the transfer is reported. */
  reference: string;
  txid: string;
  /** The block that contains it. Absent: the rail has no blocks. */
  height?: number;
}

/** What a chain took for a transaction that one of the exchange's wallets sent, in a block with all its confirmations. */
export interface NetworkFeeSeen {
  network: string;
  /** The chain's own coin. */
  asset: string;
  wallet: string;
  /** In lower case. */
  txid: string;
  amount: Amount;
  height: number;
}

/** What a rail reports of its chain; each report is repeated until it has resolved once. */
export interface RailReports {
  deposit(seen: DepositSeen): Promise<void>;
  fee(seen: NetworkFeeSeen): Promise<void>;
}

/** How far a rail has read its chain. */
export interface RailState {
  readonly network: string;
  /** The newest block that was read with all its confirmations; null before the first. */
  readonly height: number | null;
  /** When, epoch ms. */
  readonly readAt: number;
  /** Blocks that a transfer needs on top. */
  readonly confirmations: number;
  /** Why nothing is signed now. */
  readonly blocked: string | undefined;
}

/** The wallet that a rail pays from, now. */
export interface PayingWallet {
  readonly network: string;
  readonly address: string;
  /** The chain's own coin, which pays fees. */
  readonly gas: Amount;
  /** Its asset; undefined where the exchange has none for it. */
  readonly gasCoin: string | undefined;
  readonly held: readonly {
    readonly asset: string;
    readonly amount: Amount;
    /** So many transfers of it can pay their fees, at the present price of gas; undefined where they cost nothing. */
    readonly sends: number | undefined;
    /** What the signer counted within 24 hours, and its own cap. Undefined: it has none that it says. */
    readonly signer: { readonly out: Amount; readonly cap: Amount } | undefined;
  }[];
}

/** What all wallets of a chain have at a block. */
export interface WalletCount {
  readonly network: string;
  readonly height: number;
  /** Its hash. */
  readonly block: string;
  /** `hot`: in the paying wallets, which is a part of what is held. */
  readonly assets: readonly {
    readonly asset: string;
    readonly hot: Amount;
    readonly held: Amount;
  }[];
}

/** The text that a wallet signs for a block of its chain. Shape: hash and address in lower case. */
export type ChallengeOf = (bound: {
  readonly chainId: number;
  readonly block: string;
  readonly address: string;
}) => string;

export interface Rail {
  /** "paper", "evm", "tron" */
  readonly name: string;
  /** Absent: it moves paper money. */
  readonly movesRealMoney?: boolean;
  serves(asset: string, network: string): boolean;
  /** The member's own deposit address, the same at every call. */
  depositAddress(owner: { memberId: number; asset: string; network: string }): Promise<string>;
  /** Whether it is the contract of a token that this rail moves. Absent: it moves none. */
  isContract?(address: string): boolean;
  /** The address for treasury money. Absent: it has no chain. */
  treasuryAddress?(): Promise<string>;
  /**
   * Starts a transfer, or returns the state of the one with this reference. A rail for real money writes the transfer to
   * `rail_transfers` before it sends anything, so that an abandoned transfer never starts (`abandon-transfer.ts`).
   */
  send(transfer: TransferOut): Promise<TransferOutcome>;
  /**
   * How a transfer ended, read-only: nothing is started or sent. Undefined: not ended, as far as is known. Absent: this
   * rail has no chain to read.
   * @throws Error when the chain cannot be read now
   */
  look?(reference: string): Promise<TransferEnd | undefined>;
  /** Absent: it pays from no wallet. @throws Error when the chain cannot be read now */
  wallet?(): Promise<PayingWallet>;
  /**
   * Counts the exchange's wallets and these addresses of deposits at the newest block before a time, as both nodes report it. Undefined: it
   * is not read yet, a transfer in it has not ended, or the nodes differ. Absent: it has no chain.
   * @throws Error when the chain cannot be read, or the node no longer knows what was at the block
   */
  count?(given: {
    /** Epoch milliseconds. */
    readonly until: number;
    readonly addresses: readonly string[];
  }): Promise<WalletCount | undefined>;
  /** By asset: as much at one address of deposits is moved to the paying wallet. Absent: nothing is. */
  readonly sweepsAbove?: ReadonlyMap<string, Amount>;
  /** No sweep starts while more fees of this coin are not booked than this: members' coins would pay them. Absent: its fees are no entries. */
  readonly sweepFeesMax?: { readonly asset: string; readonly amount: Amount };
  /**
   * Follows the moves under way, and starts those of these addresses; what is there is asked of the chain. May be repeated, also by
   * several instances: the same is never moved twice.
   * @throws Error when the chain cannot be read
   */
  sweep?(
    held: readonly {
      readonly address: string;
      readonly asset: string;
      /** What waits there as far as is known. */
      readonly amount: Amount;
    }[],
  ): Promise<void>;
  /** Absent: it has no chain. */
  state?(): Promise<RailState>;
  /**
   * What the paying wallet has in the newest block with all its confirmations, proven (ADR 107). Absent: it has no chain.
   * @throws Error when the chain cannot be read or the wallet does not sign
   */
  proveReserves?(challengeOf: ChallengeOf): Promise<ReserveChain>;
  /** Starts reporting deposits and network fees. Absent: nothing is reported. */
  watch?(reports: RailReports): void;
  stop?(): Promise<void>;
}

export interface Rails {
  /** Whether any rail serves the network. */
  carry(asset: string, network: string): boolean;
  /** In paper mode one always does. @throws Error when no rail serves the network */
  of(asset: string, network: string): Rail;
  /** Whether deposits are reported automatically. */
  watch(asset: string, network: string): boolean;
  movesRealMoney(asset: string, network: string): boolean;
  readonly all: readonly Rail[];
}

/** The first rail that serves a network carries it. */
export function createRails(all: readonly Rail[]): Rails {
  const find = (asset: string, network: string) => all.find((rail) => rail.serves(asset, network));
  return {
    all,
    carry: (asset, network) => find(asset, network) !== undefined,
    watch: (asset, network) => find(asset, network)?.watch !== undefined,
    movesRealMoney: (asset, network) => find(asset, network)?.movesRealMoney === true,
    of(asset, network) {
      const rail = find(asset, network);
      if (rail === undefined) throw new Error(`no rail carries ${asset} over ${network}`);
      return rail;
    },
  };
}
