/** The tabs of mining machines and of staking: the same screens for two kinds of products. */
import type {
  ProductOrdersProps,
  ProductPageProps,
  ProductScreens,
} from '../../../../kernel/products/product-tabs.ts';
import { OrderDetail } from '../parts/order-detail.tsx';
import { ProductDetail } from '../parts/product-detail.tsx';
import { ProductList } from '../parts/product-list.tsx';
import { StakeOrders } from '../parts/stake-orders.tsx';
import type { StakingKind } from '../products.ts';

const screensOf = (kind: StakingKind): ProductScreens => ({
  List: () => <ProductList key={kind} kind={kind} />,
  Detail: ({ id }: ProductPageProps) => <ProductDetail kind={kind} id={id} />,
  Orders: ({ status }: ProductOrdersProps) => <StakeOrders kind={kind} status={status} />,
  Order: ({ id }: ProductPageProps) => <OrderDetail id={id} />,
});

export const machineScreens = screensOf('machines');
export const stakingScreens = screensOf('staking');
