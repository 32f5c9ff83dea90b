/** The catalogue for the console: products by stage, one product with its versions, and its orders. */
import { formatDecimal } from '@tern/money';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import type { ProductRegistry } from '../../../kernel/products/product-registry.ts';
import type { ProductHolders } from '../../../kernel/products/product-kind.ts';
import { readTerms, type TermsDocument } from '../../../kernel/products/term-fields.ts';
import type { Page } from '../../../kernel/requests/page.ts';
import { recordNo } from '../../../kernel/requests/record-letters.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { reviewsOfSubjects } from '../../../kernel/review/list-reviews.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { documentOf, nameOf, problemsOf } from './describe-version.ts';
import { type Funded, shortageOf, shortageRow } from './treasury-cover.ts';
import { currentVersions, productById, type Version, versionsOf } from './store.ts';
import { isPending, PRODUCT } from './write-version.ts';

export interface ListDeps {
  database: Database;
  clock: Clock;
  products: ProductRegistry;
}

/** For the console's forms. */
export function listKinds({ products }: ListDeps) {
  return products.all().map(({ kind, label, fields }) => ({
    kind,
    label,
    fields: Object.entries(fields).map(([name, term]) => {
      const { input, label: termLabel, unit, note, isOptional, choices } = term;
      return { name, input, label: termLabel, unit, note, isOptional, choices: [...choices] };
    }),
  }));
}

const timeOrNull = (at: number | null | undefined) =>
  at === null || at === undefined ? null : isoTime(at);

const statesOf = (versions: readonly Version[]) => ({
  current: versions.find(({ state }) => state === 'inForce'),
  pending: versions.find(isPending),
});

/** Where the whole product is. */
function stageOf(versions: readonly Version[]): 'draft' | 'scheduled' | 'open' | 'closed' {
  const { current, pending } = statesOf(versions);
  if (pending !== undefined && pending.state !== 'draft') return 'scheduled';
  if (current === undefined) return 'draft';
  return current.isOpen ? 'open' : 'closed';
}

interface Names {
  logins: ReadonlyMap<number, string>;
  holders: ReadonlyMap<number, ProductHolders>;
}

/** @throws Error for a product without versions */
function productRow(
  products: ProductRegistry,
  versions: readonly Version[],
  { logins, holders }: Names,
) {
  const { current, pending } = statesOf(versions);
  const shown = current ?? versions[0];
  if (shown === undefined) throw new Error('a product has no version');
  const { name, asset } = nameOf(products, shown);
  const counted = holders.get(shown.productId);
  const { proposedBy } = pending ?? shown;
  return {
    ID: shown.productId,
    CreatedAt: isoTime(shown.productCreatedAt),
    kind: shown.kind,
    name,
    coinname: asset,
    stage: stageOf(versions),
    version: shown.version,
    pendingVersion: pending?.version ?? null,
    pendingState: (pending?.state ?? null) as 'draft' | 'proposed' | 'scheduled' | null,
    effectiveAt: timeOrNull((pending ?? shown).effectiveAt),
    by: logins.get(proposedBy ?? 0) ?? '',
    orders: counted?.orders ?? 0,
    holders: counted?.holders ?? 0,
  };
}

async function holdersOf(reader: Reader, products: ProductRegistry) {
  const counted: ProductHolders[] = [];
  for (const kind of products.all()) counted.push(...(await kind.holders(reader)));
  return new Map(counted.map((each) => [each.productId, each]));
}

const authorsOf = (versions: readonly Version[]) =>
  versions.flatMap(({ proposedBy }) => (proposedBy === null ? [] : [proposedBy]));

/** Every product, newest first. */
export function listProducts({ database, products }: ListDeps) {
  return database.snapshot(async (reader) => {
    const versions = await reader.many(currentVersions, []);
    const names = {
      logins: await operatorLogins(reader, authorsOf(versions)),
      holders: await holdersOf(reader, products),
    };
    const ids = [...new Set(versions.map(({ productId }) => productId))];
    return ids.map((id) => {
      const own = versions.filter(({ productId }) => productId === id);
      return productRow(products, own, names);
    });
  });
}

/**
 * One product with all versions, newest first; current ones as members who read `lang` will see them, and by how much the
 * exchange is short of them.
 * @throws not-found
 */
export function showProduct({ database, products, clock }: ListDeps, id: number, lang: Lang) {
  return database.snapshot(async (reader) => {
    const versions = await reader.many(versionsOf, [id]);
    if (versions.length === 0) throw new Refusal('not-found');
    const subjects = versions.map((version) => `${PRODUCT}:${version.id}`);
    const reviews = await reviewsOfSubjects(reader, subjects);
    const deciders = [...reviews.values()].flatMap(({ decidedBy }) => decidedBy ?? []);
    const logins = await operatorLogins(reader, [...authorsOf(versions), ...deciders]);
    const outlook = { products, lang, now: clock.now() };
    const rows = [];
    for (const version of versions) {
      const review = reviews.get(`${PRODUCT}:${version.id}`);
      rows.push({
        ID: version.id,
        CreatedAt: isoTime(version.createdAt),
        UpdatedAt: isoTime(version.updatedAt),
        version: version.version,
        terms: documentOf(products.get(version.kind), version),
        takesOrders: version.isOpen,
        state: version.state as 'draft',
        effectiveAt: timeOrNull(version.effectiveAt),
        reason: version.reason,
        proposedBy: logins.get(version.proposedBy ?? 0) ?? '',
        reviewId: review?.id ?? null,
        decidedBy: logins.get(review?.decidedBy ?? 0) ?? '',
        decidedAt: timeOrNull(review?.decidedAt),
        ...(await outlookOf(reader, version, outlook)),
      });
    }
    const holders = await holdersOf(reader, products);
    return { ...productRow(products, versions, { logins, holders }), versions: rows };
  });
}

interface Outlook {
  products: ProductRegistry;
  lang: Lang;
  now: number;
}

/** As members will see a current version from its time on, and what the exchange is short of; nothing of terms that cannot be. */
async function outlookOf(
  reader: Reader,
  version: Funded & Pick<Version, 'kind'>,
  { products, lang, now }: Outlook,
) {
  const kind = products.get(version.kind);
  const { terms } = readTerms(kind.fields, version.terms);
  const isCurrent = version.state === 'inForce' || isPending(version);
  const isValid = isCurrent && (await problemsOf(kind, version, reader)).length === 0;
  if (terms === undefined || !isValid) return { preview: null, short: null };
  const { productId: id, version: number, isOpen } = version;
  const at = Math.max(version.effectiveAt ?? now, now);
  const product = { id, version: number, terms, isOpen, at };
  return {
    preview: await kind.preview(product, { reader, lang }),
    short: shortageRow(await shortageOf(reader, kind, { version, now })),
  };
}

/** What is wrong with terms, or the product as members would see it now. @throws not-found */
export async function checkTerms(
  { database, products, clock }: ListDeps,
  given: { kind: string; id: number; terms: TermsDocument; lang: Lang },
) {
  const { kind: slug, id: productId, terms, lang } = given;
  const kind = products.find(slug);
  if (kind === undefined) throw new Refusal('not-found', { fields: ['kind'] });
  return database.snapshot(async (reader) => {
    const problems = [...(await problemsOf(kind, { productId, terms }, reader))];
    const [newest] = await reader.many(versionsOf, [productId]);
    const draft = { kind: slug, productId, terms, isOpen: true, effectiveAt: null, state: 'draft' };
    const version = { ...draft, version: (newest?.version ?? 0) + 1 };
    const outlook = { products, lang, now: clock.now() };
    return { problems, ...(await outlookOf(reader, version, outlook)) };
  });
}

/** Newest first. @throws not-found */
export async function listOrders({ database, products }: ListDeps, id: number, page: Page) {
  const product = await database.maybe(productById, [id]);
  if (product === undefined) throw new Refusal('not-found');
  const kind = products.get(product.kind);
  const orders = await kind.orders(database, id, page);
  const list = orders.list.map((order) => ({
    ID: order.id,
    CreatedAt: isoTime(order.createdAt),
    memberId: order.memberId,
    recordNo: recordNo(kind.letter, order.id),
    coinname: order.asset,
    amount: formatDecimal(order.amount),
    status: order.status,
    endsAt: timeOrNull(order.endsAt),
  }));
  return { ...orders, list };
}
