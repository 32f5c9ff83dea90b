/** What is posted, as the lines that the journal keeps: one per fact, owner and asset, with a signed amount for each purpose. Pure. */
import {
  type Entry,
  isBalanced,
  isMember,
  type Posting,
  type Purpose,
  purposes,
  type RecordType,
} from '@tern/ledger';
import { type Amount, add, ZERO } from '@tern/money';

export type Line = Record<Purpose, Amount> & LineKey;

interface LineKey {
  /** Of the entry among those posted together, from 1. */
  position: number;
  kind: RecordType;
  owner: number;
  asset: string;
  /** What the line is about where its entry is about many, else 0. */
  subjectId: number;
}

/** One of many things that an entry is about, such as a trade: balances by itself. */
export interface Fact {
  readonly kind: RecordType;
  /** Id of the trade, or of the order. */
  readonly subjectId: number;
  readonly postings: readonly Posting[];
  /** What it is called in the records of single owners: one trade is a buy to one member and a sell to the other. */
  readonly recordTypeOf?: ReadonlyMap<number, RecordType>;
}

/** Facts that stand or fall together, posted as one entry (ADR 11). */
export interface Round {
  readonly kind: RecordType;
  /** (kind, reference) happens once for all time. */
  readonly reference: string;
  readonly facts: readonly Fact[];
}

/** None that moves nothing. */
export function linesOf(entries: readonly Entry[]): Line[] {
  const lines: Line[] = [];
  entries.forEach(({ kind, postings }, index) => {
    const first = lines.length;
    const key = { position: index + 1, kind, subjectId: 0 };
    for (const posting of postings) gather(lines, { first, key }, posting);
    dropEmpty(lines, first);
  });
  return lines;
}

/**
 * Each fact's own lines of members, in the order of the facts, and what all of them together moved in the books of the house.
 * Fails with: an Error that names a fact which does not balance by itself.
 */
export function linesOfRound({ kind, facts }: Pick<Round, 'kind' | 'facts'>): Line[] {
  const lines: Line[] = [];
  const ofHouse: Line[] = [];
  const keyOfHouse = { position: 1, kind, subjectId: 0 };
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
        gather(ofHouse, { first: 0, key: keyOfHouse }, posting);
      }
    }
    dropEmpty(lines, first);
  }
  dropEmpty(ofHouse, 0);
  lines.push(...ofHouse);
  return lines;
}

/** Adds a posting to its line among those from `first` on, which it opens under `key` where there is none. */
function gather(
  lines: Line[],
  { first, key }: { first: number; key: Omit<LineKey, 'owner' | 'asset'> },
  posting: Posting,
): void {
  const line = lineFrom(lines, first, posting) ?? opened(lines, key, posting);
  line[posting.purpose] = add(line[posting.purpose], posting.amount);
}

/** A fact has a handful of lines, the house some per market: looking through them is cheaper than any index over them. */
function lineFrom(lines: readonly Line[], first: number, { owner, asset }: Posting) {
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line.owner === owner && line.asset === asset) return line;
  }
  return undefined;
}

/** Written out field by field: a spread here took a twentieth of the server's time. */
function opened(
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
