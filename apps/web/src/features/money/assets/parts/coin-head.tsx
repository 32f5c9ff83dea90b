/** The member's balance of one asset. */
import { AmountText, amountPlaces, CoinMark, KeyValue, KeyValues, TextButton } from '@tern/ui';
import type { Coin } from '../../../../kernel/balances.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useMarkets } from '../../../../kernel/quotes/market-feed.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { isNothing, negated } from '../view-model.ts';
import styles from './records.module.css';

/** What is reserved, by what it is in. */
const RESERVED = [
  { part: 'held', name: 'assets.partHeld' },
  { part: 'locked', name: 'assets.partLocked' },
  { part: 'staked', name: 'assets.partStaked' },
  { part: 'financed', name: 'assets.partFinanced' },
] as const;

export interface CoinHeadProps {
  /** Undefined until balances are loaded. */
  coin: Coin | undefined;
  asset: string;
  isHidden: boolean;
}

export function CoinHead({ coin, asset, isHidden }: CoinHeadProps) {
  const t = useT();
  const places = amountPlaces(asset, coin?.places ?? 8);
  return (
    <section className={styles.head} aria-label={asset}>
      <div className={styles.name}>
        <CoinMark symbol={asset} logo={coin?.logo} size={32} />
        <h2>
          {asset} <span>{coin?.name}</span>
        </h2>
        {coin && <TradeLink coin={coin} />}
      </div>
      <div className={styles.total}>
        <AmountText value={coin?.total} places={places} look="hero" isHidden={isHidden} />
      </div>
      <div className={styles.worth}>
        <AmountText value={coin?.worth} places={2} unit="USDT" isConverted isHidden={isHidden} />
        {coin?.atCost && <p>{t('assets.atCost')}</p>}
      </div>
      <KeyValues>
        <KeyValue
          name={t('assets.available')}
          value={<AmountText value={coin?.available} places={places} isHidden={isHidden} />}
        />
        {coin === undefined || isNothing(coin.held) ? (
          <KeyValue
            name={t('assets.frozen')}
            value={<AmountText value={coin?.held} places={places} isHidden={isHidden} />}
          />
        ) : (
          RESERVED.filter(({ part }) => !isNothing(coin.parts[part])).map(({ part, name }) => (
            <KeyValue
              key={part}
              name={t(name)}
              value={<AmountText value={coin.parts[part]} places={places} isHidden={isHidden} />}
            />
          ))
        )}
        {coin !== undefined && !isNothing(coin.parts.owed) && (
          <KeyValue
            name={t('assets.owed')}
            value={
              <AmountText value={negated(coin.parts.owed)} places={places} isHidden={isHidden} />
            }
          />
        )}
      </KeyValues>
    </section>
  );
}

/** Links an asset to its market. */
function TradeLink({ coin }: { coin: Coin }) {
  const t = useT();
  const navigator = useNavigator();
  const { data = [] } = useMarkets(coin.kind === 'crypto' ? 'crypto' : 'metalsAndForex');
  const market = data.find(({ base }) => base === coin.asset);
  if (!navigator.has(pages.deal)) return null;
  return (
    <TextButton
      tone="accent"
      isFlush
      onPress={() => navigator.switchTab(pages.deal, market ? { symbol: market.symbol } : {})}
    >
      {market ? t('assets.tradeCoin', { coin: coin.asset }) : t('assets.trade')}
    </TextButton>
  );
}
