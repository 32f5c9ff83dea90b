/** A kind of products, as its feature registers it: the terms, and how a version of them takes effect. */
import type { Amount } from '@tern/money';
import type { Obligation } from '@tern/settlement';
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { Page, PageOf } from '../requests/page.ts';
import type { TermFields, TermProblem, TermsOf } from './term-fields.ts';

/** A version that takes effect. */
export interface ProductVersion<Terms> {
  /** Of the product; also the id of the feature's row. */
  readonly id: number;
  readonly version: number;
  /** False: no new orders. Running orders keep their terms. */
  readonly isOpen: boolean;
  readonly terms: Terms;
  /** Epoch ms. */
  readonly at: number;
}

/** A product as members will see it: figures of `row`, in English. */
export interface ProductPreview {
  /** What the member's call returns for the product. */
  readonly row: Readonly<Record<string, unknown>>;
  readonly title: string;
  readonly figure: { readonly value: string; readonly caption: string };
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** The worst case in one sentence, as before the member's button; may be empty. */
  readonly worst: string;
}

/** How many orders a product has in all, and how many members have running ones. */
export interface ProductHolders {
  readonly productId: number;
  readonly orders: number;
  readonly holders: number;
}

/** An order of a product, for operators. */
export interface ProductOrder {
  readonly id: number;
  readonly memberId: number;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly asset: string;
  readonly amount: Amount;
  /** In English: "in term". */
  readonly status: string;
  /** When it ends or unfreezes; null when that is open. Units: epoch milliseconds. */
  readonly endsAt: number | null;
}

/** The demo member of paper mode at the first start. Units: epoch milliseconds. */
export interface DemoMember {
  readonly memberId: number;
  /** When the account was opened. */
  readonly since: number;
  readonly now: number;
}

export interface ProductKind<Fields extends TermFields = TermFields> {
  /** The slug of the feature. */
  readonly kind: string;
  /** In English, for operators: "New coin". */
  readonly label: string;
  /** Of the numbers of its orders: `N` for N-20418. */
  readonly letter: string;
  readonly fields: Fields;
  /** The name and the asset by which operators recognise a product. */
  describe(terms: TermsOf<Fields>): { name: string; asset: string };
  /**
   * What is wrong with the terms as a whole, also beside what the product has sold. Run when they are written, proposed and
   * approved. It covers every check of the feature's table. `id` is 0 for a product that does not exist yet.
   */
  check(
    product: Pick<ProductVersion<TermsOf<Fields>>, 'id' | 'terms'>,
    reader: Reader,
  ): Promise<readonly TermProblem[]> | readonly TermProblem[];
  /**
   * Writes the feature's row of the product, inserting it for the first version. The version is in force already; the trigger
   * `product_follow_version` compares the row with it.
   */
  put(tx: Tx, product: ProductVersion<TermsOf<Fields>>): Promise<unknown>;
  /** The product as members will see it from `at` on; `id` is 0 for a product that does not exist yet. */
  preview(
    product: ProductVersion<TermsOf<Fields>>,
    reader: Reader,
  ): Promise<ProductPreview> | ProductPreview;
  /** Of all products of this kind that have orders. */
  holders(reader: Reader): Promise<readonly ProductHolders[]>;
  /** The orders of one product, newest first. */
  orders(reader: Reader, productId: number, page: Page): Promise<PageOf<ProductOrder>>;
  /**
   * Gives the demo member orders from the days before the first start: by the use cases of members, with a past clock. Jobs do
   * not run yet. Absent: none.
   */
  seedDemo?(demo: DemoMember): Promise<void>;
  /** What running orders are still owed, by UTC date; `obligationsByDay` of settlement adds them up. */
  obligations(reader: Reader): Promise<readonly Obligation[]>;
}
