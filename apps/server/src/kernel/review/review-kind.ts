/** A kind of review, as its feature registers it: facts, checks, evidence, and the effects of approval and rejection. */
import { createHash } from 'node:crypto';
import { type Amount, type Decimal, formatDecimal } from '@tern/money';
import type { OwnReason } from '../i18n/reasons.ts';
import type { MessageKey } from '../i18n/texts.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';

/** Exact amounts, times as ISO text. Nothing that changes without a decision, such as a balance. */
export type Facts = { readonly [name: string]: string | number | boolean | null | Decimal };

/** JSON with its keys in order, amounts as decimal text. Source: RFC 8785 for flat objects of these values. */
export function canonicalFacts(facts: Facts): string {
  const fields = Object.entries(facts).sort(([left], [right]) => (left < right ? -1 : 1));
  const texts = fields.map(([name, value]) => {
    const plain = typeof value === 'bigint' ? formatDecimal(value) : value;
    return `${JSON.stringify(name)}:${JSON.stringify(plain)}`;
  });
  return `{${texts.join(',')}}`;
}

/** SHA-256 in hex of kind, subject and canonical facts: exactly this is approved. */
export function factsHash(about: { kind: string; subjectId: number }, canonical: string): string {
  return createHash('sha256')
    .update(`${about.kind}\n${about.subjectId}\n${canonical}`)
    .digest('hex');
}

/** One automatic check. A failed `warning` must be acknowledged; a failed `stop` prevents approval. */
export interface ReviewCheck {
  /** A stable name such as "image-not-used-before"; the console has its texts. */
  name: string;
  isPassed: boolean;
  level: 'warning' | 'stop';
  /** In English, for operators only. */
  detail?: string;
}

/** A row of the comparison table: the value of one fact in each source; `null` where a source has none. */
export interface ComparisonRow {
  label: string;
  /** In the order of `columns`. */
  values: readonly (string | null)[];
  /** Whether the values agree; null where there is nothing to compare. */
  isEqual: boolean | null;
}

export const comparisonRow = (
  label: string,
  values: ComparisonRow['values'],
  isEqual: ComparisonRow['isEqual'] = null,
): ComparisonRow => ({ label, values, isEqual });

export interface ReviewImage {
  /** The feature's name for the image. */
  id: string;
  label: string;
  bytes: number;
  sha256: string;
}

/** Shown on request only. */
export interface FullNumber {
  /** In English. */
  label: string;
  number: string;
}

/** An operator looks at an image of the evidence. */
export interface ImageView {
  /** As in `ReviewImage`. */
  id: string;
  operatorId: number;
  /** Epoch ms. */
  at: number;
}

export interface ReviewEvidence {
  /** "TRC20 · credited on approval" */
  summary: string;
  columns: readonly string[];
  rows: readonly ComparisonRow[];
  images: readonly ReviewImage[];
}

/** A signed change of a member's balance. */
export interface BalanceChange {
  asset: string;
  amount: Amount;
  /** Absent: the available balance. `total`: the whole balance, when a held amount leaves. */
  of?: 'available' | 'total';
}

/** A decision being carried out, and who made it. */
export interface Decision {
  reviewId: number;
  subjectId: number;
  memberId: number | null;
  /** The operator who decides now. */
  operatorId: number;
  /** The operator who approved first, where two must. */
  firstOperatorId: number | null;
  /** What the member reads of a rejection or hold: the key of its text. Empty for an approval. */
  message: string;
  /** Epoch ms. */
  at: number;
}

/** The two texts of a proposal. */
export interface ProposalTexts {
  reason: string;
  /** The key of what the member reads; absent where there is no member. */
  message?: MessageKey | OwnReason;
}

export interface ReviewKind {
  /** Such as "deposit"; also in the API. */
  readonly kind: string;
  /** The letter of record numbers, or two: `D` for D-20418. */
  readonly letter: string;
  /** Kinds that move money need two approvals. */
  readonly movesMoney: boolean;
  readonly approvals: 1 | 2;
  /** Proposed by operators: the feature itself notifies the member when a proposal is carried out. */
  readonly isProposal?: boolean;
  /** Decided in read-only mode too: it informs members, or says who operates, and moves nothing (docs/features/backoffice/operations.md). */
  readonly isDecidedInReadOnly?: boolean;
  /**
   * The current facts. The review is locked while it is decided; lock the subject as well if anything other than its
   * review may change it.
   * @throws Error when there is no such subject
   */
  facts(reader: Reader, subjectId: number): Promise<Facts>;
  /** Also run when the review is decided. */
  checks(reader: Reader, subjectId: number, at: number): Promise<readonly ReviewCheck[]>;
  evidence(reader: Reader, subjectId: number): Promise<ReviewEvidence>;
  /** What approval changes in the member's balance; absent or undefined for nothing. */
  change?(reader: Reader, subjectId: number): Promise<BalanceChange | undefined>;
  /** What `evidence` shows the ends of, in full, beside the numbers among the facts. The caller logs the view. */
  numbers?(reader: Reader, subjectId: number): Promise<readonly FullNumber[]>;
  /** Absent for kinds without images. The caller logs the view. */
  image?(
    reader: Reader,
    subjectId: number,
    view: ImageView,
  ): Promise<{ contentType: string; bytes: Uint8Array } | undefined>;
  /** Of an operator's proposal: the reason for operators, and what the member reads with the approval. Absent for members' requests. */
  texts?(reader: Reader, subjectId: number): Promise<ProposalTexts>;
  /** The amount that approval moves, for the member's notice, where it may differ from the requested amount. */
  moved?(reader: Reader, subjectId: number): Promise<Amount | null>;
  /**
   * Carries it out in the transaction of the decision, with the member's events. When the terms of the subject return
   * everything instead, returns the reason, of which the member is notified.
   * @throws a `Refusal`, which leaves the review open
   */
  approve(tx: Tx, decision: Decision): Promise<OwnReason | undefined | void>;
  /** Returns what the subject holds and publishes the message to the member. */
  reject(tx: Tx, decision: Decision): Promise<void>;
  /** Publishes to the member that it is on hold, until when and why. */
  held?(tx: Tx, decision: Decision & { until: number }): Promise<void>;
  /**
   * The newest hundred subjects with this part of an address, transaction, bank reference or payer; absent: has none of these.
   * `words`: lower case.
   */
  find?(reader: Reader, words: string): Promise<number[]>;
  /** After the commit of an approval or rejection: wakes the next step early. May be lost. */
  decided?(subjectId: number): void;
}

/** Facts, checks and evidence of a subject that has been read. */
export interface SubjectReview<Subject> {
  facts(subject: Subject, reader: Reader): Facts | Promise<Facts>;
  checks(subject: Subject, reader: Reader, at: number): Promise<readonly ReviewCheck[]>;
  evidence(subject: Subject, reader: Reader): ReviewEvidence | Promise<ReviewEvidence>;
  change?(subject: Subject): BalanceChange | undefined;
}

/** The same, for a kind whose subjects are read with `read`. */
export function subjectReview<Subject>(
  read: (reader: Reader, id: number) => Promise<Subject>,
  { facts, checks, evidence, change }: SubjectReview<Subject>,
): Pick<ReviewKind, 'facts' | 'checks' | 'evidence' | 'change'> {
  return {
    ...(change === undefined
      ? {}
      : { change: async (reader, id) => change(await read(reader, id)) }),
    facts: async (reader, id) => facts(await read(reader, id), reader),
    checks: async (reader, id, at) => checks(await read(reader, id), reader, at),
    evidence: async (reader, id) => evidence(await read(reader, id), reader),
  };
}
