/** Every figure of a purchase before it is made, with its worst case beside the button. */
import {
  AmountText,
  formatDate,
  formatPercent,
  Inline,
  KeyValue,
  KeyValues,
  Note,
  Pill,
  Stack,
  useNumberLocale,
} from '@tern/ui';
import { type Amount, decimal, formatDecimal, subtract } from '@tern/money';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, exactPlaces, useAmountText } from '../../../../kernel/exact-amount.tsx';
import { ReviewSheet } from '../../../../kernel/products/purchase-form.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { yieldCoin } from '../products.ts';
import type { ProductPurchase, Reviewed } from '../use-product-purchase.ts';
import { WorstCase } from './estimate.tsx';
import { EarlyExit, OutputADay, useTermsTexts } from './terms.tsx';

export function PurchaseReview({ purchase }: { purchase: ProductPurchase }) {
  const t = useT();
  const { reviewed, isBusy, confirm, leave } = purchase;
  return (
    <ReviewSheet
      title={t('staking.reviewPurchase')}
      confirmLabel={reviewed && <BuyLabel reviewed={reviewed} />}
      busyLabel={t('staking.buying')}
      isBusy={isBusy}
      onConfirm={confirm}
      onClose={leave}
    >
      {reviewed && <ReviewedPurchase {...reviewed} />}
    </ReviewSheet>
  );
}

function BuyLabel({ reviewed: { product, quote } }: { reviewed: Reviewed }) {
  const t = useT();
  const print = useAmountText(useCoinPlaces(product.payCoin));
  return t('staking.buyFor', { amount: print(quote.invested), coin: product.payCoin });
}

function ReviewedPurchase({ product, choice, quote }: Reviewed) {
  const t = useT();
  const locale = useNumberLocale();
  const texts = useTermsTexts();
  const { payCoin, coin, income } = product;
  const isShare = 'percent' in choice;
  const places = useCoinPlaces(payCoin);
  const yieldPlaces = useCoinPlaces(yieldCoin(product));
  const pay = (value: string) => <ExactAmount value={value} places={places} unit={payCoin} />;
  const output = (value: string) => (
    <ExactAmount value={value} places={yieldPlaces} unit={yieldCoin(product)} />
  );
  const after = subtract(decimal<Amount>(quote.available), decimal<Amount>(quote.invested));
  const day = (at: string | null) =>
    at === null ? t('staking.whenComplete') : formatDate(at, { locale, detail: 'minute' });
  return (
    <Stack gap={12}>
      {/* First: below the figures, small screens would hide it behind the buttons. */}
      <Note kind="warn">
        <WorstCase product={product} quote={quote} />
      </Note>
      {!product.returnsPrincipal && (
        <Note>
          {quote.expireAt === null
            ? t('staking.closingForfeitsTerm')
            : t('staking.closingForfeits', {
                date: formatDate(quote.expireAt, { locale, detail: 'day' }),
              })}
        </Note>
      )}
      <KeyValues>
        <KeyValue name={t('staking.product')} value={product.name} />
        <KeyValue
          name={isShare ? t('staking.share') : t('staking.unitsLabel')}
          value={'percent' in choice ? formatPercent(String(choice.percent), locale) : choice.units}
        />
        <KeyValue
          name={t('staking.toPay')}
          value={
            <Inline as="span" gap={6} align="center" justify="end" isWrapped isInText>
              <Pill kind="sim">{t('common.paper')}</Pill>
              {pay(quote.invested)}
            </Inline>
          }
        />
        <KeyValue name={t('staking.balanceAfter')} value={pay(formatDecimal(after))} />
        <KeyValue
          name={t(income.kind === 'coins' ? 'staking.dailyOutput' : 'staking.dailyRate')}
          value={income.kind === 'coins' ? output(quote.perDay) : <OutputADay terms={product} />}
        />
        {income.kind === 'value' && (
          <KeyValue name={t('staking.firstDay')} value={output(quote.perDay)} />
        )}
        <KeyValue
          name={t('staking.paidOver', { count: product.days })}
          value={output(quote.expected)}
        />
        <KeyValue name={t('staking.paysIn')} value={coin} />
        <KeyValue name={t('staking.output')} value={texts.output(product)} />
        <KeyValue name={t('staking.payoutTime')} value={texts.payout(product)} />
        <KeyValue name={t('staking.starts')} value={day(quote.startAt)} />
        <KeyValue name={t('staking.ends')} value={day(quote.expireAt)} />
        {product.returnsPrincipal ? (
          <KeyValue
            name={t('staking.leaveEarlyRatio', { ratio: texts.percent(product.penalty) })}
            value={
              <AmountText
                value={`-${quote.penalty}`}
                places={exactPlaces(quote.penalty, places)}
                unit={payCoin}
              />
            }
          />
        ) : (
          <KeyValue name={t('staking.earlyExitCosts')} value={<EarlyExit terms={product} />} />
        )}
        <KeyValue
          isTotal
          name={t('staking.atTheEnd')}
          value={product.returnsPrincipal ? pay(quote.invested) : t('staking.nothingReturned')}
        />
      </KeyValues>
    </Stack>
  );
}
