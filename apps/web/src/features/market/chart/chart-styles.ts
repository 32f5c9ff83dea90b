/** The chart library's styles in our tokens: no frame, no tooltip, hairlines and small labels. */
import type { DeepPartial, Styles } from 'klinecharts';
import { TIME_AXIS_HEIGHT } from './chart-frame.ts';
import { type ChartInk, faded } from './chart-ink.ts';

const FAMILY = '"Geist Variable", system-ui, sans-serif';
/** The one exception to the smallest type size (design language §2). */
const AXIS_TEXT = { size: 10.5, weight: 500, family: FAMILY } as const;
export const AXIS_FONT = `${AXIS_TEXT.weight} ${AXIS_TEXT.size}px ${FAMILY}`;

const VOLUME_OPACITY = 0.6;
const LINE_WIDTH = 1.2;

const hidden = { show: false } as const;

function axis(ink: ChartInk): DeepPartial<Styles['yAxis']> {
  return {
    axisLine: hidden,
    tickLine: hidden,
    tickText: { ...AXIS_TEXT, color: ink.text3, marginStart: 6, marginEnd: 4 },
  };
}

function gridLine(ink: ChartInk): DeepPartial<Styles['grid']['horizontal']> {
  return { show: true, style: 'solid', size: 1, color: ink.line };
}

function label(ink: ChartInk): DeepPartial<Styles['crosshair']['horizontal']> {
  return {
    line: { style: 'dashed', dashedValue: [2, 3], size: 1, color: ink.text3 },
    text: {
      ...AXIS_TEXT,
      color: ink.text,
      backgroundColor: ink.surface3,
      borderSize: 0,
      borderRadius: 6,
      paddingLeft: 6,
      paddingRight: 6,
      paddingTop: 5,
      paddingBottom: 4,
    },
  };
}

/** Candle styles; a stale feed greys the label of the last price. */
function candle(ink: ChartInk, isStale: boolean): DeepPartial<Styles['candle']> {
  const [up, down] = isStale ? [ink.text3, ink.text3] : [ink.up, ink.down];
  return {
    bar: {
      upColor: ink.up,
      downColor: ink.down,
      noChangeColor: ink.text3,
      upBorderColor: ink.up,
      downBorderColor: ink.down,
      noChangeBorderColor: ink.text3,
      upWickColor: ink.up,
      downWickColor: ink.down,
      noChangeWickColor: ink.text3,
    },
    priceMark: {
      high: hidden,
      low: hidden,
      last: {
        upColor: up,
        downColor: down,
        noChangeColor: ink.text3,
        line: { style: 'dashed', dashedValue: [2, 3], size: 1 },
        text: {
          ...AXIS_TEXT,
          // Both direction colours are the same in every palette and theme; a grey label uses the page's.
          color: isStale ? ink.canvas : ink.onUp,
          paddingLeft: 6,
          paddingRight: 4,
          paddingTop: 5,
          paddingBottom: 4,
          borderRadius: 6,
        },
      },
    },
    tooltip: { showRule: 'none' },
  };
}

export function chartStyles(
  ink: ChartInk,
  isStale: boolean,
  axisWidth: number,
): DeepPartial<Styles> {
  const averages = [ink.average1, ink.average2, ink.average3];
  const bar = {
    upColor: faded(ink.up, VOLUME_OPACITY),
    downColor: faded(ink.down, VOLUME_OPACITY),
    noChangeColor: faded(ink.text3, VOLUME_OPACITY),
  };
  return {
    grid: { horizontal: gridLine(ink), vertical: gridLine(ink) },
    candle: candle(ink, isStale),
    indicator: {
      ohlc: bar,
      bars: [{ ...bar, style: 'fill', borderSize: 0 }],
      lines: averages.map((color) => ({ color, size: LINE_WIDTH, style: 'solid', smooth: false })),
      tooltip: { showRule: 'none' },
    },
    xAxis: { ...axis(ink), size: TIME_AXIS_HEIGHT },
    yAxis: { ...axis(ink), size: axisWidth },
    separator: { size: 1, color: ink.line, fill: true, activeBackgroundColor: 'transparent' },
    crosshair: { horizontal: label(ink), vertical: label(ink) },
  };
}
