/** Proposes a changed bound, fee or switch of a network or currency, for approval by another operator (ADR 25). */
import type { MessageCode } from '@tern/protocol/operator';
import { type Amount, parseDecimal } from '@tern/money';
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { readMessage, readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import type { Settings } from '../../../../kernel/settings/settings.ts';
import {
  amountFields,
  faultAlong,
  fieldsOf,
  switchFields,
  type Terms,
  type TermsChange,
  type TermsField,
} from '../../../../kernel/terms/terms.ts';
import type {
  TermsRegistry,
  TermsSource,
  TermsSubject,
} from '../../../../kernel/terms/terms-registry.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import { noticeMs } from '../proposals/setting-versions.ts';
import { insertVersion } from '../store-proposals.ts';
import { announcedSteps, termsBefore, type TimedStep, withStep } from './announced-terms.ts';
import { documentOf, partOf } from './change-document.ts';

export const TERMS = 'terms';

export interface TermsDeps {
  database: Database;
  clock: Clock;
  settings: Settings;
  reviews: Reviews;
  terms: TermsRegistry;
  assets: AssetRegistry;
}

export type TermsInput = Partial<Record<(typeof amountFields)[number], string | number>> &
  Partial<Record<(typeof switchFields)[number], boolean>>;

export interface TermsProposal {
  key: string;
  /** Changed fields only. */
  fields: TermsInput;
  /** Epoch ms. */
  effectiveAt: number;
  /** What members read; absent: the usual message. */
  message?: MessageCode | undefined;
  reason: string;
}

/**
 * Returns the id of the review that awaits a second operator.
 * @throws invalid-request naming the field (also for too short a notice, and for a change that changes nothing or is
 * impossible together with announced ones), not-found for an unknown network or currency
 */
export async function proposeTerms(
  deps: TermsDeps,
  actor: Reviewer,
  proposal: TermsProposal,
): Promise<number> {
  const { key, effectiveAt } = proposal;
  const source = deps.terms.source(key);
  if (source === undefined) throw new Refusal('not-found', { fields: ['key'] });
  const reason = readReason(proposal.reason);
  const message = readMessage('terms', proposal.message);
  const change = readChange(source, proposal.fields);
  const reviewId = await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const subject = await lockedSubject(tx, deps.terms, key);
    if (effectiveAt < at + noticeMs(deps))
      throw new Refusal('invalid-request', { fields: ['effectiveAt'] });
    // Comes after changes already announced for the same time.
    const step = { id: Number.MAX_SAFE_INTEGER, effectiveAt, change };
    await assertPossible(tx, deps, { subject, step });
    const { operatorId } = actor;
    const value = documentOf(change);
    const announced = { key, value, message, reason, effectiveAt, proposedBy: operatorId };
    const { id } = await insertVersion(tx, { ...announced, createdAt: at });
    const replaced = documentOf(partOf(subject.terms, fieldsOf(change)));
    const detail = { key, value, replaced, effectiveAt: isoTime(effectiveAt) };
    const entry = {
      actor,
      action: 'terms.propose' as const,
      subject: `terms:${id}`,
      reason,
      detail,
    };
    await logAct(tx, entry, at);
    const { asset } = subject;
    const about = { kind: TERMS, subjectId: id, memberId: null, asset };
    return deps.reviews.open(tx, { ...about, proposal: { operatorId, note: reason } });
  });
  deps.reviews.announce();
  return reviewId;
}

/** @throws not-found */
export async function lockedSubject(
  tx: Tx,
  terms: TermsRegistry,
  key: string,
): Promise<TermsSubject & { source: TermsSource }> {
  const source = terms.source(key);
  const subject = await source?.lock(tx, key);
  if (source === undefined || subject === undefined)
    throw new Refusal('not-found', { fields: ['key'] });
  return { ...subject, source };
}

/** @throws invalid-request naming the field */
function readChange(source: TermsSource, fields: TermsInput): TermsChange {
  const change: TermsChange = {};
  for (const field of amountFields) {
    const given = fields[field];
    if (given === undefined) continue;
    const value = parseDecimal<Amount>(String(given));
    const isKnown = value !== undefined && !source.without.includes(field);
    if (!isKnown) throw new Refusal('invalid-request', { fields: [field] });
    change[field] = value;
  }
  for (const field of switchFields) {
    const given = fields[field];
    if (given !== undefined) change[field] = given;
  }
  return change;
}

/** @throws invalid-request naming the impossible field, or `key` when nothing would change */
async function assertPossible(
  tx: Tx,
  { assets }: TermsDeps,
  { subject, step }: { subject: TermsSubject; step: TimedStep },
): Promise<void> {
  const steps = await announcedSteps(tx, subject.key);
  const before = termsBefore(subject.terms, steps, step);
  if (isSame(before, step.change)) throw new Refusal('invalid-request', { fields: ['key'] });
  const { scale } = assets.get(subject.asset);
  const fault = faultAlong(subject.terms, withStep(steps, step), scale);
  if (fault !== undefined)
    throw new Refusal('invalid-request', { fields: [wrongFieldOf(fault, step.change)] });
}

const isSame = (terms: Terms, change: TermsChange) =>
  fieldsOf(change).every((field) => terms[field] === change[field]);

/** Names a field of the change, even if it makes another field impossible. */
function wrongFieldOf(fault: TermsField, change: TermsChange): TermsField {
  const fields = fieldsOf(change);
  return fields.includes(fault) ? fault : (fields[0] ?? fault);
}
