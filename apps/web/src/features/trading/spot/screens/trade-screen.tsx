/** The trading page: pair, order form, order book, own orders. */
import { ScreenBody } from '@tern/ui';
import { useEffect, useState } from 'react';
import { lastTrade } from '../../../../kernel/last-viewed.ts';
import { OneMarket } from '../../../../kernel/market-choice/one-market.tsx';
import { useOwnFees } from '../../../../kernel/own-fees.ts';
import { useInstrument } from '../../../../kernel/quotes/quote-store.ts';
import { useParams } from '../../../../platform/navigation/current-page.ts';
import type { Side } from '../order-arithmetic.ts';
import { TradeHeader } from '../parts/trade-header.tsx';
import { TradeOrders } from '../parts/trade-orders.tsx';
import { OrderPanel, OrderPanelSkeleton } from '../parts/order-panel.tsx';
import styles from '../parts/trade.module.css';
import { usePairSheet } from '../../../../kernel/market-choice/pair-sheet.tsx';

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
  const [deal, setDeal] = useState<Deal>(() => ({
    symbol: lastTrade.symbol(),
    side: 'buy',
    turn: 0,
  }));
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
  const pairs = usePairSheet(deal.symbol, choose);
  const instrument = useInstrument(deal.symbol);
  return (
    <>
      <TradeHeader symbol={deal.symbol} instrument={instrument} onChoosePair={pairs.open} />
      <ScreenBody foot="tab">
        <OneMarket symbol={deal.symbol} skeleton={<OrderPanelSkeleton />} onChoose={pairs.open}>
          {() => (
            <div className={styles.whole}>
              <TradePanel {...deal} />
            </div>
          )}
        </OneMarket>
        <TradeOrders />
      </ScreenBody>
      {pairs.sheet}
    </>
  );
}

/** The form and the book alone, beside the chart of their market. */
export function OrderBeside({ symbol }: { symbol: string }) {
  return <TradePanel symbol={symbol} side="buy" turn={0} />;
}

function TradePanel({ symbol, side, turn }: Deal) {
  const instrument = useOwnFees(useInstrument(symbol));
  const exists = instrument !== undefined;
  useEffect(() => {
    if (exists) lastTrade.rememberSymbol(symbol);
  }, [exists, symbol]);
  return (
    instrument && <OrderPanel key={`${symbol} ${turn}`} instrument={instrument} firstSide={side} />
  );
}
