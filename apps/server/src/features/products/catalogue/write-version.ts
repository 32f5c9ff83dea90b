/** Writes drafts of versions, withdraws versions that have not taken effect, and closes products. */
import { type Actor, logAct } from '../../../kernel/operators/audit-log.ts';
import type { ProductRegistry } from '../../../kernel/products/product-registry.ts';
import type { ProductKind } from '../../../kernel/products/product-kind.ts';
import {
  readTerms,
  type TermsDocument,
  termsDocument,
} from '../../../kernel/products/term-fields.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason } from '../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { termsOf } from './describe-version.ts';
import {
  insertProduct,
  insertVersion,
  lockProduct,
  moveVersion,
  type Product,
  rewriteDraft,
  type Version,
  versionsOf,
} from './store.ts';

/** The kind of reviews of versions. */
export const PRODUCT = 'product';

export interface ProductsDeps {
  database: Database;
  clock: Clock;
  reviews: Reviews;
  products: ProductRegistry;
}

export interface Draft {
  kind: string;
  /** Undefined for a new product. */
  id: number | undefined;
  terms: TermsDocument;
  isOpen: boolean;
  /** When the draft that is overwritten was last changed, as the operator has read it. Units: epoch milliseconds. */
  seenAt: number | undefined;
}

/** Whether a version has yet to take effect. */
export const isPending = ({ state }: Pick<Version, 'state'>): boolean =>
  ['draft', 'proposed', 'scheduled'].includes(state);

/**
 * Returns the product and the version written.
 * @throws not-found, invalid-request naming malformed terms, facts-changed for a draft that has changed since,
 * already-decided beside a version that is proposed or scheduled
 */
export function writeDraft(
  { database, clock, products }: ProductsDeps,
  actor: Actor,
  draft: Draft,
): Promise<{ ID: number; version: number }> {
  const kind = products.find(draft.kind);
  if (kind === undefined) throw new Refusal('not-found', { fields: ['kind'] });
  const terms = readDocument(kind, draft.terms);
  return database.transaction(async (tx) => {
    const at = clock.now();
    const id = draft.id ?? (await tx.one(insertProduct, [draft.kind, at])).id;
    const { product, versions } = await lockedProduct(tx, id);
    if (product.kind !== draft.kind) throw new Refusal('invalid-request', { fields: ['kind'] });
    const pending = versions.find(isPending);
    const version = await putDraft(tx, { ...draft, id, terms, at }, { pending, actor });
    const subject = `product:${id}`;
    await logAct(tx, { actor, action: 'product.write', subject, detail: { version, terms } }, at);
    return { ID: id, version };
  });
}

/** @throws invalid-request naming the terms */
function readDocument(kind: ProductKind, given: TermsDocument): TermsDocument {
  const { terms, problems } = readTerms(kind.fields, given);
  if (terms === undefined) {
    throw new Refusal('invalid-request', { fields: problems.map(({ field }) => `terms.${field}`) });
  }
  return termsDocument(kind.fields, terms);
}

async function putDraft(
  tx: Tx,
  { id, terms, isOpen, seenAt, at }: Draft & { id: number; at: number },
  { pending, actor }: { pending: Version | undefined; actor: Actor },
): Promise<number> {
  const { operatorId } = actor;
  if (pending === undefined) {
    const values = [id, terms, isOpen, 'draft', null, '', operatorId, at] as const;
    return (await tx.one(insertVersion, [...values])).version;
  }
  if (pending.state !== 'draft') throw new Refusal('already-decided');
  if (pending.updatedAt !== seenAt) throw new Refusal('facts-changed');
  await tx.run(rewriteDraft, [pending.id, terms, isOpen, operatorId, at]);
  return pending.version;
}

/** Locks a product and reads its versions, newest first. @throws not-found */
export async function lockedProduct(
  tx: Tx,
  id: number,
): Promise<{ product: Product; versions: Version[] }> {
  const product = await tx.maybe(lockProduct, [id]);
  if (product === undefined) throw new Refusal('not-found');
  return { product, versions: await tx.many(versionsOf, [id]) };
}

/**
 * Any operator who may decide withdraws a draft, a proposal or a scheduled version.
 * @throws invalid-request, not-found, already-decided when the version has taken effect or was decided meanwhile
 */
export async function withdrawVersion(
  deps: ProductsDeps,
  actor: Actor,
  { id, version: number, reason: given }: { id: number; version: number; reason: string },
): Promise<void> {
  const reason = readReason(given);
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const { versions } = await lockedProduct(tx, id);
    const version = versions.find((each) => each.version === number);
    if (version === undefined) throw new Refusal('not-found', { fields: ['version'] });
    await withdraw(tx, deps, { version, at });
    const subject = `product:${id}`;
    const detail = { version: number };
    await logAct(tx, { actor, action: 'product.withdraw', subject, reason, detail }, at);
  });
  deps.reviews.announce();
}

/** @throws already-decided */
async function withdraw(
  tx: Tx,
  { reviews }: ProductsDeps,
  { version: { id, state }, at }: { version: Version; at: number },
): Promise<void> {
  if (!isPending({ state })) throw new Refusal('already-decided');
  // The review is locked before its subject, in the same order as by a decision.
  if (state === 'proposed') await reviews.cancel(tx, { kind: PRODUCT, subjectId: id });
  const moved = await tx.run(moveVersion, [id, state, 'withdrawn', null, at]);
  if (moved === 0) throw new Refusal('already-decided');
}

/**
 * Stops new orders immediately: a version that changes nothing else, for which one operator is enough. A pending version is
 * withdrawn. Returns the number of the closing version.
 * @throws invalid-request, not-found, already-decided for a product that is not open
 */
export async function closeProduct(
  deps: ProductsDeps,
  actor: Actor,
  { id, reason: given }: { id: number; reason: string },
): Promise<number> {
  const reason = readReason(given);
  const closed = await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const { product, versions } = await lockedProduct(tx, id);
    const current = versions.find(({ state }) => state === 'inForce');
    const terms = current && termsOf(deps.products.get(product.kind), current);
    if (current?.isOpen !== true || terms === undefined) throw new Refusal('already-decided');
    const pending = versions.find(isPending);
    if (pending !== undefined) await withdraw(tx, deps, { version: pending, at });
    await tx.run(moveVersion, [current.id, 'inForce', 'replaced', null, at]);
    const values = [id, current.terms, false, 'inForce', at, reason, actor.operatorId, at] as const;
    const { version } = await tx.one(insertVersion, [...values]);
    await deps.products.get(product.kind).put(tx, { id, version, isOpen: false, terms, at });
    const detail = { version, withdrawn: pending?.version ?? null };
    const subject = `product:${id}`;
    await logAct(tx, { actor, action: 'product.close', subject, reason, detail }, at);
    return version;
  });
  deps.reviews.announce();
  return closed;
}
