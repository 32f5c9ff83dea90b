/** The parts of an order's page: the principal, how far the term is, and what was paid. */
import {
  Card,
  classNames,
  DateText,
  Figures,
  formatDate,
  KeyValue,
  KeyValues,
  Pill,
  type PillKind,
  ProgressBar,
  useNumberLocale,
} from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { OrderHead } from '../../../../kernel/products/order-head.tsx';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { FixedTermOrder } from '../api.ts';
import { asLoss, exitCost, isSome, type OrderTerm } from '../earn-view.ts';
import styles from './earn.module.css';

const PILLS = {
  'in-term': { kind: 'done', word: 'earn.inTerm' },
  redeemed: { kind: 'neutral', word: 'earn.redeemed' },
  ended: { kind: 'neutral', word: 'earn.ended' },
} as const satisfies Record<string, { kind: PillKind; word: string }>;

export function Head({ order }: { order: FixedTermOrder }) {
  const { name, asset, principal, status } = order;
  const t = useT();
  const { kind, word } = PILLS[status];
  return (
    <OrderHead
      symbol={asset}
      logo={useCoin(asset)?.logo}
      name={name}
      status={
        <Pill kind={kind} dot="self">
          {t(word)}
        </Pill>
      }
      amount={
        <ExactAmount look="hero" value={principal} places={useCoinPlaces(asset)} unit={asset} />
      }
      note={useHeadNote(order)}
    />
  );
}

/** The rate and when it was fixed; afterwards what became of the principal. */
function useHeadNote(order: FixedTermOrder): string {
  const { asset, status, dailyRate, CreatedAt, endedAt, penaltyPaid, feePaid, returned } = order;
  const t = useT();
  const locale = useNumberLocale();
  const ratio = useRatioText();
  const print = useAmountText(useCoinPlaces(asset));
  const day = (at: string | null) => formatDate(at, { locale, detail: 'day' });
  if (status === 'in-term') {
    return t('earn.rateFixed', { rate: ratio(dailyRate), date: day(CreatedAt) });
  }
  const lost = exitCost({ penalty: penaltyPaid, fee: feePaid });
  const sum = { amount: print(status === 'redeemed' ? lost : returned), coin: asset };
  const key = status === 'redeemed' ? 'earn.youLeft' : 'earn.cameBack';
  return t(key, { ...sum, date: day(endedAt) });
}

interface OrderProgressProps {
  order: FixedTermOrder;
  term: OrderTerm;
}

/** Of an order in term. */
export function OrderProgress({ order, term }: OrderProgressProps) {
  const { asset, days, principal, startAt, expireAt } = order;
  const t = useT();
  const locale = useNumberLocale();
  const print = useAmountText(useCoinPlaces(asset));
  const label = t('earn.dayOf', { day: term.day, days });
  const end = formatDate(expireAt, { locale, detail: 'day' });
  const start = formatDate(startAt, { locale, detail: 'day' });
  return (
    <Card>
      <div className={classNames(styles.ends, styles.strong)}>
        <span>{label}</span>
        <span>{t('earn.daysLeft', { count: term.daysLeft })}</span>
      </div>
      <div className={styles.bar}>
        <ProgressBar value={term.day} max={days} label={label} />
      </div>
      <div className={styles.ends}>
        <span>{term.hasStarted ? start : t('earn.startsOn', { date: start })}</span>
        <span>{t('earn.backOn', { amount: print(principal), date: end })}</span>
      </div>
      <PaidSums order={order} />
    </Card>
  );
}

function PaidSums({ order: { asset, paid, toCome, expected } }: { order: FixedTermOrder }) {
  const t = useT();
  const places = useCoinPlaces(asset);
  const sum = (value: string, isGain = false) => (
    <ExactAmount value={value} places={places} isGain={isGain} />
  );
  return (
    <div className={styles.sums}>
      <Figures
        isRow
        items={[
          { label: t('earn.paidSoFar'), value: sum(paid, true) },
          { label: t('earn.stillToCome'), value: sum(toCome) },
          { label: t('earn.inAll'), value: sum(expected) },
        ]}
      />
    </div>
  );
}

/** The terms, and of an order that is over what it brought and returned. */
export function OrderFacts({ order }: { order: FixedTermOrder }) {
  const { asset, status, days, payoutTime, penalty, fee, orderNo, CreatedAt } = order;
  const t = useT();
  const ratio = useRatioText();
  return (
    <Card>
      <KeyValues>
        {status !== 'in-term' && <EndedSums asset={asset} order={order} />}
        <KeyValue name={t('earn.term')} value={t('earn.days', { count: days })} />
        <KeyValue name={t('earn.payout')} value={t('earn.dailyAt', { time: payoutTime })} />
        <KeyValue
          name={t('earn.leavingEarly')}
          value={t('earn.penaltyAndFee', { penalty: ratio(penalty), fee: ratio(fee) })}
        />
        <KeyValue name={t('earn.boughtAt')} value={<DateText at={CreatedAt} detail="second" />} />
        <KeyValue name={t('earn.recordNo')} value={orderNo} />
      </KeyValues>
    </Card>
  );
}

function EndedSums({ asset, order }: { asset: string; order: FixedTermOrder }) {
  const { principal, penaltyPaid, feePaid, returned, paid, endedAt } = order;
  const t = useT();
  const places = useCoinPlaces(asset);
  const sum = (value: string) => <ExactAmount value={value} places={places} unit={asset} />;
  return (
    <>
      <KeyValue name={t('earn.putIn')} value={sum(principal)} />
      {isSome(penaltyPaid) && (
        <KeyValue name={t('earn.penalty')} value={sum(asLoss(penaltyPaid))} />
      )}
      {isSome(feePaid) && <KeyValue name={t('earn.fee')} value={sum(asLoss(feePaid))} />}
      <KeyValue name={t('earn.returned')} value={sum(returned)} />
      <KeyValue name={t('earn.yieldPaid')} value={sum(paid)} />
      <KeyValue name={t('earn.endedAt')} value={<DateText at={endedAt} detail="second" />} />
    </>
  );
}
