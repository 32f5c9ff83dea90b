/** What a feature tells about the decisions it needs: facts, checks, evidence, and what approval or rejection does. */
import type { Amount } from '@tern/money';
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { Facts } from './canonical-facts.ts';

/** One automatic check. `warning`: may be approved once acknowledged. `stop`: may not be approved. */
export interface ReviewCheck {
  /** "image-not-used-before": stable, the console has its words. */
  name: string;
  isPassed: boolean;
  level: 'warning' | 'stop';
  /** In English, for operators only. */
  detail?: string;
}

/** A row of the comparison table: what each source says of one fact. `null`: says nothing. */
export interface ComparisonRow {
  label: string;
  /** In the order of `columns`. */
  values: readonly (string | null)[];
  /** Whether what is said agrees; null where there is nothing to compare. */
  isEqual: boolean | null;
}

export interface ReviewImage {
  /** The feature's own name of it. */
  id: string;
  label: string;
  bytes: number;
  sha256: string;
}

export interface ReviewEvidence {
  /** "TRC20 · credited on approval" */
  summary: string;
  columns: readonly string[];
  rows: readonly ComparisonRow[];
  images: readonly ReviewImage[];
  /** What approval does to the member's balance, signed; absent: nothing. */
  change?: {
    asset: string;
    amount: Amount;
    /** Absent: what is available. `total`: all that is owned, where what is set aside leaves. */
    of?: 'available' | 'total';
  };
}

/** A decision being carried out, with the people who made it. */
export interface Decision {
  reviewId: number;
  subjectId: number;
  memberId: number | null;
  /** Who decides now. */
  operatorId: number;
  /** Who approved first, where two must. */
  firstOperatorId: number | null;
  /** The reason of a rejection, which the member reads; the note of an approval, which stays inside. */
  reason: string;
  /** Epoch ms. */
  at: number;
}

export interface ReviewKind {
  /** "deposit": also the word on the wire. */
  readonly kind: string;
  /** Begins record numbers: `D` for D-20418. */
  readonly letter: string;
  /** Whatever moves money needs two people. */
  readonly movesMoney: boolean;
  readonly approvals: 1 | 2;
  /** Put up by operators: its owner tells the member what was carried out, and nothing of what was not. */
  readonly isProposal?: boolean;
  /**
   * The facts as they stand now. The review is locked while it is decided; lock the subject as well where
   * something other than its review may change it. Fails with: a thrown error when there is no such subject.
   */
  facts(reader: Reader, subjectId: number): Promise<Facts>;
  /** Looked at again when it is decided. */
  checks(reader: Reader, subjectId: number, at: number): Promise<readonly ReviewCheck[]>;
  evidence(reader: Reader, subjectId: number): Promise<ReviewEvidence>;
  /** Absent where there are no images. The caller logs the view. */
  image?(
    reader: Reader,
    subjectId: number,
    imageId: string,
  ): Promise<{ contentType: string; bytes: Uint8Array } | undefined>;
  /** Why operators put it up: the member reads it with the approval. Absent where the member asked for it. */
  reason?(reader: Reader, subjectId: number): Promise<string>;
  /** What approval moves, where it may differ from what was asked for: the member is told of it. */
  moved?(reader: Reader, subjectId: number): Promise<Amount | null>;
  /**
   * Carries it out in the transaction of the decision. Tells the member
   * through the outbox. Gives the reason where the terms of the subject return everything instead, which the member
   * is told in place of the approval. Fails with: a `Refusal`, which leaves the review open.
   */
  approve(tx: Tx, decision: Decision): Promise<string | undefined | void>;
  /** Returns at once whatever the subject holds, and tells the member why. */
  reject(tx: Tx, decision: Decision): Promise<void>;
  /** Tells the member that it waits, until when and why. */
  held?(tx: Tx, decision: Decision & { until: number }): Promise<void>;
  /** After the commit of an approval or rejection: wakes whatever goes on from there. Never relied upon. */
  decided?(subjectId: number): void;
}
