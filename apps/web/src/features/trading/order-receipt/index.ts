/** Where an order stood: its number, the round, the book before and after, checked on this device. */
import { pages } from '../../../kernel/pages.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    'order-receipt': typeof import('../../../locales/trading/order-receipt/en.json');
  }
}

export const orderReceiptRoutes: readonly RouteDef[] = [
  {
    path: pages.orderReceipt,
    title: 'order-receipt.title',
    load: async () => (await import('./screens/order-receipt-screen.tsx')).OrderReceiptScreen,
  },
];
