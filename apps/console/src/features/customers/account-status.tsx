/** Pills with the blocks of a customer and the identity status. */
import { Pill } from '@tern/ui';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';

const VERIFIED = 2;

export interface AccountStatusProps {
  customer: { isBanned: boolean; isFrozen: boolean; realNameStatus: number };
}

export function AccountStatus({ customer }: AccountStatusProps) {
  const { isBanned, isFrozen, realNameStatus } = customer;
  return (
    <span className={styles.buttons}>
      <Pill kind={realNameStatus === VERIFIED ? 'done' : 'neutral'}>
        {texts.customers.identity[realNameStatus] ?? String(realNameStatus)}
      </Pill>
      {isFrozen && <Pill kind="review">{texts.customers.frozen}</Pill>}
      {isBanned && <Pill kind="bad">{texts.customers.banned}</Pill>}
    </span>
  );
}
