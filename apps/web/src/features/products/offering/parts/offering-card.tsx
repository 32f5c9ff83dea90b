/** One offering of the list: coin, terms, progress, and the way to its page. */
import {
  ButtonLink,
  Card,
  CoinMark,
  FinePrint,
  formatDate,
  formatPrice,
  Pill,
  Pressable,
  PriceText,
  useNumberLocale,
} from '@tern/ui';
import type { ReactNode } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { type Offering, phaseOf, statusOf } from '../view-model.ts';
import styles from './offering.module.css';
import { SaleProgress, type SaleProgressProps } from './sale-progress.tsx';

export function OfferingCard(props: SaleProgressProps) {
  const { offering, now } = props;
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  const link = to(pages.offeringDetail, { id: String(offering.ID) });
  const status = statusOf(offering, now);
  return (
    <Card className={styles.card ?? ''}>
      <Pressable {...link} className={styles.head}>
        <OfferingHead {...props} />
      </Pressable>
      <Terms {...props} />
      <SaleProgress {...props} />
      {status === 'open' && (
        <>
          <ButtonLink kind="primary" isFull {...link}>
            {t('offering.subscribe')}
          </ButtonLink>
          <FinePrint>
            {t('offering.risk', { price: formatPrice(offering.price, { locale }) })}
          </FinePrint>
        </>
      )}
      {status === 'paused' && <FinePrint>{t('offering.pausedText')}</FinePrint>}
      {status === 'used' && <FinePrint>{t('offering.limitReached')}</FinePrint>}
    </Card>
  );
}

/** Mark, name, supply, and where the sale is. */
export function OfferingHead({ offering, now }: SaleProgressProps) {
  const t = useT();
  const { coin, name, logo, supply } = offering;
  return (
    <span className={styles.coinLine}>
      <CoinMark symbol={coin} logo={logo} size={44} />
      <span className={styles.names}>
        <span className={styles.name}>
          {name} <small>{coin}</small>
        </span>
        <span className={styles.quiet}>
          {t('offering.supply')} <PriceText value={supply} />
        </span>
      </span>
      <SalePill {...{ offering, now }} />
    </span>
  );
}

function Terms({ offering, now }: SaleProgressProps) {
  const t = useT();
  const { price, payCoin, lockDays, memberMax, current } = offering;
  const unit = <i> {payCoin}</i>;
  return (
    <dl className={styles.terms}>
      <Term name={t('offering.price')}>
        <PriceText value={price} />
        {unit}
      </Term>
      <Term name={t('offering.lockUp')}>{t('offering.days', { count: lockDays })}</Term>
      {phaseOf(offering, now) === 'ended' ? (
        <Term name={t('offering.priceNow')}>
          <PriceText value={current} />
        </Term>
      ) : (
        <Term name={t('offering.perPerson')}>
          <PriceText value={memberMax} />
        </Term>
      )}
    </dl>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Where a sale is, in one or two words. */
function SalePill({ offering, now }: { offering: Offering; now: number }) {
  const t = useT();
  const locale = useNumberLocale();
  switch (statusOf(offering, now)) {
    case 'open':
    case 'used':
      return (
        <Pill kind="done" dot="self">
          {t('offering.open')}
        </Pill>
      );
    case 'coming': {
      const date = formatDate(offering.opensAt, { locale, detail: 'date' });
      return <Pill>{t('offering.opensOn', { date })}</Pill>;
    }
    case 'paused':
      return <Pill kind="review">{t('offering.paused')}</Pill>;
    case 'full':
      return <Pill>{t('offering.soldOut')}</Pill>;
    case 'ended':
      return <Pill>{t('offering.ended')}</Pill>;
  }
}
