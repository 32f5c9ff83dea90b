/** The price to which the order's line was dragged on a chart: the page opens the sheet with it, once. */
import { parseDecimal } from '@tern/money';
import { useEffect, useRef } from 'react';
import { useParams } from '../../../platform/navigation/current-page.ts';

/** `order` is undefined while it is loading; only one that can be changed opens the sheet. */
export function useMovedPrice<Order>(
  order: Order | undefined,
  canChange: (order: Order) => boolean,
  ask: (order: Order, price: string) => void,
): void {
  const { price = '' } = useParams();
  const isDone = useRef(false);
  useEffect(() => {
    if (order === undefined || isDone.current) return;
    isDone.current = true;
    if ((parseDecimal(price) ?? 0n) > 0n && canChange(order)) ask(order, price);
  });
}
