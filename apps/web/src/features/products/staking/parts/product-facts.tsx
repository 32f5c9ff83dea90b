/** All terms of a product. */
import { AmountText, Card, type Figure, Figures } from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Product } from '../products.ts';
import { EarlyExit, OutputADay, useTermsTexts } from './terms.tsx';

export function ProductFacts({ product }: { product: Product }) {
  const t = useT();
  const texts = useTermsTexts();
  const places = useCoinPlaces(product.payCoin);
  const tokenPlaces = useCoinPlaces(product.token?.coin ?? '');
  const { income, coin, payCoin, token, type } = product;
  const facts: Figure[] = [
    {
      label: t(type === 'shared' ? 'staking.machinePrice' : 'staking.unitPrice'),
      value: <ExactAmount value={product.price} places={places} unit={payCoin} />,
    },
    { label: t('staking.paysIn'), value: coin },
    ...(type === 'staking'
      ? []
      : [{ label: t('staking.ownership'), value: texts.ownership(product) }]),
    { label: t('staking.income'), value: texts.income(product) },
    {
      label: t(income.kind === 'coins' ? 'staking.dailyOutput' : 'staking.dailyRate'),
      value: (
        <>
          <OutputADay terms={product} />
          {income.kind === 'coins' && ` ${coin}`}
        </>
      ),
    },
    { label: t('staking.term'), value: t('staking.days', { count: product.days }) },
    { label: t('staking.payoutTime'), value: texts.payout(product) },
    { label: t('staking.output'), value: texts.output(product) },
    { label: t('staking.earlyExitCosts'), value: <EarlyExit terms={product} /> },
    ...(type === 'shared'
      ? []
      : [
          {
            label: t('staking.orderLimit'),
            value: t('staking.units', { count: product.maxUnits }),
          },
        ]),
    ...(token === undefined
      ? []
      : [
          {
            label: t('staking.holdAtLeast'),
            value: (
              <AmountText
                value={token.min}
                places={Math.min(tokenPlaces, exactPlaces(token.min, 0))}
                unit={token.coin}
              />
            ),
          },
        ]),
  ];
  return (
    <Card>
      <Figures items={facts} />
    </Card>
  );
}
