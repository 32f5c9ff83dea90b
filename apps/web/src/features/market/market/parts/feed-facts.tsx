/** The source of this market's prices, and the age of the newest one. */
import { DateText, KeyValue } from '@tern/ui';
import { type FeedHealth, useFeedHealth } from '../../../../kernel/quotes/feed-health.tsx';
import { type I18n, useI18n } from '../../../../platform/i18n/i18n.tsx';

const SIMULATED = 'simulated';
/** Older prices show their time instead of their age. */
const RECENT_MS = 120_000;

export function FeedFacts({ symbol }: { symbol: string }) {
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
