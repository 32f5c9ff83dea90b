/** Versions of products in the review queue: facts, checks, and the effect of an approval. */
import type { ProductRegistry } from '../../../kernel/products/product-registry.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { comparisonRow, type ReviewKind } from '../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { documentOf, nameOf, problemsOf, termText, textsOf } from './describe-version.ts';
import { canFund } from './treasury-cover.ts';
import { moveVersion, type Version, versionById, versionsOf } from './store.ts';
import { PRODUCT } from './write-version.ts';

interface Proposed {
  version: Version;
  /** What it replaces. */
  current: Version | undefined;
}

async function proposedOf(reader: Reader, id: number): Promise<Proposed> {
  const version = await reader.one(versionById, [id]);
  const versions = await reader.many(versionsOf, [version.productId]);
  const current = versions.find(({ state }) => state === 'inForce');
  return { version, current: current?.id === id ? undefined : current };
}

/** The time, and all terms: exactly these are approved. */
function factsOf({ kind, productId, version, terms, isOpen, effectiveAt, reason }: Version) {
  const named = Object.entries(terms).map(([name, value]) => [
    `terms.${name}`,
    typeof value === 'object' && value !== null ? textsOf(value) : value,
  ]);
  return {
    product: productId,
    kind,
    version,
    isOpen,
    effectiveAt: effectiveAt === null ? null : isoTime(effectiveAt),
    reason,
    ...(Object.fromEntries(named) as Record<string, string | number | boolean>),
  };
}

async function move(
  tx: Tx,
  id: number,
  to: { state: string; effectiveAt: number | null; at: number },
) {
  const moved = await tx.run(moveVersion, [id, 'proposed', to.state, to.effectiveAt, to.at]);
  if (moved === 0) throw new Refusal('already-decided');
}

export function versionKind(products: ProductRegistry): ReviewKind {
  return {
    kind: PRODUCT,
    letter: 'P',
    movesMoney: false,
    approvals: 2,
    isProposal: true,
    async facts(reader, id) {
      return factsOf(await reader.one(versionById, [id]));
    },
    async checks(reader, id, at) {
      const version = await reader.one(versionById, [id]);
      const kind = products.get(version.kind);
      const problems = await problemsOf(kind, version, reader);
      const detail = problems.map(({ field, text }) => `${field}: ${text}`).join(' ');
      const isValid = problems.length === 0;
      return [
        { name: 'product-terms-valid', isPassed: isValid, level: 'stop', detail },
        // What other terms need of the exchange is unknown.
        ...(isValid ? [await canFund(reader, kind, { version, now: at })] : []),
      ];
    },
    async evidence(reader, id) {
      const { version, current } = await proposedOf(reader, id);
      const kind = products.get(version.kind);
      const { label, fields } = kind;
      const replaced = current && documentOf(kind, current);
      const { name } = nameOf(products, version);
      const changed = Object.entries(fields)
        .map(([term, field]) => ({
          label: field.label,
          from: replaced === undefined ? '' : termText(field, term, replaced),
          to: termText(field, term, version.terms),
        }))
        .filter(({ from, to }) => current === undefined || from !== to);
      const { effectiveAt, isOpen } = version;
      const sells = (given: boolean) => (given ? 'yes' : 'no');
      return {
        summary: `${label} · ${name} · version ${version.version} · ${version.reason}`,
        columns: ['In effect', 'Proposed'],
        rows: [
          comparisonRow('Effective from', [
            null,
            effectiveAt === null ? 'on approval' : isoTime(effectiveAt),
          ]),
          comparisonRow('Takes new orders', [
            current ? sells(current.isOpen) : null,
            sells(isOpen),
          ]),
          ...changed.map(({ label: named, from, to }) => comparisonRow(named, [from, to])),
        ],
        images: [],
      };
    },
    async texts(reader, id) {
      const { reason } = await reader.one(versionById, [id]);
      return { reason };
    },
    async approve(tx, { subjectId, at }) {
      const { effectiveAt } = await tx.one(versionById, [subjectId]);
      // A late approval takes effect late.
      await move(tx, subjectId, {
        state: 'scheduled',
        effectiveAt: Math.max(effectiveAt ?? at, at),
        at,
      });
    },
    reject: (tx, { subjectId, at }) =>
      move(tx, subjectId, { state: 'rejected', effectiveAt: null, at }),
  };
}
