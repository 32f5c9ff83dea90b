/** Leaving a staking order early: the question with the exact figures of this moment, and the answer with those that were posted. */
import { useQuery } from '@tanstack/react-query';
import {
  ConfirmDialog,
  formatAmount,
  formatDate,
  KeyValue,
  KeyValues,
  showToast,
  TwoOutcomes,
  AmountText,
  useNumberLocale,
} from '@tern/ui';
import { decimal } from '@tern/money';
import { useState } from 'react';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { queryClient } from '../../../../kernel/query-client.ts';
import { useReportError } from '../../../../kernel/report-error.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import {
  redeem,
  type Redeemed,
  type Redemption,
  redemptionQuery,
  reloadStaking,
  rememberOrder,
} from '../api.ts';
import { type StakeOrder, yieldCoin } from '../products.ts';
import { lossOf } from '../view-model.ts';
import styles from './order.module.css';
import { useTermsTexts } from './terms.tsx';

export function useRedeem(order: StakeOrder) {
  const t = useT();
  const report = useReportError();
  const print = usePrint(order.payCoin);
  const [figures, setFigures] = useState<Redemption>();
  const [isAsking, setAsking] = useState(false);
  const { submit, isBusy } = useSubmit<number, Redeemed>({
    movesMoney: true,
    send: redeem,
    onDone: (made) => {
      setFigures(undefined);
      rememberOrder(made.order);
      const { returned, penalty } = made.redemption;
      showToast(
        t('staking.redeemedNow', { returned: print(returned), penalty: print(penalty) }),
        'done',
      );
    },
    onFailed: () => {
      setFigures(undefined);
      reloadStaking();
    },
  });
  const ask = () => {
    if (isAsking) return;
    setAsking(true);
    queryClient
      .fetchQuery(redemptionQuery(order.ID))
      .then(setFigures, (error: unknown) => {
        report(error);
        reloadStaking();
      })
      .finally(() => setAsking(false));
  };
  const { data: now } = useQuery({ ...redemptionQuery(order.ID), enabled: order.canRedeem });
  return {
    ask,
    /** What leaving costs now; undefined while unknown. */
    cost: now && print(now.penalty),
    figures,
    isBusy,
    confirm: () => submit(order.ID),
    leave: () => setFigures(undefined),
  };
}

export type Redeeming = ReturnType<typeof useRedeem>;

/** "250.00 USDT", with all digits. */
function usePrint(coin: string): (amount: string) => string {
  const locale = useNumberLocale();
  const usual = useCoinPlaces(coin);
  return (amount) =>
    `${formatAmount(amount, { locale, places: exactPlaces(amount, usual) })} ${coin}`;
}

export function RedeemDialog({ order, redeeming }: { order: StakeOrder; redeeming: Redeeming }) {
  const t = useT();
  const print = usePrint(order.payCoin);
  const { figures, isBusy, confirm, leave } = redeeming;
  return (
    <ConfirmDialog
      isOpen={figures !== undefined}
      question={t('staking.redeemQuestion', { count: figures?.daysLeft ?? 0 })}
      confirmLabel={figures ? t('staking.redeemLose', { amount: print(figures.penalty) }) : ''}
      confirmKind="danger"
      cancelLabel={t('staking.keepIt')}
      isBusy={isBusy}
      busyLabel={t('staking.redeeming')}
      onConfirm={confirm}
      onCancel={leave}
    >
      {figures && <Figures order={order} figures={figures} />}
    </ConfirmDialog>
  );
}

function Figures({ order, figures }: { order: StakeOrder; figures: Redemption }) {
  const t = useT();
  const locale = useNumberLocale();
  const { percent } = useTermsTexts();
  const print = usePrint(order.coin);
  const { payCoin, penalty: ratio } = order;
  const places = useCoinPlaces(payCoin);
  const unit = yieldCoin(order);
  const yieldPlaces = useCoinPlaces(unit);
  const { invested, penalty, returned, kept, forfeited, missed } = figures;
  const loss = lossOf(penalty);
  const isForfeiting = decimal(forfeited) > 0n;
  return (
    <div className={styles.question}>
      <TwoOutcomes
        gain={{
          label: t('staking.stayTo', {
            date: formatDate(order.expireAt, { locale, detail: 'date' }),
          }),
          value: <AmountText value={missed} places={exactPlaces(missed, yieldPlaces)} isSigned />,
          unit,
          note: t('staking.toCome'),
        }}
        loss={{
          label: t('staking.leaveNow'),
          value: <ExactAmount value={loss} places={places} />,
          unit: payCoin,
          note: t('staking.penalty'),
        }}
      />
      <KeyValues>
        <KeyValue
          name={t('staking.putIn')}
          value={<ExactAmount value={invested} places={places} unit={payCoin} />}
        />
        <KeyValue
          name={t('staking.penaltyRatio', { ratio: percent(ratio) })}
          value={<ExactAmount value={loss} places={places} unit={payCoin} />}
        />
        {isForfeiting && (
          <KeyValue name={t('staking.forfeited')} value={print(lossOf(forfeited))} />
        )}
        <KeyValue
          isTotal
          name={t('staking.backNow')}
          value={<ExactAmount value={returned} places={places} unit={payCoin} />}
        />
      </KeyValues>
      <p>
        {decimal(kept) > 0n && t('staking.keptStays', { amount: print(kept) })}{' '}
        {t('staking.cantUndo')}
      </p>
    </div>
  );
}
