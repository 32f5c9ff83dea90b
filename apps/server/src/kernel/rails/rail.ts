/** The port to chains: addresses that take deposits, and transfers out. Paper by default; real ones are configured. */
import type { Amount } from '@tern/money';

export interface TransferOut {
  /** "withdrawal:20001": a rail sends once per reference, however often it is asked. */
  reference: string;
  asset: string;
  network: string;
  address: string;
  memo: string;
  /** What arrives. */
  amount: Amount;
}

/** `refused`: certainly not sent and never will be, with the reason that a member may read (`kernel/i18n/reasons.ts`). */
export type TransferEnd = { kind: 'completed'; txid: string } | { kind: 'refused'; reason: string };

/**
 * `pending`: on its way, ask again; `isUnheard`: by what is known here, for there was nobody to ask. Anything thrown
 * means unknown: it may have been sent, so it is asked again and nothing is returned.
 */
export type TransferOutcome = TransferEnd | { kind: 'pending'; txid: string; isUnheard?: true };

/** A transfer to an address of ours that has all its confirmations and cannot be undone. */
export interface DepositSeen {
  network: string;
  asset: string;
  address: string;
  amount: Amount;
  /** Network, transaction and place in it: the same transfer has the same one, however often it is reported. */
  reference: string;
  txid: string;
}

export interface Rail {
  /** "paper", "evm" */
  readonly name: string;
  /** Absent: nothing of worth moves. */
  readonly movesRealMoney?: boolean;
  serves(asset: string, network: string): boolean;
  /** The member's own deposit address: the same whenever it is asked for. */
  depositAddress(owner: { memberId: number; asset: string; network: string }): Promise<string>;
  /**
   * Begins a transfer, or tells how the one of this reference stands. What moves real money writes the transfer into
   * `rail_transfers` before anything leaves: what was given up there never begins (`given-up.ts`).
   */
  send(transfer: TransferOut): Promise<TransferOutcome>;
  /**
   * How a transfer ended, by looking alone: nothing is begun, nothing sent. Undefined: it has not, as far as anybody can
   * tell. Absent: this rail has nothing to look at. Fails with: a thrown error when it cannot be looked at now.
   */
  look?(reference: string): Promise<TransferEnd | undefined>;
  /** Begins to report deposits; each is reported until `receive` has resolved once. Absent: none ever come by themselves. */
  watch?(receive: (deposit: DepositSeen) => Promise<void>): void;
  stop?(): Promise<void>;
}

export interface Rails {
  /** Whether any rail does. */
  carry(asset: string, network: string): boolean;
  /** Fails with: a thrown error when no rail serves the network: one always does in paper mode. */
  of(asset: string, network: string): Rail;
  /** Whether what arrives there is reported by itself. */
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
