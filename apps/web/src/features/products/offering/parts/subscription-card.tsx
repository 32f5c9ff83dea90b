/** One subscription of the records: quantity, cost, result at the current price, and when it unfreezes. */
import {
  AmountText,
  Card,
  ChangeText,
  checkIcon,
  CoinMark,
  formatDate,
  Icon,
  lockIcon,
  Pill,
  useNumberLocale,
} from '@tern/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { daysLeft, passedShare, percentOf, type Subscription } from '../view-model.ts';
import styles from './offering.module.css';
import { Bar } from './sale-progress.tsx';
import { UnfreezeDate, useUnfreezeDate } from './unfreeze-date.tsx';
import { Quantity } from './offerings-header.tsx';

export interface SubscriptionCardProps {
  subscription: Subscription;
  /** By the server's clock. */
  now: number;
  /** The one that the URL names. */
  isNamed: boolean;
}

export function SubscriptionCard({ subscription, now, isNamed }: SubscriptionCardProps) {
  const t = useT();
  const locale = useNumberLocale();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNamed) card.current?.scrollIntoView({ block: 'center' });
  }, [isNamed]);
  const { coin, name, logo, quantity, boughtAt, isFrozen } = subscription;
  return (
    <div ref={card} aria-current={isNamed || undefined} className={styles.record}>
      <Card className={styles.card ?? ''}>
        <div className={styles.coinLine}>
          <CoinMark symbol={coin} logo={logo} size={40} />
          <span className={styles.names}>
            <span className={styles.name}>
              <Quantity {...{ coin, quantity }} />
            </span>
            <span className={styles.quiet}>
              {t('offering.boughtOn', {
                name,
                date: formatDate(boughtAt, { locale, detail: 'day' }),
              })}
            </span>
          </span>
          {isFrozen ? (
            <Pill kind="review">
              <Icon of={lockIcon} size={12} />
              {t('offering.frozen')}
            </Pill>
          ) : (
            <Pill kind="done">{t('offering.unfrozen')}</Pill>
          )}
        </div>
        <Result subscription={subscription} />
        {isFrozen ? <Waiting {...{ subscription, now }} /> : <Free subscription={subscription} />}
      </Card>
    </div>
  );
}

function Result({ subscription }: Pick<SubscriptionCardProps, 'subscription'>) {
  const t = useT();
  const { paid, worth, profit, ratio, payCoin } = subscription;
  const places = useCoinPlaces(payCoin);
  return (
    <dl className={styles.result}>
      <Cell name={t('offering.paid', { coin: payCoin })}>
        <ExactAmount value={paid} places={places} />
      </Cell>
      <Cell name={t('offering.worthNow')}>
        <AmountText value={worth} places={places} />
      </Cell>
      <Cell name={t('offering.result')}>
        <AmountText isGain value={profit} places={places} />{' '}
        {ratio !== undefined && (
          <small>
            <ChangeText percent={percentOf(ratio)} />
          </small>
        )}
      </Cell>
    </dl>
  );
}

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Waiting({ subscription, now }: Pick<SubscriptionCardProps, 'subscription' | 'now'>) {
  const t = useT();
  const { boughtAt, unfreezesAt } = subscription;
  return (
    <div className={styles.progress}>
      <Bar share={passedShare(boughtAt, unfreezesAt, now)} tone="waiting" />
      <p className={styles.line}>
        <span>{t('offering.daysLeft', { count: daysLeft(unfreezesAt, now) })}</span>
        <span className={styles.when}>
          {t('offering.unfreezes')}{' '}
          <b>
            <UnfreezeDate at={unfreezesAt} />
          </b>
        </span>
      </p>
    </div>
  );
}

function Free({ subscription }: Pick<SubscriptionCardProps, 'subscription'>) {
  const t = useT();
  const dateOf = useUnfreezeDate();
  return (
    <p className={styles.free}>
      <Icon of={checkIcon} size={16} />
      {t('offering.unfroze', { date: dateOf(subscription.unfreezesAt) })}
    </p>
  );
}
