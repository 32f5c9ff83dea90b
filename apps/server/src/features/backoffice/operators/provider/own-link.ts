/**
 * An operator's own link to an identity at the provider: asked for with a code, agreed to by a second person, removed with a code
 * (ADR 109).
 */
import { sealWith } from '../../../../kernel/operators/act-seal.ts';
import { logAct, operatorSubject } from '../../../../kernel/operators/audit-log.ts';
import { lockOperator } from '../../../../kernel/operators/operators.ts';
import type { ProvenIdentity } from '../../../../kernel/operators/sign-in-provider.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { type ConfirmingDeps, type OwnCaller, withCode } from '../own-account/with-code.ts';
import {
  deleteLink,
  deleteProviderLogin,
  endLinkRequest,
  insertLinkRequest,
  linkOfIdentity,
  linkOfOperator,
  waitingLinksOf,
} from '../store-links.ts';
import { deleteChallenges } from '../store-passkeys.ts';
import { OPERATOR_LINK } from './link-kind.ts';
import { isOwnLink, linkText } from './log-in-through.ts';
import { beginVisit, endVisit, namesNobody, providerOf, type VisitDeps } from './visits.ts';

export interface LinkDeps extends VisitDeps, ConfirmingDeps {
  reviews: Reviews;
}

/** Null without a provider. */
export async function ownProviderOut(deps: LinkDeps, operatorId: number) {
  if (deps.signInProvider === undefined) return null;
  const { name } = deps.signInProvider;
  const { link, waiting } = await linksOf(deps.database, deps, operatorId);
  const out = (row: { id: number; createdAt: number; subject: string; email: string }) => ({
    ID: row.id,
    CreatedAt: isoTime(row.createdAt),
    subject: row.subject,
    email: row.email,
  });
  const usedAt = link?.lastUsedAt ?? null;
  return {
    name,
    link:
      link === undefined
        ? null
        : { ...out(link), lastUsedAt: usedAt === null ? null : isoTime(usedAt) },
    waitingLink: waiting === undefined ? null : out(waiting),
  };
}

/** The one that works at this provider, and the one that waits. */
async function linksOf(reader: Reader, deps: LinkDeps, operatorId: number) {
  const { issuer } = providerOf(deps);
  const found = await reader.maybe(linkOfOperator, [operatorId, issuer]);
  const waits = await reader.many(waitingLinksOf, [operatorId]);
  return {
    link: found !== undefined && isOwnLink(deps.secretBox, found) ? found : undefined,
    waiting: waits.find((each) => each.issuer === issuer),
  };
}

/** An operator has one link, working or waiting. @throws limit-reached */
async function assertNone(reader: Reader, deps: LinkDeps, operatorId: number): Promise<void> {
  const { link, waiting } = await linksOf(reader, deps, operatorId);
  if (link !== undefined || waiting !== undefined) throw new Refusal('limit-reached');
}

/** @throws not-available, busy, limit-reached for a second one, what `withCode` fails with */
export async function beginLink(deps: LinkDeps, { actor, sessionId }: OwnCaller, code: string) {
  const { operatorId } = actor;
  await assertNone(deps.database, deps, operatorId);
  await withCode(deps, { actor, code }, () => Promise.resolve());
  return beginVisit(deps, { operatorId, sessionId });
}

/**
 * The link waits for a second person.
 * @throws wrong-login for an answer that names nobody, already-exists for an identity of another operator, limit-reached, what
 *   `endVisit` fails with
 */
export async function finishLink(
  deps: LinkDeps,
  { actor, sessionId }: OwnCaller,
  given: { ticket: string; answer: string },
): Promise<void> {
  const { operatorId } = actor;
  const answered = await endVisit(deps, given, { operatorId, sessionId });
  if (answered.kind !== 'proven') throw namesNobody(answered);
  const { issuer } = providerOf(deps);
  const { identity } = answered;
  await deps.database.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    await assertNone(tx, deps, operatorId);
    const at = deps.clock.now();
    const id = await insertRequest(tx, deps, { ...identity, operatorId, issuer, createdAt: at });
    const entry = { actor, action: 'link.add' as const, subject: operatorSubject(operatorId) };
    await logAct(tx, { ...entry, detail: { issuer, ...identity } }, at);
    await deps.reviews.open(tx, {
      kind: OPERATOR_LINK,
      subjectId: id,
      memberId: null,
      proposal: { operatorId, note: '' },
    });
  });
  deps.reviews.announce();
}

/** Withdraws a link that waits for a second person. @throws not-found, already-decided */
export async function withdrawLink(deps: LinkDeps, actor: Reviewer, id: number): Promise<void> {
  const { database, clock, reviews } = deps;
  const { operatorId } = actor;
  await database.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    const waiting = await tx.many(waitingLinksOf, [operatorId]);
    const found = waiting.find((request) => request.id === id);
    if (found === undefined) throw new Refusal('not-found', { fields: ['ID'] });
    const at = clock.now();
    await reviews.cancel(tx, { kind: OPERATOR_LINK, subjectId: id });
    await tx.run(endLinkRequest, [id, 'withdrawn', at]);
    const { issuer, subject, email } = found;
    const entry = { actor, action: 'link.withdraw' as const, subject: operatorSubject(operatorId) };
    await logAct(tx, { ...entry, detail: { issuer, subject, email } }, at);
  });
  reviews.announce();
}

/** A sign-in that began with it goes no further. @throws not-found, what `withCode` fails with */
export async function removeLink(
  deps: LinkDeps,
  actor: Reviewer,
  { id, code }: { id: number; code: string },
): Promise<void> {
  const { operatorId } = actor;
  const find = async (reader: Reader) => {
    const { link } = await linksOf(reader, deps, operatorId);
    if (link?.id !== id) throw new Refusal('not-found', { fields: ['ID'] });
    return link;
  };
  providerOf(deps);
  await find(deps.database);
  await withCode(deps, { actor, code }, async (tx) => {
    const { issuer, subject, email } = await find(tx);
    await tx.run(deleteLink, [operatorId, id]);
    await tx.run(deleteProviderLogin, [operatorId]);
    await tx.run(deleteChallenges, [operatorId]);
    const entry = { actor, action: 'link.remove' as const, subject: operatorSubject(operatorId) };
    await logAct(tx, { ...entry, detail: { issuer, subject, email } }, deps.clock.now());
  });
}

/** Returns its id. @throws already-exists */
async function insertRequest(
  tx: Tx,
  { secretBox }: LinkDeps,
  asked: ProvenIdentity & { operatorId: number; issuer: string; createdAt: number },
): Promise<number> {
  const { operatorId, issuer, subject } = asked;
  const seal = sealWith(secretBox)(linkText(operatorId, issuer, subject));
  const known = new Refusal('already-exists', { text: 'provider.known' });
  if ((await tx.maybe(linkOfIdentity, [issuer, subject])) !== undefined) throw known;
  try {
    return (await insertLinkRequest(tx, { ...asked, seal })).id;
  } catch (error) {
    throw isUniqueViolation(error, 'operator_link_requests_identity') ? known : error;
  }
}
