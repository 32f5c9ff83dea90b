/** What two people decide of a case: one proposes, another one agrees. Only a restriction begins with the first, for three days. */
import type { CaseAct, CasePart } from '@tern/protocol/operator';
import {
  type Case,
  closeStatement,
  decideProposal,
  endRestriction,
  insertProposal,
  insertRestriction,
  lastRestriction,
  openProposal,
  type Proposal,
  type Restriction,
  restrictionOf,
  setOwner,
} from '../../../kernel/cases/store-cases.ts';
import { isOlderInstanceThere } from '../../../kernel/leases/lease-rows.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import type { CasesDeps } from './deps.ts';
import { endOverdue } from './end-restrictions.ts';
import { type GivenReport, makeReportFiles, proposeReport } from './report-case.ts';
import { lockForWork, recordInCase } from './work-on-case.ts';

/** The database refuses more (`member_restrictions_founded`). */
const ALONE_MS = 72 * HOUR_MS;
const BY_TWO_MS = 30 * DAY_MS;

const PARTS: readonly CasePart[] = ['withdrawals', 'payouts', 'trading', 'deposits'];

/** Engines of instances without this migration would fail with orders of others beside one of a restricted member. */
const KNOWN_SINCE = '2650';

type Deps = Pick<CasesDeps, 'database' | 'clock' | 'reviews' | 'settings'>;
type DecisionDeps = Deps & Pick<CasesDeps, 'namesOf' | 'reportFormats'>;

/**
 * Gives the end of the restriction that begins now (epoch ms), null when none begins: another act, or one is in force, which lasts until
 * two people agree to another.
 * @throws facts-changed while another proposal waits, already-decided for the lifting of a restriction that is not there,
 * second-person-needed for one whose last restriction of this customer nobody agreed to, busy for a restriction beside an older instance,
 * not-available for a report without who files, invalid-request, and as `lockForWork`
 */
export async function proposeAct(
  { database, clock, reviews, settings }: Deps,
  actor: Reviewer,
  given: {
    id: number;
    act: CaseAct;
    parts: readonly CasePart[];
    report: GivenReport | undefined;
    reason: string;
  },
): Promise<number | null> {
  const { id: caseId, act } = given;
  const parts = PARTS.filter((part) => given.parts.includes(part));
  if ((act === 'restrict') !== parts.length > 0)
    throw new Refusal('invalid-request', { fields: ['parts'] });
  const reason = readReason(given.reason);
  const until = await database.transaction(async (tx) => {
    const at = clock.now();
    const found = await lockForWork(tx, actor, caseId);
    const { memberId, ownerId } = found;
    if (act === 'restrict') await assertRestrictionsKnown(tx);
    const running = await restrictionNow(tx, memberId, at);
    if (act === 'lift' && running === undefined) throw new Refusal('already-decided');
    const by = actor.operatorId;
    const made = await tx.maybe(insertProposal, [caseId, act, parts, reason, by, at]);
    if (made === undefined) throw new Refusal('facts-changed');
    if (act === 'report')
      await proposeReport(tx, { settings, caseId, proposalId: made.id }, given.report);
    let ends: number | null = null;
    if (act === 'restrict' && running === undefined) {
      await assertNotRenewedAlone(tx, { memberId, operatorId: by });
      ends = at + ALONE_MS;
      const restriction = { memberId, caseId, proposalId: made.id, parts, since: at, until: ends };
      await insertRestriction(tx, restriction);
    }
    if (ownerId === null) await tx.run(setOwner, [caseId, by]);
    const detail = {
      act,
      ...(parts.length > 0 && { parts }),
      ...(ends !== null && { until: isoTime(ends) }),
    };
    const done = { action: 'case.propose', kind: 'proposed', body: reason, detail } as const;
    await recordInCase(tx, { caseId, actor, done }, at);
    return ends;
  });
  reviews.announce();
  return until;
}

/** @throws busy beside an instance that does not know restrictions */
async function assertRestrictionsKnown(tx: Tx): Promise<void> {
  const { isThere } = await tx.one(isOlderInstanceThere, [KNOWN_SINCE]);
  if (isThere) throw new Refusal('busy', { text: 'cases.olderInstance' });
}

/** One whose time is over is ended here, if the job has not done it yet. */
async function restrictionNow(
  tx: Tx,
  memberId: number,
  at: number,
): Promise<Restriction | undefined> {
  const found = await tx.maybe(restrictionOf, [memberId]);
  if (found === undefined || found.until > at) return found;
  await endOverdue(tx, found, at);
  return undefined;
}

/** Nobody restricts alone for longer than three days by doing it again. */
async function assertNotRenewedAlone(
  tx: Tx,
  { memberId, operatorId }: { memberId: number; operatorId: number },
): Promise<void> {
  const last = await tx.maybe(lastRestriction, [memberId]);
  if (last !== undefined && last.setBy === operatorId && last.proposalState !== 'agreed')
    throw new Refusal('second-person-needed');
}

interface Decision {
  id: number;
  proposalId: number;
  /** As the operator saw it. */
  act: CaseAct;
  isAgreed: boolean;
  reason: string;
}

/**
 * @throws already-decided for a proposal that does not wait, facts-changed for another act, second-person-needed for the proposer,
 * busy for a restriction beside an older instance, not-available for a report without who files, invalid-request, and as `lockForWork`
 */
export async function decideAct(
  deps: DecisionDeps,
  actor: Reviewer,
  given: Decision,
): Promise<void> {
  const { database, clock, reviews } = deps;
  const { id: caseId, isAgreed } = given;
  const reason = readReason(given.reason);
  await database.transaction(async (tx) => {
    const at = clock.now();
    const found = await lockForWork(tx, actor, caseId);
    const proposal = await waitingProposal(tx, given);
    if (proposal.act !== given.act) throw new Refusal('facts-changed');
    if (proposal.proposedBy === actor.operatorId) throw new Refusal('second-person-needed');
    if (isAgreed && proposal.act === 'restrict') await assertRestrictionsKnown(tx);
    const state = isAgreed ? 'agreed' : 'declined';
    await tx.run(decideProposal, [proposal.id, state, actor.operatorId, at, reason]);
    const { act, parts } = proposal;
    const detail = { act, ...(parts.length > 0 && { parts }) };
    const action = isAgreed ? ('case.agree' as const) : ('case.decline' as const);
    const done = { action, kind: state, body: reason, detail };
    await recordInCase(tx, { caseId, actor, done }, at);
    if (isAgreed) await apply(tx, deps, { found, proposal, at });
  });
  reviews.announce();
}

/** @throws already-decided */
async function waitingProposal(
  tx: Tx,
  { id, proposalId }: { id: number; proposalId: number },
): Promise<Proposal> {
  const proposal = await tx.maybe(openProposal, [id]);
  if (proposal?.id !== proposalId) throw new Refusal('already-decided');
  return proposal;
}

/** A report leaves a restriction to its time: what was reported is not let go in the same moment. */
async function apply(
  tx: Tx,
  deps: DecisionDeps,
  { found, proposal, at }: { found: Case; proposal: Proposal; at: number },
): Promise<void> {
  const { id: caseId, memberId } = found;
  const { act, parts, id: proposalId } = proposal;
  if (act === 'report') {
    await makeReportFiles(tx, deps, { found, proposalId, at });
    await tx.run(closeStatement, [caseId, 'reported', at]);
    return;
  }
  const running = await restrictionNow(tx, memberId, at);
  if (running !== undefined) await tx.run(endRestriction, [running.id, at]);
  if (act === 'restrict') {
    const until = at + BY_TWO_MS;
    await insertRestriction(tx, { memberId, caseId, proposalId, parts, since: at, until });
  }
  if (act === 'clear') await tx.run(closeStatement, [caseId, 'cleared', at]);
}

/** @throws already-decided, not-permitted for a colleague's, and as `lockForWork` */
export async function withdrawAct(
  { database, clock, reviews }: Deps,
  actor: Reviewer,
  given: { id: number; proposalId: number },
): Promise<void> {
  const { id: caseId, proposalId } = given;
  await database.transaction(async (tx) => {
    const at = clock.now();
    await lockForWork(tx, actor, caseId);
    const { act, proposedBy } = await waitingProposal(tx, given);
    if (proposedBy !== actor.operatorId) throw new Refusal('not-permitted');
    await tx.run(decideProposal, [proposalId, 'withdrawn', actor.operatorId, at, '']);
    const done = { action: 'case.withdraw', kind: 'withdrawn', detail: { act } } as const;
    await recordInCase(tx, { caseId, actor, done }, at);
  });
  reviews.announce();
}
