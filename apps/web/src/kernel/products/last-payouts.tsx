/** The newest payouts of an order, with a way to all of them. */
import { AmountText, DateText, Text } from '@tern/ui';
import type { ReactNode } from 'react';
import { useCoinPlaces } from '../balances.ts';
import { exactPlaces } from '../exact-amount.tsx';
import styles from './products.module.css';

/** One day of an order. */
export interface ShownPayout {
  ID: number;
  /** ISO 8601 */
  dueAt: string;
  amount: string;
}

export interface LastPayoutsProps {
  title: string;
  /** A button or link: "All 22". */
  all: ReactNode;
  /** Newest first; three are shown. */
  payouts: readonly ShownPayout[];
  coin: string;
}

const SHOWN = 3;

export function LastPayouts({ title, all, payouts, coin }: LastPayoutsProps) {
  return (
    <section aria-labelledby="payouts">
      <div className={styles.payoutsHead}>
        <Text as="h2" size="head" isTight id="payouts">
          {title}
        </Text>
        {all}
      </div>
      <ul>
        {payouts.slice(0, SHOWN).map((payout) => (
          <li key={payout.ID}>
            <PayoutRow payout={payout} coin={coin} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function PayoutRow({ payout, coin }: { payout: ShownPayout; coin: string }) {
  const { dueAt, amount } = payout;
  const places = exactPlaces(amount, useCoinPlaces(coin));
  return (
    <div className={styles.payout}>
      <DateText at={dueAt} detail="day" />
      <AmountText value={amount} places={places} unit={coin} isGain />
    </div>
  );
}
