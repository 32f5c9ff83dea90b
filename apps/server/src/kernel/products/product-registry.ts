/** The kinds of products: each feature registers its own, so that a new kind needs no change elsewhere. */
import { claimLetter } from '../requests/record-letters.ts';
import type { ProductKind } from './product-kind.ts';
import type { TermFields } from './term-fields.ts';

export interface ProductRegistry {
  /** Called once per kind by its feature. @throws Error for a second kind of the same name */
  register<Fields extends TermFields>(kind: ProductKind<Fields>): void;
  /** In the order of registration. */
  all(): readonly ProductKind[];
  /** Undefined for an unknown kind. */
  find(kind: string): ProductKind | undefined;
  /** For kinds from our own tables. @throws Error for an unknown kind */
  get(kind: string): ProductKind;
}

export function createProductRegistry(): ProductRegistry {
  const kinds = new Map<string, ProductKind>();
  return {
    register(added) {
      if (kinds.has(added.kind)) throw new Error(`two kinds of products are named ${added.kind}`);
      claimLetter(added.letter, added.kind);
      kinds.set(added.kind, added as unknown as ProductKind);
    },
    all: () => [...kinds.values()],
    find: (kind) => kinds.get(kind),
    get(kind) {
      const found = kinds.get(kind);
      if (found === undefined) throw new Error(`no products of kind ${kind}`);
      return found;
    },
  };
}
