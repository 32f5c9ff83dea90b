/** Which order's earnings a page shows: that of the URL at first, then the chosen one. */
import { useState } from 'react';
import { useParams } from '../../../platform/navigation/current-page.ts';
import type { EarningFilter } from './api.ts';

export function useEarningFilter(): [
  filter: EarningFilter,
  choose: (orderId: number | undefined) => void,
] {
  const { order } = useParams();
  const named = order !== undefined && /^[1-9]\d{0,14}$/.test(order) ? Number(order) : undefined;
  const [orderId, setOrderId] = useState(named);
  return [orderId === undefined ? {} : { orderId }, setOrderId];
}
