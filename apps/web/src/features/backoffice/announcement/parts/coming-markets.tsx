/** Coins and markets that two people of the exchange agreed to list: when they open, and whether that time was moved. */
import { useQuery } from '@tanstack/react-query';
import { CoinMark, formatDate, Inline, Stack, Text } from '@tern/ui';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { type ComingMarket, comingMarketsQuery } from '../api.ts';
import styles from './announcement.module.css';

/** Nothing while there is none. */
export function ComingMarkets() {
  const { t, language } = useI18n();
  const { data = [] } = useQuery(comingMarketsQuery(language));
  if (data.length === 0) return null;
  return (
    <section aria-label={t('announcement.coming')} className={styles.coming}>
      <Text as="h2" size="label" tone="soft">
        {t('announcement.coming')}
      </Text>
      {data.map((market) => (
        <Row key={market.ID} market={market} />
      ))}
    </section>
  );
}

function Row({ market }: { market: ComingMarket }) {
  const { t, locale } = useI18n();
  const { asset, name, logo, currency, opensAt, formerAt } = market;
  const timeOf = (at: string) => formatDate(at, { locale });
  const moved = formerAt === null ? undefined : timeOf(formerAt);
  return (
    <Inline as="article" gap={12} align="start">
      <CoinMark symbol={asset} logo={logo} size={40} />
      <Stack gap={2}>
        <Text as="h3" size="strong" tone="main" breaksAnywhere>
          {currency === null ? asset : `${asset}/${currency}`} · {name}
        </Text>
        <Text size="label">
          {opensAt === null
            ? t('announcement.delayed', { time: moved ?? '' })
            : t('announcement.opens', { time: timeOf(opensAt) })}
        </Text>
        {opensAt !== null && moved !== undefined && (
          <Text size="cap" tone="soft">
            {t('announcement.moved', { time: moved })}
          </Text>
        )}
      </Stack>
    </Inline>
  );
}
