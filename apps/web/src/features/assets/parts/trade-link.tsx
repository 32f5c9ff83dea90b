/** Links an asset to its market. */
import { TextButton } from '@tern/ui';
import type { Coin } from '../../../kernel/balances.ts';
import { pages } from '../../../kernel/pages.ts';
import { useMarkets } from '../../../kernel/quotes/market-feed.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';

export function TradeLink({ coin }: { coin: Coin }) {
  const t = useT();
  const navigator = useNavigator();
  const { data = [] } = useMarkets(coin.kind === 'crypto' ? 'crypto' : 'metalsAndForex');
  const market = data.find(({ base }) => base === coin.coinname);
  if (!navigator.has(pages.deal)) return null;
  return (
    <TextButton
      tone="accent"
      isFlush
      onPress={() => navigator.switchTab(pages.deal, market ? { symbol: market.symbol } : {})}
    >
      {market ? t('assets.tradeCoin', { coin: coin.coinname }) : t('assets.trade')}
    </TextButton>
  );
}
