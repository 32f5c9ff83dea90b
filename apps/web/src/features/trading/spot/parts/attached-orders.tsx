/** Take profit and stop loss of an order, on its page. */
import { useQuery } from '@tanstack/react-query';
import { Card, Stack } from '@tern/ui';
import { attachedQuery } from '../conditional-orders.ts';
import { ConditionalHead, Outcome, Sentences } from './conditional-list.tsx';
import styles from './detail.module.css';

export function AttachedOrders({ orderId }: { orderId: number }) {
  const attached = useQuery(attachedQuery(orderId)).data ?? [];
  return attached.map((order) => (
    <div key={order.ID} className={styles.card}>
      <Card>
        <Stack gap={8}>
          <ConditionalHead order={order} isLinked />
          <div>
            <Sentences order={order} />
          </div>
          <Outcome order={order} />
        </Stack>
      </Card>
    </div>
  ));
}
