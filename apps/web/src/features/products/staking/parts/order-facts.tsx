/** The terms of an order, as they were when it was bought. */
import { Card, DateText, KeyValue, KeyValues } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { StakeOrder } from '../products.ts';
import { EarlyExit, OutputADay, useTermsTexts } from './terms.tsx';

export function OrderFacts({ order }: { order: StakeOrder }) {
  const t = useT();
  const texts = useTermsTexts();
  const { income, coin } = order;
  return (
    <Card>
      <KeyValues>
        {order.type !== 'staking' && (
          <KeyValue name={t('staking.ownership')} value={texts.ownership(order)} />
        )}
        <KeyValue name={t('staking.paysIn')} value={coin} />
        <KeyValue name={t('staking.income')} value={texts.income(order)} />
        <KeyValue
          name={t(
            income.kind === 'coins'
              ? order.type === 'shared'
                ? 'staking.machineOutput'
                : 'staking.unitOutput'
              : 'staking.dailyRate',
          )}
          value={
            <>
              <OutputADay terms={order} />
              {income.kind === 'coins' && ` ${coin}`}
            </>
          }
        />
        <KeyValue name={t('staking.term')} value={t('staking.days', { count: order.days })} />
        <KeyValue name={t('staking.payoutTime')} value={texts.payout(order)} />
        <KeyValue name={t('staking.output')} value={texts.output(order)} />
        <KeyValue name={t('staking.earlyExitCosts')} value={<EarlyExit terms={order} />} />
        <KeyValue
          name={t('staking.boughtAt')}
          value={<DateText at={order.CreatedAt} detail="second" />}
        />
        <KeyValue name={t('staking.orderNo')} value={order.orderNo} />
      </KeyValues>
    </Card>
  );
}
