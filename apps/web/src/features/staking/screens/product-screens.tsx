/** The tabs of mining machines and of staking. */
import { StateBlock } from '@tern/ui';
import type { ProductScreens } from '../../../kernel/products/product-tabs.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';

function None() {
  const t = useT();
  return <StateBlock kind="empty" title={t('staking.none')} />;
}

export const machineScreens: ProductScreens = {
  List: None,
  Detail: None,
  Orders: None,
  Order: None,
};
export const stakingScreens = machineScreens;
