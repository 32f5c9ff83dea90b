/** One market by its symbol, whichever list it belongs to. */
import { Button, StateBlock } from '@tern/ui';
import type { ReactNode } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import { Loaded } from '../loaded.tsx';
import { useMarkets } from '../quotes/market-feed.ts';
import type { Instrument } from '../quotes/quote.ts';

/** Most markets are crypto; the other list is loaded only if the market is not among them. */
export function useOneMarket(symbol: string) {
  const find = (list: readonly Instrument[] | undefined) =>
    list?.find((market) => market.symbol === symbol);
  const crypto = useMarkets('crypto');
  const isElsewhere = crypto.data !== undefined && !find(crypto.data);
  const others = useMarkets('metalsAndForex', isElsewhere);
  const query = isElsewhere ? others : crypto;
  return { query, market: find(query.data) };
}

export interface OneMarketProps {
  symbol: string;
  skeleton: ReactNode;
  /** Opens the list of markets, if there is none with this symbol. */
  onChoose: () => void;
  children: (market: Instrument) => ReactNode;
}

/** The content of a market's page, once the market is known. */
export function OneMarket({ symbol, skeleton, onChoose, children }: OneMarketProps) {
  const t = useT();
  const { query, market } = useOneMarket(symbol);
  const choice = (
    <Button isSmall onPress={onChoose}>
      {t('common.chooseMarket')}
    </Button>
  );
  return (
    <Loaded query={query} skeleton={skeleton}>
      {() =>
        market ? (
          children(market)
        ) : (
          <StateBlock
            kind="empty"
            title={t('common.noMarketCalled', { query: symbol })}
            action={choice}
          />
        )
      }
    </Loaded>
  );
}
