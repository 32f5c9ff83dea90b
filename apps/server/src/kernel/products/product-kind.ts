/** A kind of products, as its feature registers it: the terms, and how a version of them takes effect. */
import type { Amount } from '@tern/money';
import type { Obligation } from '@tern/settlement';
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { Lang } from '../i18n/texts.ts';
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

/** A product as a member will see it who has bought nothing of it: a page of the app, and what its calls answer. */
export interface MemberView {
  /** With its query: `/pages/stake/detail?kind=fixed&id=4`. */
  readonly page: string;
  /** The data of each call that the page sends when it opens, by path: `/financing/findFinancing`. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * What a product takes of the exchange: the promised yield of one order of the largest size, what is lent with it, or all new coins
 * that are still to be sold.
 */
export interface TreasuryNeed {
  readonly account: 'yields' | 'loans' | 'offerings';
  readonly asset: string;
  readonly amount: Amount;
  /** When the last of it is due. Units: epoch milliseconds. */
  readonly dueAt: number;
}

/** New coins that a product can still sell: the exchange keeps them for it. */
export interface Unsold {
  readonly productId: number;
  readonly asset: string;
  /** 0 once it sells no more. */
  readonly amount: Amount;
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
  /** The product as members who read `lang` will see it from `at` on; `id` is 0 for a product that does not exist yet. */
  preview(
    product: ProductVersion<TermsOf<Fields>>,
    to: { readonly reader: Reader; readonly lang: Lang },
  ): Promise<MemberView> | MemberView;
  /** What the exchange must have before it sells the product; null if orders take nothing of it. */
  need(
    product: ProductVersion<TermsOf<Fields>>,
    reader: Reader,
  ): Promise<TreasuryNeed | null> | TreasuryNeed | null;
  /** Of the versions in force. Units: `now` in epoch milliseconds. */
  unsold(reader: Reader, now: number): Promise<readonly Unsold[]>;
  /** Of all products of this kind that have orders. */
  holders(reader: Reader): Promise<readonly ProductHolders[]>;
  /** The orders of one product, newest first. */
  orders(reader: Reader, productId: number, page: Page): Promise<PageOf<ProductOrder>>;
  /** What running orders are still owed, by UTC date; `obligationsByDay` of settlement adds them up. */
  obligations(reader: Reader): Promise<readonly Obligation[]>;
}
