/** When the next payout of an order is due, and the time left. */
import { Card, clockIcon, DateText, Icon } from '@tern/ui';
import { useEffect, useState } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import { serverNow } from '../site-config.ts';
import styles from './products.module.css';
import { timeLeft } from './time-left.ts';

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

/** `at`: ISO 8601 */
export function NextPayout({ at }: { at: string }) {
  const t = useT();
  const left = timeLeft(at, useMinute());
  return (
    <Card>
      <div className={styles.next}>
        <span className={styles.clock}>
          <Icon of={clockIcon} size={20} />
        </span>
        <div>
          <b>{t('products.nextPayout')}</b>
          <small>
            <DateText at={at} detail="minute" />
          </small>
        </div>
        <span>
          {left === undefined
            ? t('products.payoutDue')
            : t('products.payoutIn', { hours: left.hours, minutes: left.minutes })}
        </span>
      </div>
    </Card>
  );
}
