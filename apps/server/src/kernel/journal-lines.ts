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

/** Facts that stand or fall together, posted as one entry (ADR 0044). */
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
    for (const posting of postings) {
      const key = { position: index + 1, kind, subjectId: 0 };
      addTo(lineFrom(lines, first, posting) ?? opened(lines, key, posting), posting);
    }
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
  for (const fact of facts) {
    if (!isBalanced(fact)) {
      throw new Error(`${fact.kind} of ${fact.subjectId} does not balance`);
    }
    const first = lines.length;
    for (const posting of fact.postings) {
      if (isMember(posting.owner)) {
        const kindOfOwner = fact.recordTypeOf?.get(posting.owner) ?? fact.kind;
        const key = { position: 1, kind: kindOfOwner, subjectId: fact.subjectId };
        addTo(lineFrom(lines, first, posting) ?? opened(lines, key, posting), posting);
      } else {
        const key = { position: 1, kind, subjectId: 0 };
        addTo(lineFrom(ofHouse, 0, posting) ?? opened(ofHouse, key, posting), posting);
      }
    }
    dropEmpty(lines, first);
  }
  dropEmpty(ofHouse, 0);
  lines.push(...ofHouse);
  return lines;
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

function addTo(line: Line, { purpose, amount }: Posting): void {
  line[purpose] = add(line[purpose], amount);
}

function dropEmpty(lines: Line[], first: number): void {
  let kept = first;
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (purposes.some((purpose) => line[purpose] !== ZERO)) lines[kept++] = line;
  }
  lines.length = kept;
}
