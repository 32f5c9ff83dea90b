/** The latest trades, newest on top. */
import type { Push, TradeMessage } from '@tern/protocol/client';
import {
  AmountText,
  DateText,
  PriceText,
  SkeletonRows,
  StateBlock,
  VisuallyHidden,
} from '@tern/ui';
import { useEffect, useState } from 'react';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useThrottledTopic } from '../../../../kernel/quotes/use-throttled-topic.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type TapeLine, withTrades } from '../trade-tape.ts';
import styles from './chart.module.css';

/** A market without trades sends nothing: stop waiting after this. */
const QUIET_MS = 3000;

function tapeOf(known: readonly TapeLine[] | undefined, message: Push) {
  return 'tick' in message ? withTrades(known ?? [], message.tick as TradeMessage) : known;
}

/** Undefined until the first trades arrive or the wait has passed. */
function useTape(symbol: string): readonly TapeLine[] | undefined {
  const lines = useThrottledTopic(`market.${symbol}.trade.detail`, tapeOf);
  const [isSilent, setSilent] = useState(false);
  useEffect(() => {
    const gap = setTimeout(() => setSilent(true), QUIET_MS);
    return () => clearTimeout(gap);
  }, []);
  return lines ?? (isSilent ? [] : undefined);
}

export function TradeTape({ market }: { market: Instrument }) {
  const t = useT();
  const { symbol, base, quote, pricePlaces, lotPlaces } = market;
  const lines = useTape(symbol);
  if (!lines) return <SkeletonRows count={5} />;
  if (lines.length === 0) return <StateBlock kind="empty" title={t('market.noTrades')} />;
  return (
    <table className={styles.tape}>
      <thead>
        <tr>
          <th scope="col">{t('market.time')}</th>
          <th scope="col">{t('market.priceIn', { unit: quote })}</th>
          <th scope="col">{t('market.quantityIn', { unit: base })}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              <DateText at={line.at} detail="time" />
            </td>
            <td>
              <VisuallyHidden>
                {t(line.direction > 0 ? 'market.bought' : 'market.sold')}
              </VisuallyHidden>
              <PriceText value={line.price} places={pricePlaces} direction={line.direction} />
            </td>
            <td>
              <AmountText value={line.quantity} places={lotPlaces} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
