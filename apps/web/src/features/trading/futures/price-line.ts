/** Reference prices of the last minutes as a line to draw; pure. Coordinates are plain numbers: they are drawn, never printed. */
import type { DetailMessage, Output } from '@tern/protocol/client';
import { decimalText } from '../../../kernel/quotes/quote.ts';

/** One reference price. */
export interface LinePoint {
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Exact decimal text. */
  price: string;
}

/** Covers the longest contract on offer, and a little before it. */
export const LINE_MS = 420_000;

export function pointsOf({ ticks }: Output<'GET /transparency/ticks'>): LinePoint[] {
  return ticks.map(({ seq, at, price }) => ({ seq, at, price }));
}

/** The live message gives its tick's second; its send time (`sentAt`) gives the position within it. */
export function pointOf({ id, version, close }: DetailMessage, sentAt: number): LinePoint {
  const second = id * 1_000;
  const at = Math.min(Math.max(sentAt, second), second + 999);
  return { seq: version, at, price: decimalText(close) };
}

/** Adds a point and drops those too old to be drawn. */
export function withPoint(known: readonly LinePoint[], point: LinePoint): readonly LinePoint[] {
  if ((known.at(-1)?.seq ?? 0) >= point.seq) return known;
  return [...known.filter(({ at }) => at > point.at - LINE_MS), point];
}

/** Fetched points, followed by the live ones. */
export function joinedPoints(
  fetched: readonly LinePoint[],
  live: readonly LinePoint[],
): readonly LinePoint[] {
  const last = fetched.at(-1)?.seq ?? 0;
  return [...fetched, ...live.filter(({ seq }) => seq > last)];
}

export interface Frame {
  width: number;
  height: number;
  /** Times of the left and right edge. */
  from: number;
  to: number;
}

export interface DrawnLine {
  /** SVG path of the line; empty with fewer than two points. */
  path: string;
  first: { x: number; y: number } | undefined;
  last: { x: number; y: number } | undefined;
  /** The position of a time and a price. */
  x: (at: number) => number;
  y: (price: string) => number;
}

/** Scales points into a frame; the price `middle`, if given, is half-way up, with equal room above and below. */
export function drawLine(
  points: readonly LinePoint[],
  { width, height, from, to }: Frame,
  middle?: string,
): DrawnLine {
  // Includes one point before the left edge, so that the line enters from outside.
  const first = points.findIndex(({ at }) => at >= from);
  const seen = first < 0 ? [] : points.slice(Math.max(0, first - 1));
  const shown = seen.filter(({ at }) => at <= to);
  const [low, high] = rangeOf(
    shown.map(({ price }) => Number(price)),
    middle === undefined ? undefined : Number(middle),
  );
  const span = high - low;
  const x = (at: number) => round(((at - from) / (to - from)) * width);
  // A constant price is drawn in the middle.
  const y = (price: string) =>
    round(span > 0 ? height - ((Number(price) - low) / span) * height : height / 2);
  const places = shown.map(({ at, price }) => ({ x: x(at), y: y(price) }));
  const path = places.map((place, index) => `${index === 0 ? 'M' : 'L'}${place.x} ${place.y}`);
  return {
    path: places.length > 1 ? path.join('') : '',
    first: places[0],
    last: places.at(-1),
    x,
    y,
  };
}

function rangeOf(prices: readonly number[], middle: number | undefined): [number, number] {
  if (middle === undefined) return [Math.min(...prices), Math.max(...prices)];
  const reach = Math.max(0, ...prices.map((price) => Math.abs(price - middle)));
  return [middle - reach, middle + reach];
}

export const TAG_HEIGHT = 20;
const TAG_WIDTH_MIN = 60;
/** Width of a digit in the label's font, and padding left and right of the price. */
const DIGIT_WIDTH = 6.1;
const TAG_PADDING = 8;
/** Between the label and the right edge. */
const TAG_MARGIN = 2;

/** Position of the last price's label: never below the line's area, where the time labels are. */
export function placeTag(
  y: number,
  text: string,
  room: { width: number; height: number },
): { left: number; width: number; middle: number } {
  const width = Math.max(TAG_WIDTH_MIN, Math.ceil(text.length * DIGIT_WIDTH) + TAG_PADDING);
  return {
    left: room.width - TAG_MARGIN - width,
    width,
    middle: Math.min(y, room.height - TAG_HEIGHT / 2),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
