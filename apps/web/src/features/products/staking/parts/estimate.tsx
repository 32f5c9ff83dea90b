/** What a purchase pays and what it can cost: output, two cases in one size, and the worst case in a sentence. */
import {
  AmountText,
  FinePrint,
  formatAmount,
  formatDate,
  formatPercent,
  formatPrice,
  Pill,
  Stack,
  Text,
  TwoOutcomes,
  useNumberLocale,
} from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import type { Translate } from '../../../../platform/i18n/translate.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Quote } from '../api.ts';
import { type Choice, type Product, yieldCoin } from '../products.ts';
import { coverOf, outlookOf, worthOf } from '../view-model.ts';
import styles from './purchase.module.css';
import { useTermsTexts } from './terms.tsx';

export interface EstimateProps {
  product: Product;
  choice: Choice;
  quote: Quote;
}

export function Estimate({ product, choice, quote }: EstimateProps) {
  const t = useT();
  const locale = useNumberLocale();
  const unit = yieldCoin(product);
  const places = useCoinPlaces(unit);
  const payPlaces = useCoinPlaces(product.payCoin);
  const isCoins = product.income.kind === 'coins' && product.coin !== product.payCoin;
  const worth = isCoins ? worthOf(quote.perDay, quote.price, payPlaces) : undefined;
  return (
    <Stack as="section" gap={12} top={6} aria-label={t('staking.estimate')}>
      <div className={styles.estimateHead}>
        <Text as="h2" size="label" tone="soft">
          {'percent' in choice
            ? t('staking.sharePaysADay', { share: formatPercent(String(choice.percent), locale) })
            : t('staking.unitsPayADay', { count: choice.units })}
        </Text>
        <Pill>{t(worth === undefined ? 'staking.estimate' : 'staking.atTodaysPrice')}</Pill>
      </div>
      <p className={styles.perDay}>
        <span>
          <AmountText value={quote.perDay} places={exactPlaces(quote.perDay, places)} />{' '}
          <small>{unit}</small>
        </span>
        {worth !== undefined && (
          <span>
            <AmountText value={worth} places={payPlaces} unit={product.payCoin} isConverted />
          </span>
        )}
      </p>
      <Cases product={product} quote={quote} />
      <FinePrint>
        <WorstCase product={product} quote={quote} />
      </FinePrint>
    </Stack>
  );
}

type CaseProps = Omit<EstimateProps, 'choice'>;

function Cases({ product, quote }: CaseProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { percent } = useTermsTexts();
  const { coin, payCoin, days } = product;
  const gainPlaces = useCoinPlaces(yieldCoin(product));
  const places = useCoinPlaces(payCoin);
  const outlook = outlookOf(product, quote);
  const signed = (value: string, shown: number, unit: string) => ({
    value: <AmountText value={value} places={exactPlaces(value, shown)} isSigned />,
    unit,
  });
  const after = t('staking.afterDays', { count: days });
  if (outlook.kind === 'at-prices') {
    const price = formatPrice(outlook.price, { locale });
    // At an assumed price, more places would promise a precision that nobody has.
    const assumed = (value: string) => ({
      value: <AmountText value={value} places={places} isSigned />,
      unit: payCoin,
    });
    return (
      <TwoOutcomes
        gain={{
          label: t('staking.priceStays', { coin, price }),
          ...assumed(outlook.gain),
          note: after,
        }}
        loss={{
          label: t('staking.priceHalves', { coin }),
          ...assumed(outlook.loss),
          note: after,
        }}
      />
    );
  }
  return (
    <TwoOutcomes
      gain={{
        label: t('staking.paidOver', { count: days }),
        ...signed(outlook.gain, gainPlaces, yieldCoin(product)),
      }}
      loss={{
        label: t(outlook.kind === 'spent' ? 'staking.priceSpent' : 'staking.leaveEarly'),
        ...signed(outlook.loss, places, payCoin),
        note: outlook.kind === 'spent' ? undefined : percent(product.penalty),
      }}
    />
  );
}

/** In one sentence, with the amount; for a machine also when its output is worth its price. */
export function WorstCase({ product, quote }: CaseProps) {
  const t = useT();
  const locale = useNumberLocale();
  const places = useCoinPlaces(product.payCoin);
  const { coin, payCoin } = product;
  const amountOf = (value: string) =>
    `${formatAmount(value, { locale, places: exactPlaces(value, places) })} ${payCoin}`;
  if (product.returnsPrincipal) {
    const date = formatDate(quote.expireAt, { locale, detail: 'day' });
    const amount = amountOf(quote.penalty);
    return product.isFrozen
      ? t('staking.worstEarlyFrozen', { date, amount })
      : t('staking.worstEarly', { date, amount });
  }
  return (
    <>
      {t('staking.worstSpent', { amount: amountOf(quote.invested), coin })}{' '}
      {coverText(product, quote, t)}
    </>
  );
}

function coverText(product: Product, quote: Quote, t: Translate): string {
  const cover = coverOf(product, quote);
  switch (cover.kind) {
    case 'within':
      return t('staking.covered', { count: cover.days });
    case 'beyond':
      return t('staking.notCovered');
    case 'unknown':
      return '';
  }
}
