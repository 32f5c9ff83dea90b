/** Fixed terms: a tab of the pages `/stake/*`, with products, purchase, orders and early redemption. */
import type { ProductTab } from '../../../kernel/products/product-tabs.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    earn: typeof import('../../../locales/products/earn/en.json');
  }
}

export const earnTab: ProductTab = {
  kind: 'fixed',
  label: 'earn.fixedTerm',
  area: 'earn',
  load: async () => (await import('./screens/product-screens.tsx')).fixedTermScreens,
};
