/** Six live markets of a kind, with a link to all of them. */
import { chevronRightIcon, Pill, Section, Segmented, StateBlock, TextButton } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import {
  type MarketKind,
  useFeedState,
  useMarkets,
} from '../../../../kernel/quotes/market-feed.ts';
import { MarketRow } from '../../../../kernel/quotes/market-row.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import styles from './home.module.css';

const SHOWN = 6;

export function HomeMarkets() {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  const [kind, setKind] = useState<MarketKind>('crypto');
  const markets = useMarkets(kind);
  const isLost = useFeedState() === 'reconnecting' && kind === 'crypto';
  const choice = (
    <Segmented
      isSmall
      label={t('site.marketKind')}
      options={[
        { key: 'crypto', label: t('site.crypto') },
        { key: 'metalsAndForex', label: t('site.metalsAndFx') },
      ]}
      value={kind}
      onChange={setKind}
    />
  );
  return (
    <Section title={t('site.markets')} aside={choice}>
      {isLost && (
        <p className={styles.lost} role="status">
          <Pill dot="lost">{t('common.reconnecting')}</Pill>
        </p>
      )}
      <Loaded query={markets}>
        {(list) =>
          list.length === 0 ? (
            <StateBlock kind="empty" title={t('site.noMarkets')} />
          ) : (
            list
              .slice(0, SHOWN)
              .map((instrument) => <MarketRow key={instrument.symbol} instrument={instrument} />)
          )
        }
      </Loaded>
      {navigator.has(pages.market) && (
        <p className={styles.all}>
          <TextButton iconAfter={chevronRightIcon} {...to(pages.market)}>
            {t('site.allMarkets')}
          </TextButton>
        </p>
      )}
    </Section>
  );
}
