/** Puts approved versions into force at their time, each once, also after downtime. */
import { logAct } from '../../kernel/operators/audit-log.ts';
import type { ProductBook } from '../../kernel/products/product-book.ts';
import { type DueDeps, processDue } from '../../kernel/schedule/process-due.ts';
import type { Tx } from '../../platform/database/database.ts';
import { termsOf } from './describe-version.ts';
import { dueVersions, moveVersion, type Version, versionsOf } from './store.ts';

const BATCH = 20;

export function applyDueVersions(deps: DueDeps & { products: ProductBook }): Promise<void> {
  return processDue(deps, BATCH, async (tx, { at, size }) => {
    const due = await tx.many(dueVersions, [at, size]);
    for (const version of due) await applyVersion(tx, deps.products, { version, at });
    return due.length;
  });
}

/** The version in force is replaced first: the feature's table accepts the terms of the one in force only. */
async function applyVersion(
  tx: Tx,
  products: ProductBook,
  { version: due, at }: { version: Version; at: number },
): Promise<void> {
  const { id, productId, version, isOpen, reason, terms: document } = due;
  const kind = products.get(due.kind);
  const terms = termsOf(kind, due);
  if (terms === undefined)
    throw new Error(`version ${version} of product ${productId} has other fields`);
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
