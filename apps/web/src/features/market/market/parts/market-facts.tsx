/** Details of a market: assets, tick and lot size, bounds, fees, trading hours, price source. */
import { percentOf } from '@tern/money';
import {
  amountPlaces,
  AmountText,
  DateText,
  KeyValue,
  KeyValues,
  PercentText,
  PriceText,
  useNumberLocale,
} from '@tern/ui';
import { assetNameIn } from '../../../../kernel/asset-name.ts';
import { type FeedHealth, useFeedHealth } from '../../../../kernel/quotes/feed-health.tsx';
import { useOwnFees } from '../../../../kernel/own-fees.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { type I18n, useI18n, useT } from '../../../../platform/i18n/i18n.tsx';

const FEE_PLACES = 4;

const HOURS = {
  crypto: 'market.hoursAlways',
  metal: 'market.hoursMetal',
  forex: 'market.hoursForex',
} as const;

function hoursOf(market: Instrument) {
  return market.class === 'metal' || market.class === 'forex' ? HOURS[market.class] : HOURS.crypto;
}

export function MarketFacts({ market: listed }: { market: Instrument }) {
  const market = useOwnFees(listed);
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

const SIMULATED = 'simulated';
/** Older prices show their time instead of their age. */
const RECENT_MS = 120_000;

/** The source of this market's prices, and the age of the newest one. */
function FeedFacts({ symbol }: { symbol: string }) {
  const i18n = useI18n();
  const { t } = i18n;
  const feed = useFeedHealth(symbol);
  return (
    <>
      <KeyValue name={t('market.source')} value={feed ? sourcesText(i18n, feed) : '---'} />
      <KeyValue
        name={t('market.newestPrice')}
        value={feed ? <Age feed={feed} i18n={i18n} /> : '---'}
      />
    </>
  );
}

function sourcesText({ t }: I18n, { sources, state }: FeedHealth): string {
  const named = sources.map(({ name, isLive }) => {
    const source = name === SIMULATED ? t('market.simulated') : name;
    return isLive || state === 'closed' ? source : t('market.silentSource', { source });
  });
  return named.length === 0 ? '---' : named.join(', ');
}

function Age({ feed, i18n }: { feed: FeedHealth; i18n: I18n }) {
  const { tickAt, ageMs } = feed;
  if (tickAt === null || ageMs === null) return i18n.t('market.noPriceYet');
  if (ageMs >= RECENT_MS) return <DateText at={tickAt} detail="second" />;
  return i18n.t('market.secondsAgo', { seconds: String(Math.round(ageMs / 1000)) });
}
