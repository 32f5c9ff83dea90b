/** Drags the line of an order to another price. It changes nothing: the page of the order asks. */
import { formatDecimal, parseDecimal, type Price } from '@tern/money';
import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { STILL_PX } from './chart/chart-gestures.ts';
import type { CandleChart } from './chart/chart-handle.ts';
import { placeIn } from './chart/place-in.ts';
import type { OwnLine } from './own-lines.ts';

/** A line on its way; `price` is on a tick. */
export interface DraggedLine {
  key: string;
  price: string;
}

export interface LineDragOptions {
  layer: RefObject<HTMLElement | null>;
  chart: RefObject<CandleChart | undefined>;
  market: Instrument;
  /** The line was let go at another price. */
  onDrop: (line: OwnLine, price: string) => void;
}

export const isMovable = (line: OwnLine) => line.group === 'orders' && line.isMovable;

/** The price of the nearest tick above zero. */
function onTick(price: number, tickSize: string): string {
  const steps = Math.max(1, Math.round(price / Number(tickSize)));
  return formatDecimal((BigInt(steps) * (parseDecimal<Price>(tickSize) ?? 1n)) as Price);
}

/** `handlers(line)` go to the element around its label. */
export function useLineDrag({ layer, chart, market, onDrop }: LineDragOptions) {
  const [dragged, setDragged] = useState<DraggedLine>();
  /** Where the finger went down, and how far from its line. */
  const start = useRef<{ id: number; y: number; offset: number }>(undefined);
  const hasMoved = useRef(false);
  const yOf = (event: PointerEvent) => placeIn(layer.current!, event).y;
  const stop = () => {
    start.current = undefined;
    setDragged(undefined);
  };
  const down = (line: OwnLine, event: PointerEvent) => {
    hasMoved.current = false;
    if (!event.isPrimary || event.button !== 0) return;
    const y = yOf(event);
    start.current = {
      id: event.pointerId,
      y,
      offset: y - (chart.current?.yOf(Number(line.price)) ?? y),
    };
  };
  const move = (line: OwnLine, event: PointerEvent<HTMLElement>) => {
    const from = start.current;
    const drawn = chart.current;
    if (from?.id !== event.pointerId || drawn === undefined) return;
    const y = yOf(event);
    if (!hasMoved.current && Math.abs(y - from.y) <= STILL_PX) return;
    if (!hasMoved.current) event.currentTarget.setPointerCapture(event.pointerId);
    hasMoved.current = true;
    const inside = Math.min(Math.max(0, y - from.offset), drawn.size().height);
    const price = drawn.priceAt(inside);
    if (price !== undefined) {
      setDragged({ key: line.key, price: onTick(price, market.tickSize) });
    }
  };
  const up = (line: OwnLine) => {
    const price = dragged?.key === line.key ? dragged.price : undefined;
    stop();
    if (price !== undefined && parseDecimal(price) !== parseDecimal(line.price)) {
      onDrop(line, price);
    }
  };
  const handlers = (line: OwnLine) => ({
    onPointerDown: (event: PointerEvent) => down(line, event),
    onPointerMove: (event: PointerEvent<HTMLElement>) => move(line, event),
    onPointerUp: () => up(line),
    onPointerCancel: stop,
    // The browser would drag the link.
    onDragStart: (event: MouseEvent) => event.preventDefault(),
    // The end of a drag is not a press.
    onClickCapture: (event: MouseEvent) => {
      if (!hasMoved.current) return;
      hasMoved.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  });
  return { dragged, handlers };
}
