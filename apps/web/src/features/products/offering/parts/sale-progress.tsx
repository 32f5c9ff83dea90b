/** The window of a sale with its countdown, and how much is sold. */
import { formatDate, formatPercent, formatPrice, useNumberLocale } from '@tern/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type Offering, passedShare, phaseOf, soldShare, timeLeft } from '../view-model.ts';
import styles from './offering.module.css';

export interface SaleProgressProps {
  offering: Offering;
  /** By the server's clock. */
  now: number;
}

export function SaleProgress({ offering, now }: SaleProgressProps) {
  const phase = phaseOf(offering, now);
  return (
    <div className={styles.progress}>
      {phase !== 'ended' && <Window {...{ offering, now }} />}
      {phase !== 'coming' && <Sold offering={offering} isEnded={phase === 'ended'} />}
    </div>
  );
}

function Window({ offering, now }: SaleProgressProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { opensAt, closesAt, cap } = offering;
  const isOpen = now >= opensAt;
  const opened = formatDate(opensAt, { locale, detail: 'date' });
  const opens = formatDate(opensAt, { locale, detail: 'short' });
  const closes = formatDate(closesAt, { locale, detail: 'short' });
  return (
    <>
      <Line>
        <span>{isOpen ? t('offering.opened', { date: opened }) : t('offering.opensIn')}</span>
        <Countdown isOpen={isOpen} ms={(isOpen ? closesAt : opensAt) - now} />
      </Line>
      {isOpen && <Bar share={passedShare(opensAt, closesAt, now)} />}
      <Line>
        <span>{t('offering.thisRound', { amount: formatPrice(cap, { locale }) })}</span>
        <span>
          {isOpen ? t('offering.closes', { date: closes }) : t('offering.opensOn', { date: opens })}
        </span>
      </Line>
    </>
  );
}

function Sold({ offering, isEnded }: Pick<SaleProgressProps, 'offering'> & { isEnded: boolean }) {
  const t = useT();
  const locale = useNumberLocale();
  const share = soldShare(offering);
  const amount = formatPrice(offering.sold, { locale });
  const cap = formatPrice(offering.cap, { locale });
  return (
    <>
      <Line>
        <span>
          {isEnded ? t('offering.soldOf', { amount, cap }) : t('offering.sold', { amount })}
        </span>
        <b>{formatPercent(String(share), locale)}</b>
      </Line>
      <Bar share={share} tone="sold" />
    </>
  );
}

const Line = ({ children }: { children: ReactNode }) => <p className={styles.line}>{children}</p>;

/** "2 d 14:18:40 left" */
function Countdown({ ms, isOpen }: { ms: number; isOpen: boolean }) {
  const t = useT();
  const { days, clock } = timeLeft(ms);
  const time = days === 0 ? clock : t('offering.daysAndTime', { days: String(days), clock });
  return (
    <span role="timer">
      <b>{isOpen ? t('offering.timeLeft', { time }) : time}</b>
    </span>
  );
}

export interface BarProps {
  /** 0 to 100. */
  share: number;
  /** `time` is neutral, `sold` teal, `waiting` for coins that are frozen. */
  tone?: 'time' | 'sold' | 'waiting';
}

/** The lines around it say the same in words. */
export function Bar({ share, tone = 'time' }: BarProps) {
  return (
    <div className={styles.bar} aria-hidden="true">
      <i className={styles[tone]} style={{ width: `${share}%` }} />
    </div>
  );
}
