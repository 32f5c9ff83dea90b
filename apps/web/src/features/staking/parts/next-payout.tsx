/** When the next payout is due, and the time left. */
import { Card, clockIcon, DateText, Icon } from '@tern/ui';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../kernel/site-config.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { StakeOrder } from '../products.ts';
import { timeLeft } from '../payout-time.ts';
import styles from './order.module.css';

const MINUTE_MS = 60_000;

/** The server's time, each minute. */
function useMinute(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function NextPayout({ order: { nextPayoutAt } }: { order: StakeOrder }) {
  const t = useT();
  const left = timeLeft(nextPayoutAt, useMinute());
  return (
    <Card>
      <div className={styles.next}>
        <span className={styles.clock}>
          <Icon of={clockIcon} size={20} />
        </span>
        <div>
          <b>{t('staking.nextPayout')}</b>
          <small>
            <DateText at={nextPayoutAt} detail="minute" />
          </small>
        </div>
        <span>
          {left === undefined
            ? t('staking.payoutDue')
            : t('staking.inHours', { hours: left.hours, minutes: left.minutes })}
        </span>
      </div>
    </Card>
  );
}
