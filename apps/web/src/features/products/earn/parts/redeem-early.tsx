/** Leaving a fixed term early: its cost on the button, every figure in the question. */
import { useQuery } from '@tanstack/react-query';
import {
  AmountText,
  Button,
  FinePrint,
  formatDate,
  KeyValue,
  KeyValues,
  showToast,
  TwoOutcomes,
  useNumberLocale,
} from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, exactPlaces, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { RedemptionDialog, useRedemption } from '../../../../kernel/products/redemption.tsx';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import {
  type FixedTermOrder,
  keepOrder,
  type Redemption,
  redemptionQuery,
  reloadOrders,
  sendRedemption,
} from '../api.ts';
import { asLoss, exitCost } from '../earn-view.ts';
import styles from './earn.module.css';

export function RedeemEarly({ order }: { order: FixedTermOrder }) {
  const { ID, asset } = order;
  const t = useT();
  const print = useAmountText(useCoinPlaces(asset));
  const redemption = useRedemption({
    id: ID,
    query: useQuery(redemptionQuery(ID)),
    send: sendRedemption,
    onRedeemed: ({ order: after, redemption: made }) => {
      keepOrder(after);
      const sums = { amount: print(made.returned), cost: print(exitCost(made)) };
      showToast(t('earn.redeemedDone', { ...sums, coin: asset }), 'done');
    },
    onFailed: reloadOrders,
  });
  const { known, asked, isOpening, ask } = redemption;
  const cost = known && { amount: print(exitCost(known)), coin: asset };
  return (
    <>
      <Button kind="outline" isFull isBusy={isOpening} onPress={ask}>
        {cost ? t('earn.redeemCosts', cost) : t('earn.redeemEarly')}
      </Button>
      <RedemptionDialog
        redemption={redemption}
        question={t('earn.redeemQuestion', { count: asked?.daysLeft ?? 0 })}
        confirmLabel={t('earn.redeemLose', { amount: asked ? print(exitCost(asked)) : '' })}
        cancelLabel={t('earn.keepIt')}
        busyLabel={t('earn.redeeming')}
      >
        {asked && <RedemptionFigures order={order} redemption={asked} />}
      </RedemptionDialog>
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
