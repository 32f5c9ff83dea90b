/** The way from a coin to its market. */
import { Button, CtaBar } from '@tern/ui';
import type { Coin } from '../../../kernel/balances.ts';
import { pages } from '../../../kernel/pages.ts';
import { useMarkets } from '../../../kernel/quotes/market-feed.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';

export function TradeBar({ coin }: { coin: Coin | undefined }) {
  const navigator = useNavigator();
  return coin === undefined || !navigator.has(pages.deal) ? null : <TradeCoin coin={coin} />;
}

function TradeCoin({ coin }: { coin: Coin }) {
  const t = useT();
  const navigator = useNavigator();
  const { data = [] } = useMarkets(coin.kind === 'crypto' ? 'crypto' : 'metalsAndForex');
  const market = data.find(({ base }) => base === coin.coinname);
  const trade = () => navigator.switchTab(pages.deal, market ? { symbol: market.symbol } : {});
  return (
    <CtaBar>
      <Button kind="primary" isFull onPress={trade}>
        {market ? t('assets.tradeCoin', { coin: coin.coinname }) : t('assets.trade')}
      </Button>
    </CtaBar>
  );
}
