/** The statements that the exchange signs: chain heads, contract receipts, seed commitments. Each is one line of text. */

/** The head of a symbol's chain: its newest link at a given time. */
export interface ChainHead {
  readonly symbol: string;
  readonly seq: number;
  /** The chain's hash after tick `seq`. */
  readonly hash: string;
  /** When it was signed, epoch milliseconds. */
  readonly at: number;
}

/** Shape: `tern chain head 1|symbol|seq|hash|at`. */
export function headText({ symbol, seq, hash, at }: ChainHead): string {
  return `tern chain head 1|${symbol}|${seq}|${hash}|${at}`;
}

/** Issued to the member when a contract is accepted: neither the contract nor its time can be changed afterwards. */
export interface ContractReceipt {
  readonly id: string;
  readonly symbol: string;
  readonly direction: 'up' | 'down';
  /** Exact decimal. */
  readonly stake: string;
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
  readonly termsHash: string;
}

/** Shape: `tern contract receipt 1|id|symbol|direction|stake|acceptedAt|termsHash`. */
export function receiptText(receipt: ContractReceipt): string {
  const { id, symbol, direction, stake, acceptedAt, termsHash } = receipt;
  return `tern contract receipt 1|${id}|${symbol}|${direction}|${stake}|${acceptedAt}|${termsHash}`;
}

/** Commits the exchange to the seed of a day's simulated prices before the day begins. */
export interface SeedCommitment {
  /** A UTC day: "2026-11-21". */
  readonly day: string;
  /** SHA-256 of `seedText`. */
  readonly commitment: string;
  /** When it was published, epoch milliseconds. */
  readonly publishedAt: number;
}

/** Shape: `tern market seed 1|day|commitment|publishedAt`. */
export function commitmentText({ day, commitment, publishedAt }: SeedCommitment): string {
  return `tern market seed 1|${day}|${commitment}|${publishedAt}`;
}

/** The text whose hash is the commitment to a day's seed. Shape: `tern market day 1|day|seed`. */
export function seedText(day: string, seed: string): string {
  return `tern market day 1|${day}|${seed}`;
}
