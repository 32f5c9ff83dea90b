/** Puts approved versions into force at their time, each once, also after downtime. */
import { logAct } from '../../../kernel/operators/audit-log.ts';
import type { ProductRegistry } from '../../../kernel/products/product-registry.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { isIntegrityViolation } from '../../../platform/database/database-errors.ts';
import { termsOf } from './describe-version.ts';
import { dueVersion, moveVersion, type Version, versionsOf } from './store.ts';

interface ApplyDeps {
  database: Database;
  clock: Clock;
  products: ProductRegistry;
}

/** The terms have other fields than their kind has now. */
class UnreadableTerms extends Error {}

/**
 * Each in its own transaction, so that one that fails does not hold up the others. A version that the feature's table refuses
 * is withdrawn, which the audit log shows to operators; the one in force stays. Other failures are tried again by the next run.
 * @throws an AggregateError of all failures, after every other version has taken effect
 */
export async function applyDueVersions({ database, clock, products }: ApplyDeps): Promise<void> {
  const failed = new Map<number, unknown>();
  let isLeft = true;
  while (isLeft) {
    const tried: Version[] = [];
    try {
      isLeft = await database.transaction(async (tx) => {
        const at = clock.now();
        const due = await tx.maybe(dueVersion, [at, [...failed.keys()]]);
        if (due === undefined) return false;
        tried.push(due);
        await applyVersion(tx, products, { version: due, at });
        return true;
      });
    } catch (error) {
      const version = tried.at(-1);
      if (version === undefined) throw error;
      failed.set(version.id, error);
      if (error instanceof UnreadableTerms || isIntegrityViolation(error)) {
        await database.transaction((tx) => refuseVersion(tx, { version, at: clock.now() }));
      }
    }
  }
  if (failed.size === 0) return;
  const ids = [...failed.keys()].join(', ');
  throw new AggregateError(failed.values(), `versions of products could not take effect: ${ids}`);
}

/** The version in force is replaced first: the feature's table accepts the terms of the one in force only. */
async function applyVersion(
  tx: Tx,
  products: ProductRegistry,
  { version: due, at }: { version: Version; at: number },
): Promise<void> {
  const { id, productId, version, isOpen, reason, terms: document } = due;
  const kind = products.get(due.kind);
  const terms = termsOf(kind, due);
  if (terms === undefined)
    throw new UnreadableTerms(`version ${version} of product ${productId} has other fields`);
  const versions = await tx.many(versionsOf, [productId]);
  const current = versions.find(({ state }) => state === 'inForce');
  if (current !== undefined) {
    await tx.run(moveVersion, [current.id, 'inForce', 'replaced', null, at]);
  }
  await tx.run(moveVersion, [id, 'scheduled', 'inForce', null, at]);
  await kind.put(tx, { id: productId, version, isOpen, terms, at });
  const detail = { version, terms: document, isOpen, replaced: current?.version ?? null };
  const subject = `product:${productId}`;
  await logAct(tx, { actor: undefined, action: 'product.apply', subject, reason, detail }, at);
}

/** Operators see it withdrawn, beside the version in force, and can write another one. */
async function refuseVersion(
  tx: Tx,
  { version: due, at }: { version: Version; at: number },
): Promise<void> {
  const moved = await tx.run(moveVersion, [due.id, 'scheduled', 'withdrawn', null, at]);
  if (moved === 0) return;
  const subject = `product:${due.productId}`;
  const reason = 'The rules of its kind refuse the terms.';
  const detail = { version: due.version };
  await logAct(tx, { actor: undefined, action: 'product.refuse', subject, reason, detail }, at);
}
