/** What an amount yields and when, and what leaving early costs. */
import { Card, classNames, formatDate, KeyValue, KeyValues, useNumberLocale } from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { FixedTerm, PurchaseQuote } from '../api.ts';
import styles from './earn.module.css';
import { Outcomes } from './outcomes.tsx';

export interface PurchaseFiguresProps {
  product: FixedTerm;
  /** Undefined without a valid amount. */
  quote: PurchaseQuote | undefined;
  /** The quote is that of the amount before. */
  isLate: boolean;
}

export function PurchaseFigures({ product, quote, isLate }: PurchaseFiguresProps) {
  const t = useT();
  const locale = useNumberLocale();
  const date = quote && formatDate(quote.expireAt, { locale, detail: 'day' });
  return (
    <Card className={classNames(styles.figures, isLate && styles.late)}>
      <Outcomes
        product={product}
        figures={quote}
        stay={date === undefined ? t('earn.stayToEnd') : t('earn.stayTo', { date })}
      />
      <QuoteLines asset={product.asset} quote={quote} />
    </Card>
  );
}

interface QuoteLinesProps {
  asset: string;
  quote: PurchaseQuote | undefined;
}

/** Yield of a day and of the term, and its dates. */
export function QuoteLines({ asset, quote }: QuoteLinesProps) {
  const t = useT();
  const locale = useNumberLocale();
  const places = useCoinPlaces(asset);
  const time = (at: string | undefined) => formatDate(at, { locale });
  return (
    <KeyValues>
      <KeyValue
        name={t('earn.paidADay')}
        value={<ExactAmount value={quote?.perDay} places={places} unit={asset} />}
      />
      <KeyValue
        name={t('earn.yieldInAll')}
        value={<ExactAmount value={quote?.expected} places={places} unit={asset} />}
      />
      <KeyValue name={t('earn.starts')} value={time(quote?.startAt)} />
      <KeyValue name={t('earn.ends')} value={time(quote?.expireAt)} />
    </KeyValues>
  );
}
