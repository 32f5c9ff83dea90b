/** What a feature contributes to the pages `/stake/*`, which several kinds of products share: a tab. Joined in app/later-routes.ts. */
import type { ComponentType } from 'react';
import type { MessageAreas, MessageKey } from '../../platform/i18n/message-key.ts';
import type { Params } from '../../platform/navigation/route.ts';

declare module '../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    products: typeof import('../../locales/products/products/en.json');
  }
}

/** All kinds of orders have the same statuses. */
export type ProductOrderStatus = 'in-term' | 'redeemed' | 'ended';

/** Which product or order a page shows. */
export interface ProductPageProps {
  id: number;
}

export interface ProductOrdersProps {
  status: ProductOrderStatus;
}

export interface ProductScreens {
  /** Below the tabs of `/stake/list`: the member's summary, the products, the risk line. */
  List: ComponentType;
  /** The whole page `/stake/detail?kind=…&id=…`, header included. */
  Detail: ComponentType<ProductPageProps>;
  /** Below the tabs of `/stake/order?kind=…`: the rows of one status, or its empty state. */
  Orders: ComponentType<ProductOrdersProps>;
  /** The whole page `/stake/order?kind=…&id=…`, header included. */
  Order: ComponentType<ProductPageProps>;
}

export interface ProductTab {
  /** Unique; in the URL. */
  kind: string;
  label: MessageKey;
  /** The texts of its screens. */
  area: keyof MessageAreas;
  /** Called with the first page of `/stake/*` that the member opens. */
  load: () => Promise<ProductScreens>;
}

/** A tab with its screens. */
export interface LoadedTab extends ProductTab {
  screens: ProductScreens;
}

/** The query of a page of `/stake/*`: `to(pages.stakeDetail, productParams('fixed', 4))`. */
export function productParams(kind: string, id?: number): Params {
  return id === undefined ? { kind } : { kind, id: String(id) };
}
