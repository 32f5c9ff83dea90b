/** Details of a market: assets, tick and lot size, bounds, fees, trading hours, price source. */
import { formatDecimal, parseDecimal } from '@tern/money';
import {
  AmountText,
  amountPlaces,
  KeyValue,
  KeyValues,
  PercentText,
  PriceText,
  useNumberLocale,
} from '@tern/ui';
import { assetNameIn } from '../../../../kernel/asset-name.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { FeedFacts } from './feed-facts.tsx';

const FEE_PLACES = 4;

/** A ratio as percent points: "0.001" is "0.1". */
function percentOf(share: string): string {
  return formatDecimal((parseDecimal(share) ?? 0n) * 100n);
}

const HOURS = {
  crypto: 'market.hoursAlways',
  metal: 'market.hoursMetal',
  forex: 'market.hoursForex',
} as const;

function hoursOf(market: Instrument) {
  return market.class === 'metal' || market.class === 'forex' ? HOURS[market.class] : HOURS.crypto;
}

export function MarketFacts({ market }: { market: Instrument }) {
  const t = useT();
  const locale = useNumberLocale();
  const { name, base, quote, pricePlaces, lotPlaces } = market;
  const quotePlaces = amountPlaces(quote, pricePlaces);
  return (
    <KeyValues>
      <KeyValue name={t('market.name')} value={assetNameIn(locale, name)} />
      <KeyValue name={t('market.base')} value={base} />
      <KeyValue name={t('market.quote')} value={quote} />
      <KeyValue
        name={t('market.tick')}
        value={
          <>
            <PriceText value={market.tickSize} places={pricePlaces} /> {quote}
          </>
        }
      />
      <KeyValue
        name={t('market.lot')}
        value={<AmountText value={market.lotSize} places={lotPlaces} unit={base} />}
      />
      <KeyValue
        name={t('market.smallest')}
        value={<AmountText value={market.minNotional} places={quotePlaces} unit={quote} />}
      />
      <KeyValue
        name={t('market.largest')}
        value={<AmountText value={market.maxNotional} places={quotePlaces} unit={quote} />}
      />
      <KeyValue
        name={t('market.makerFee')}
        value={<PercentText percent={percentOf(market.makerFee)} places={FEE_PLACES} />}
      />
      <KeyValue
        name={t('market.takerFee')}
        value={<PercentText percent={percentOf(market.takerFee)} places={FEE_PLACES} />}
      />
      <KeyValue name={t('market.hours')} value={t(hoursOf(market))} />
      <FeedFacts symbol={market.symbol} />
    </KeyValues>
  );
}
