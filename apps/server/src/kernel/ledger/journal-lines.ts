/** Turns entries into the lines of the journal: one per fact, owner and asset, with a signed amount per purpose. Pure. */
import {
  type Entry,
  isBalanced,
  isMember,
  type Posting,
  type Purpose,
  purposes,
  type RecordType,
  subAccount,
} from '@tern/ledger';
import { type Amount, add, ZERO } from '@tern/money';

export type Line = Record<Purpose, Amount> & LineKey;

interface LineKey {
  /** Position of the entry in its batch, from 1. */
  position: number;
  kind: RecordType;
  owner: number;
  asset: string;
  /** The id of the fact, in an entry about many; otherwise 0. */
  subjectId: number;
}

/** One of the facts of an entry, such as a trade. Its postings balance. */
export interface Fact {
  readonly kind: RecordType;
  /** Id of the trade, or of the order. */
  readonly subjectId: number;
  readonly postings: readonly Posting[];
  /** The record type by owner: a trade is a buy for one member and a sell for the other. */
  readonly recordTypeOf?: ReadonlyMap<number, RecordType>;
}

/** Facts that are posted together as one entry (ADR 11). */
export interface Round {
  readonly kind: RecordType;
  /** Each (kind, reference) is posted once. */
  readonly reference: string;
  readonly facts: readonly Fact[];
  /** The number of the exchange's sub-accounts to which it posts; absent: 0. */
  readonly subAccount?: number;
}

/** Without lines that move nothing. */
export function linesOf(entries: readonly Entry[]): Line[] {
  const lines: Line[] = [];
  entries.forEach(({ kind, postings, recordTypeOf }, index) => {
    const first = lines.length;
    const key = { position: index + 1, kind, subjectId: 0 };
    for (const posting of postings) {
      const own = recordTypeOf?.get(posting.owner);
      gather(lines, { first, key: own === undefined ? key : { ...key, kind: own } }, posting);
    }
    dropEmpty(lines, first);
  });
  return lines;
}

/**
 * The lines of members, fact by fact, then the sums of all facts per exchange account, in its sub-account.
 * @throws Error that names a fact which does not balance
 */
export function linesOfRound({
  kind,
  facts,
  subAccount: number = 0,
}: Omit<Round, 'reference'>): Line[] {
  const lines: Line[] = [];
  const ofExchange: Line[] = [];
  const keyOfExchange = { position: 1, kind, subjectId: 0 };
  for (const fact of facts) {
    if (!isBalanced(fact)) {
      throw new Error(`${fact.kind} of ${fact.subjectId} does not balance`);
    }
    const first = lines.length;
    for (const posting of fact.postings) {
      if (isMember(posting.owner)) {
        const kindOfOwner = fact.recordTypeOf?.get(posting.owner) ?? fact.kind;
        const key = { position: 1, kind: kindOfOwner, subjectId: fact.subjectId };
        gather(lines, { first, key }, posting);
      } else {
        gather(ofExchange, { first: 0, key: keyOfExchange }, posting);
      }
    }
    dropEmpty(lines, first);
  }
  dropEmpty(ofExchange, 0);
  for (const line of ofExchange) line.owner = subAccount(line.owner, number);
  lines.push(...ofExchange);
  return lines;
}

/** Adds a posting to its line, searched from `first` on, or to a new line with `key`. */
function gather(
  lines: Line[],
  { first, key }: { first: number; key: Omit<LineKey, 'owner' | 'asset'> },
  posting: Posting,
): void {
  const line = lineFrom(lines, first, posting) ?? openLine(lines, key, posting);
  line[posting.purpose] = add(line[posting.purpose], posting.amount);
}

/** A linear search: a fact has a few lines and the exchange a few per market, so an index would cost more. */
function lineFrom(lines: readonly Line[], first: number, { owner, asset }: Posting) {
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line.owner === owner && line.asset === asset) return line;
  }
  return undefined;
}

/** Written field by field: a spread here took a twentieth of the server's time. */
function openLine(
  lines: Line[],
  { position, kind, subjectId }: Omit<LineKey, 'owner' | 'asset'>,
  { owner, asset }: Posting,
): Line {
  const line = {
    position,
    kind,
    owner,
    asset,
    subjectId,
    available: ZERO,
    held: ZERO,
    locked: ZERO,
    staked: ZERO,
    financed: ZERO,
    loan: ZERO,
  };
  lines.push(line);
  return line;
}

function dropEmpty(lines: Line[], first: number): void {
  let kept = first;
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (purposes.some((purpose) => line[purpose] !== ZERO)) lines[kept++] = line;
  }
  lines.length = kept;
}
