/** Leaving a fixed term early: its cost on the button, every figure in the question. */
import { useQuery } from '@tanstack/react-query';
import {
  AmountText,
  Button,
  ConfirmDialog,
  FinePrint,
  formatDate,
  KeyValue,
  KeyValues,
  showToast,
  TwoOutcomes,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, exactPlaces, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useReportError } from '../../../../kernel/report-error.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import {
  type FixedTermOrder,
  type Redemption,
  redemptionQuery,
  reloadOrders,
  sendRedemption,
  showOrder,
} from '../api.ts';
import { asLoss, exitCost } from '../earn-view.ts';
import styles from './earn.module.css';

/** The figures asked about: those of the moment the question was opened. */
function useQuestion(id: number) {
  const query = useQuery(redemptionQuery(id));
  const report = useReportError();
  const [asked, setAsked] = useState<Redemption>();
  const [isOpening, setOpening] = useState(false);
  const ask = async () => {
    setOpening(true);
    const { data, error, isSuccess } = await query.refetch();
    setOpening(false);
    if (isSuccess) setAsked(data);
    else {
      report(error);
      reloadOrders();
    }
  };
  return {
    /** For the button; undefined while unknown. */
    known: query.data,
    asked,
    isOpening,
    ask: () => void ask(),
    leave: () => setAsked(undefined),
  };
}

export function RedeemEarly({ order }: { order: FixedTermOrder }) {
  const { ID, asset } = order;
  const t = useT();
  const print = useAmountText(useCoinPlaces(asset));
  const { known, asked, isOpening, ask, leave } = useQuestion(ID);
  const { submit, isBusy } = useSubmit<number, Awaited<ReturnType<typeof sendRedemption>>>({
    movesMoney: true,
    send: sendRedemption,
    onDone: ({ order: after, redemption }) => {
      leave();
      showOrder(after);
      const sums = { amount: print(redemption.returned), cost: print(exitCost(redemption)) };
      showToast(t('earn.redeemedDone', { ...sums, coin: asset }), 'done');
    },
    onFailed: () => {
      leave();
      reloadOrders();
    },
  });
  const cost = known && { amount: print(exitCost(known)), coin: asset };
  return (
    <>
      <Button kind="outline" isFull isBusy={isOpening} onPress={ask}>
        {cost ? t('earn.redeemCosts', cost) : t('earn.redeemEarly')}
      </Button>
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={t('earn.redeemQuestion', { count: asked?.daysLeft ?? 0 })}
        confirmLabel={t('earn.redeemLose', { amount: asked ? print(exitCost(asked)) : '' })}
        confirmKind="danger"
        cancelLabel={t('earn.keepIt')}
        busyLabel={t('earn.redeeming')}
        isBusy={isBusy}
        onConfirm={() => submit(ID)}
        onCancel={leave}
      >
        {asked && <RedemptionFigures order={order} redemption={asked} />}
      </ConfirmDialog>
    </>
  );
}

interface RedemptionFiguresProps {
  order: FixedTermOrder;
  redemption: Redemption;
}

function RedemptionFigures({ order, redemption }: RedemptionFiguresProps) {
  const { asset, expireAt } = order;
  const { principal, penalty, fee, returned, kept, missed } = redemption;
  const t = useT();
  const locale = useNumberLocale();
  const ratio = useRatioText();
  const places = useCoinPlaces(asset);
  const print = useAmountText(places);
  const date = formatDate(expireAt, { locale, detail: 'date' });
  const signed = (value: string) => (
    <AmountText isSigned value={value} places={exactPlaces(value, places)} />
  );
  const sum = (value: string) => <ExactAmount value={value} places={places} />;
  return (
    <div className={styles.prompt}>
      <TwoOutcomes
        gain={{
          label: t('earn.stayTo', { date }),
          value: signed(missed),
          unit: asset,
          note: t('earn.toCome'),
        }}
        loss={{
          label: t('earn.leaveNow'),
          value: signed(asLoss(exitCost(redemption))),
          unit: asset,
          note: t('earn.penaltyWithFee'),
        }}
      />
      <KeyValues>
        <KeyValue name={t('earn.putIn')} value={sum(principal)} />
        <KeyValue
          name={t('earn.penaltyOf', { ratio: ratio(order.penalty) })}
          value={sum(asLoss(penalty))}
        />
        <KeyValue name={t('earn.feeOf', { ratio: ratio(order.fee) })} value={sum(asLoss(fee))} />
        <KeyValue
          isTotal
          name={t('earn.backNow')}
          value={<ExactAmount value={returned} places={places} unit={asset} />}
        />
      </KeyValues>
      <FinePrint>{t('earn.keptNote', { amount: print(kept), coin: asset })}</FinePrint>
    </div>
  );
}
