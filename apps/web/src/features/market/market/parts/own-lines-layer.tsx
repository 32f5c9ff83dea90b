/** The member's own lines over the candles: each leads to its order, its alert, or the statements; that of an order can be dragged to another price. */
import {
  bellIcon,
  ChangeText,
  formatPrice,
  Icon,
  Pressable,
  PriceText,
  useNumberLocale,
} from '@tern/ui';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { changeOf, type Instrument } from '../../../../kernel/quotes/quote.ts';
import { useQuoteFigure } from '../../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { CandleChart } from '../chart/chart-handle.ts';
import { layLines } from '../chart/lay-lines.ts';
import type { OwnLine } from '../own-lines.ts';
import { isMovable, useLineDrag } from '../use-line-drag.ts';
import styles from './own-lines.module.css';

export interface OwnLinesLayerProps {
  market: Instrument;
  lines: readonly OwnLine[];
  chart: RefObject<CandleChart | undefined>;
  /** What runs after each drawing of the candles. */
  onPaint: RefObject<(() => void) | undefined>;
}

export function OwnLinesLayer({ market, lines, chart, onPaint }: OwnLinesLayerProps) {
  const t = useT();
  const to = useLinks();
  const layer = useRef<HTMLDivElement>(null);
  const nameOf = useNameOf(market);
  const locale = useNumberLocale();
  const { dragged, handlers } = useLineDrag({
    layer,
    chart,
    market,
    onDrop: (line, price) => to(line.page, { ...line.params, price }).onPress(),
  });
  const drawn = lines.map((line) => (line.key === dragged?.key ? { ...line, ...dragged } : line));
  // Without a rendering: the scale moves with every frame of a scroll.
  const place = () => {
    if (layer.current && chart.current) placeLines(layer.current, chart.current, drawn);
  };
  useEffect(() => {
    onPaint.current = place;
  });
  useLayoutEffect(place);
  if (lines.length === 0) return null;
  return (
    <div ref={layer} className={styles.layer} role="group" aria-label={t('market.lines')}>
      {drawn.map((line, at) => {
        const price = formatPrice(line.price, { locale, places: market.pricePlaces });
        const name = nameOf(line, price);
        return (
          <div
            key={line.key}
            className={styles[toneOf(line)]}
            hidden
            data-dragged={line.key === dragged?.key}
            {...(isMovable(line) && { ...handlers(lines[at]!), 'data-movable': '' })}
          >
            <i className={styles.rule} />
            <Pressable
              className={styles.label}
              label={name.includes(price) ? name : `${name}, ${price}`}
              {...to(line.page, line.params)}
            >
              {line.group === 'alerts' && <Icon of={bellIcon} size={14} />}
              <span>{name}</span>
              {line.group === 'average' && <Gain symbol={market.symbol} average={line.price} />}
              {line.key === dragged?.key && <Distance market={market} price={line.price} />}
            </Pressable>
            <span className={styles.price} aria-hidden="true">
              {price}
            </span>
          </div>
        );
      })}
    </div>
  );
}

/** What the last price is above or below the average. */
function Gain({ symbol, average }: { symbol: string; average: string }) {
  const price = useQuoteFigure(symbol, (quote) => quote?.price);
  return <ChangeText percent={price && changeOf(price, average).change} />;
}

/** Of a line on its way: its price, and how far that is from the last one. */
function Distance({ market, price }: { market: Instrument; price: string }) {
  const last = useQuoteFigure(market.symbol, (quote) => quote?.price);
  return (
    <>
      <PriceText value={price} places={market.pricePlaces} />
      <ChangeText percent={last && changeOf(price, last).change} />
    </>
  );
}

const toneOf = (line: OwnLine) => (line.group === 'orders' ? line.side : line.group);

function placeLines(layer: HTMLElement, chart: CandleChart, lines: readonly OwnLine[]): void {
  const { height, axis, lastY } = chart.size();
  layer.style.setProperty('--axis', `${axis}px`);
  layer.style.height = `${height}px`;
  const placed = layLines(
    lines.map(({ price }) => chart.yOf(Number(price))),
    { height, lastY },
  );
  for (const [index, element] of [...layer.children].entries()) {
    const at = placed[index];
    if (!(element instanceof HTMLElement)) continue;
    element.hidden = at === undefined;
    if (at === undefined) continue;
    element.style.setProperty('--line', `${at.y}px`);
    element.style.setProperty('--label', `${at.label}px`);
    element.dataset['edge'] = at.edge ?? '';
    element.dataset['folded'] = String(at.isFolded);
  }
}

/** "Buy 0.10000", "Stop market · Sell 0.08000", "Above 64,900.0", "Average 0.36000". */
function useNameOf({ lotPlaces }: Instrument) {
  const t = useT();
  const locale = useNumberLocale();
  const amount = (quantity: string) =>
    Number(quantity) > 0 ? ` ${formatPrice(quantity, { locale, places: lotPlaces })}` : '';
  return (line: OwnLine, price: string): string => {
    if (line.group === 'alerts') {
      return t(line.kind === 'above' ? 'market.alertAbove' : 'market.alertBelow', { price });
    }
    if (line.group === 'average') return `${t('market.average')}${amount(line.quantity)}`;
    const order = `${t(`market.${line.side}`)}${amount(line.quantity)}`;
    return line.kind === undefined ? order : `${t(`market.${line.kind}`)} · ${order}`;
  };
}
