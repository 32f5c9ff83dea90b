/** The trading page: pair, order form, order book, own orders. */
import { Button, ScreenBody, StateBlock } from '@tern/ui';
import { useEffect, useState } from 'react';
import { Loaded } from '../../../kernel/loaded.tsx';
import { useMarkets } from '../../../kernel/quotes/market-feed.ts';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { useInstrument } from '../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../platform/navigation/current-page.ts';
import { lastPair, rememberPair } from '../last-trade.ts';
import type { Side } from '../order-arithmetic.ts';
import { TradeHeader } from '../parts/trade-header.tsx';
import { TradeOrders } from '../parts/trade-orders.tsx';
import { OrderPanel, OrderPanelSkeleton } from '../parts/order-panel.tsx';
import { PairSheet } from '../../../kernel/market-choice/pair-sheet.tsx';

interface Deal {
  symbol: string;
  side: Side;
  /** Incremented with every URL that sets a side, which resets the form. */
  turn: number;
}

/** The pair in the URL, otherwise the last one. */
function useTrade(): [Deal, (symbol: string) => void] {
  const params = useParams();
  const [seen, setSeen] = useState<typeof params>();
  const [deal, setDeal] = useState<Deal>(() => ({ symbol: lastPair(), side: 'buy', turn: 0 }));
  if (params !== seen) {
    setSeen(params);
    const symbol = params['symbol'] ?? deal.symbol;
    const side = params['side'] === 'sell' ? 'sell' : params['side'] === 'buy' ? 'buy' : undefined;
    const turn = side === undefined ? deal.turn : deal.turn + 1;
    setDeal({ symbol, side: side ?? deal.side, turn });
  }
  return [deal, (symbol) => setDeal({ ...deal, symbol })];
}

export function TradeScreen() {
  const [deal, choose] = useTrade();
  const [isChoosing, setChoosing] = useState(false);
  const instrument = useInstrument(deal.symbol);
  return (
    <>
      <TradeHeader
        symbol={deal.symbol}
        instrument={instrument}
        onChoosePair={() => setChoosing(true)}
      />
      <ScreenBody foot="tab">
        <TradeMarket deal={deal} onChoosePair={() => setChoosing(true)} />
        <TradeOrders />
      </ScreenBody>
      <PairSheet
        isOpen={isChoosing}
        symbol={deal.symbol}
        onClose={() => setChoosing(false)}
        onChoose={(symbol) => {
          choose(symbol);
          setChoosing(false);
        }}
      />
    </>
  );
}

interface TradeMarketProps {
  deal: Deal;
  onChoosePair: () => void;
}

/** Most pairs are crypto; the other list is loaded only if the pair is not among them. */
function TradeMarket(props: TradeMarketProps) {
  const query = useMarkets('crypto');
  return (
    <Loaded query={query} skeleton={<OrderPanelSkeleton />}>
      {(crypto) =>
        has(crypto, props.deal) ? <TradePanel {...props} /> : <OtherMarket {...props} />
      }
    </Loaded>
  );
}

function has(instruments: readonly Instrument[], { symbol }: Deal): boolean {
  return instruments.some((instrument) => instrument.symbol === symbol);
}

function OtherMarket(props: TradeMarketProps) {
  const t = useT();
  const query = useMarkets('metalsAndForex');
  return (
    <Loaded query={query} skeleton={<OrderPanelSkeleton />}>
      {(instruments) =>
        has(instruments, props.deal) ? (
          <TradePanel {...props} />
        ) : (
          <StateBlock
            kind="empty"
            title={t('common.noMarketCalled', { query: props.deal.symbol })}
            action={
              <Button isSmall onPress={props.onChoosePair}>
                {t('common.chooseMarket')}
              </Button>
            }
          />
        )
      }
    </Loaded>
  );
}

function TradePanel({ deal: { symbol, side, turn } }: TradeMarketProps) {
  const instrument = useInstrument(symbol);
  const exists = instrument !== undefined;
  useEffect(() => {
    if (exists) rememberPair(symbol);
  }, [exists, symbol]);
  return (
    instrument && <OrderPanel key={`${symbol} ${turn}`} instrument={instrument} firstSide={side} />
  );
}
