/** How a customer stands: banned, frozen, and how far the identity is known. */
import { Pill } from '@tern/ui';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';

interface StandingProps {
  customer: { isBanned: boolean; isFrozen: boolean; realNameStatus: number };
}

export function Standing({ customer }: StandingProps) {
  const { isBanned, isFrozen, realNameStatus } = customer;
  return (
    <span className={styles.buttons}>
      {isBanned && <Pill kind="bad">{texts.customers.banned}</Pill>}
      {isFrozen && <Pill kind="bad">{texts.customers.frozen}</Pill>}
      <Pill kind={realNameStatus === 2 ? 'done' : 'neutral'}>
        {texts.customers.identity[realNameStatus] ?? String(realNameStatus)}
      </Pill>
    </span>
  );
}
