/** Leaving a staking order early: the question with the exact figures of this moment, and the answer with those that were posted. */
import { useQuery } from '@tanstack/react-query';
import {
  AmountText,
  Button,
  formatDate,
  KeyValue,
  KeyValues,
  showToast,
  TwoOutcomes,
  useNumberLocale,
} from '@tern/ui';
import { decimal } from '@tern/money';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, exactPlaces, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { RedemptionDialog, useRedemption } from '../../../../kernel/products/redemption.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { redeem, type Redemption, redemptionQuery, reloadStaking, rememberOrder } from '../api.ts';
import { type StakeOrder, yieldCoin } from '../products.ts';
import { lossOf } from '../view-model.ts';
import styles from './order.module.css';
import { useTermsTexts } from './terms.tsx';

/** Nothing for an order that cannot be left. */
export function RedeemOrder({ order }: { order: StakeOrder }) {
  const t = useT();
  const print = usePrint(order.payCoin);
  const redemption = useRedemption({
    id: order.ID,
    query: useQuery({ ...redemptionQuery(order.ID), enabled: order.canRedeem }),
    send: redeem,
    onRedeemed: ({ order: after, redemption: { returned, penalty } }) => {
      rememberOrder(after);
      const sums = { returned: print(returned), penalty: print(penalty) };
      showToast(t('staking.redeemedNow', sums), 'done');
    },
    onFailed: reloadStaking,
  });
  const { known, asked, ask } = redemption;
  return (
    <>
      {order.canRedeem && (
        <Button kind="outline" isFull onPress={ask}>
          {known === undefined
            ? t('staking.redeemEarly')
            : t('staking.redeemEarlyCosts', { amount: print(known.penalty) })}
        </Button>
      )}
      <RedemptionDialog
        redemption={redemption}
        question={t('staking.redeemQuestion', { count: asked?.daysLeft ?? 0 })}
        confirmLabel={asked ? t('staking.redeemLose', { amount: print(asked.penalty) }) : ''}
        cancelLabel={t('staking.keepIt')}
        busyLabel={t('staking.redeeming')}
      >
        {asked && <Figures order={order} figures={asked} />}
      </RedemptionDialog>
    </>
  );
}

/** "250.00 USDT", with all digits. */
function usePrint(coin: string): (amount: string) => string {
  const print = useAmountText(useCoinPlaces(coin));
  return (amount) => `${print(amount)} ${coin}`;
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
