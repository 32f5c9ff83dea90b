/** The trading page: pair, order form, ladder, own orders. */
import { ScreenBody, StateBlock } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../kernel/loaded.tsx';
import { type MarketKind, useMarkets } from '../../../kernel/quotes/market-feed.ts';
import { useInstrument } from '../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../platform/navigation/current-page.ts';
import { lastPair, rememberPair } from '../last-deal.ts';
import type { Side } from '../order-arithmetic.ts';
import { DealHeader } from '../parts/deal-header.tsx';
import { DealOrders } from '../parts/deal-orders.tsx';
import { OrderPanel } from '../parts/order-panel.tsx';
import { OrderPanelSkeleton } from '../parts/order-panel-skeleton.tsx';
import { PairSheet } from '../parts/pair-sheet.tsx';

interface Deal {
  symbol: string;
  side: Side;
  /** Grows with every address that names a side, so that the form starts again with it. */
  turn: number;
}

/** The pair on the screen: what the address asks for, else the one of last time. */
function useDeal(): [Deal, (symbol: string) => void] {
  const params = useParams();
  const [seen, setSeen] = useState<typeof params>();
  const [deal, setDeal] = useState<Deal>(() => ({ symbol: lastPair(), side: 'buy', turn: 0 }));
  if (params !== seen) {
    setSeen(params);
    const symbol = params['symbol'] ?? deal.symbol;
    const side = params['side'] === 'sell' ? 'sell' : params['side'] === 'buy' ? 'buy' : undefined;
    const turn = side === undefined ? deal.turn : deal.turn + 1;
    setDeal({ symbol, side: side ?? deal.side, turn });
    if (params['symbol'] !== undefined) rememberPair(symbol);
  }
  const choose = (symbol: string) => {
    rememberPair(symbol);
    setDeal({ ...deal, symbol });
  };
  return [deal, choose];
}

export function DealScreen() {
  const [deal, choose] = useDeal();
  const [isChoosing, setChoosing] = useState(false);
  const instrument = useInstrument(deal.symbol);
  return (
    <>
      <DealHeader
        symbol={deal.symbol}
        instrument={instrument}
        onChoosePair={() => setChoosing(true)}
      />
      <ScreenBody foot="tab">
        <DealMarket deal={deal} />
        <DealOrders />
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

/** Most pairs are crypto; the other list is asked for only when the pair is not among them. */
function DealMarket({ deal }: { deal: Deal }) {
  const query = useMarkets('crypto');
  return (
    <Loaded query={query} skeleton={<OrderPanelSkeleton />}>
      {(crypto) =>
        crypto.some((instrument) => instrument.symbol === deal.symbol) ? (
          <DealPanel deal={deal} />
        ) : (
          <OtherMarket kind="metalsAndForex" deal={deal} />
        )
      }
    </Loaded>
  );
}

function OtherMarket({ kind, deal }: { kind: MarketKind; deal: Deal }) {
  const t = useT();
  const query = useMarkets(kind);
  return (
    <Loaded query={query} skeleton={<OrderPanelSkeleton />}>
      {(instruments) =>
        instruments.some((instrument) => instrument.symbol === deal.symbol) ? (
          <DealPanel deal={deal} />
        ) : (
          <StateBlock kind="empty" title={t('spot.noPairCalled', { wanted: deal.symbol })} />
        )
      }
    </Loaded>
  );
}

function DealPanel({ deal: { symbol, side, turn } }: { deal: Deal }) {
  const instrument = useInstrument(symbol);
  return (
    instrument && <OrderPanel key={`${symbol} ${turn}`} instrument={instrument} firstSide={side} />
  );
}
