/** Below the chart: order book, latest trades, and market details. */
import { TabPanel, Tabs } from '@tern/ui';
import { useState } from 'react';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import type { CandleHistory } from '../candle-history.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { MarketFacts } from './market-facts.tsx';
import { OrderBook } from './order-book.tsx';
import { TradeTape } from './trade-tape.tsx';
import styles from './chart.module.css';

const TABS = ['orderBook', 'trades', 'about'] as const;
type Tab = (typeof TABS)[number];

export interface MarketDetailProps {
  market: Instrument;
  /** Its last candle gives the price, once there is one, so that book and chart show the same. */
  history: CandleHistory;
}

export function MarketDetail({ market, history }: MarketDetailProps) {
  const t = useT();
  const [tab, setTab] = useState<Tab>('orderBook');
  return (
    <section className={styles.detail} aria-label={t('market.detail')}>
      <Tabs
        id="market-detail"
        label={t('market.detail')}
        items={TABS.map((key) => ({ key, label: t(`market.${key}`) }))}
        value={tab}
        onChange={setTab}
      />
      <TabPanel tabs="market-detail" value={tab} className={styles.panel ?? ''}>
        {tab === 'orderBook' && <OrderBook market={market} history={history} />}
        {tab === 'trades' && <TradeTape market={market} />}
        {tab === 'about' && <MarketFacts market={market} />}
      </TabPanel>
    </section>
  );
}
