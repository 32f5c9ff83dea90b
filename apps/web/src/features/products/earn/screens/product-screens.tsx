/** The screens of fixed terms within the pages `/stake/*`. */
import type { ProductScreens } from '../../../../kernel/products/product-tabs.ts';
import { FixedTermDetail } from './detail.tsx';
import { FixedTermList } from './list.tsx';
import { FixedTermOrders } from './orders.tsx';
import { FixedTermOrderPage } from './order.tsx';

export const fixedTermScreens: ProductScreens = {
  List: FixedTermList,
  Detail: FixedTermDetail,
  Orders: FixedTermOrders,
  Order: FixedTermOrderPage,
};
