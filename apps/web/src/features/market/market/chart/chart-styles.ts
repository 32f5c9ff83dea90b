/** The chart library's styles in our tokens: no frame, no tooltip, hairlines and small labels. */
import type { DeepPartial, Styles } from 'klinecharts';
import { SCALE, TIME_AXIS_HEIGHT } from './indicators.ts';
import { type ChartColours, faded } from './chart-colours.ts';

const FAMILY = '"Geist Variable", system-ui, sans-serif';
/** The one exception to the smallest type size. */
const AXIS_TEXT = { size: 10.5 * SCALE, weight: 500, family: FAMILY } as const;
export const AXIS_FONT = `${AXIS_TEXT.weight} ${AXIS_TEXT.size}px ${FAMILY}`;

const VOLUME_OPACITY = 0.6;
const LINE_WIDTH = 1.2;

const hidden = { show: false } as const;

function axis(colours: ChartColours): DeepPartial<Styles['yAxis']> {
  return {
    axisLine: hidden,
    tickLine: hidden,
    tickText: { ...AXIS_TEXT, color: colours.text3, marginStart: 6, marginEnd: 4 },
  };
}

function gridLine(colours: ChartColours): DeepPartial<Styles['grid']['horizontal']> {
  return { show: true, style: 'solid', size: 1, color: colours.line };
}

function label(colours: ChartColours): DeepPartial<Styles['crosshair']['horizontal']> {
  return {
    line: { style: 'dashed', dashedValue: [2, 3], size: 1, color: colours.text3 },
    text: {
      ...AXIS_TEXT,
      color: colours.text,
      backgroundColor: colours.surface3,
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
function candle(colours: ChartColours, isStale: boolean): DeepPartial<Styles['candle']> {
  const [up, down] = isStale ? [colours.text3, colours.text3] : [colours.up, colours.down];
  return {
    bar: {
      upColor: colours.up,
      downColor: colours.down,
      noChangeColor: colours.text3,
      upBorderColor: colours.up,
      downBorderColor: colours.down,
      noChangeBorderColor: colours.text3,
      upWickColor: colours.up,
      downWickColor: colours.down,
      noChangeWickColor: colours.text3,
    },
    priceMark: {
      high: hidden,
      low: hidden,
      last: {
        upColor: up,
        downColor: down,
        noChangeColor: colours.text3,
        line: { style: 'dashed', dashedValue: [2, 3], size: 1 },
        text: {
          ...AXIS_TEXT,
          // Both direction colours are the same in every palette and theme; a grey label uses the page's.
          color: isStale ? colours.canvas : colours.onUp,
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
  colours: ChartColours,
  isStale: boolean,
  axisWidth: number,
): DeepPartial<Styles> {
  const averages = [colours.average1, colours.average2, colours.average3];
  const bar = {
    upColor: faded(colours.up, VOLUME_OPACITY),
    downColor: faded(colours.down, VOLUME_OPACITY),
    noChangeColor: faded(colours.text3, VOLUME_OPACITY),
  };
  return {
    grid: { horizontal: gridLine(colours), vertical: gridLine(colours) },
    candle: candle(colours, isStale),
    indicator: {
      ohlc: bar,
      bars: [{ ...bar, style: 'fill', borderSize: 0 }],
      lines: averages.map((color) => ({ color, size: LINE_WIDTH, style: 'solid', smooth: false })),
      tooltip: { showRule: 'none' },
    },
    xAxis: { ...axis(colours), size: TIME_AXIS_HEIGHT },
    yAxis: { ...axis(colours), size: axisWidth },
    separator: { size: 1, color: colours.line, fill: true, activeBackgroundColor: 'transparent' },
    crosshair: { horizontal: label(colours), vertical: label(colours) },
  };
}
