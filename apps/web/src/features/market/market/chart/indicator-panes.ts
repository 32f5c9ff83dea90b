/** Draws the selected indicators over and under the candles, each in its own pane. */
import type {
  AxisTick,
  Chart,
  IndicatorCreate,
  IndicatorFigureStylesCallbackParams,
} from 'klinecharts';
import {
  MAIN_PANE,
  SUB_HEIGHT,
  SUB_PANE,
  VOLUME_HEIGHT,
  VOLUME_PANE,
  type ChosenIndicators,
  mainIndicators,
  recipes,
  subIndicators,
} from './indicators.ts';
import { faded } from './chart-colours.ts';
import type { MarksContext } from './price-marks.ts';

const HISTOGRAM_OPACITY = 0.7;
/** Small enough for the volumes of expensive coins. */
const VOLUME_PRECISION = 8;
/** Height of the legend above the drawing, pixels. */
const LEGEND = 20;
const SUB_GAP_BOTTOM = 0.06;

const isShown = (chart: Chart, name: string, paneId: string) =>
  chart.getIndicators({ name, paneId }).length > 0;

interface Macd {
  macd?: number;
}

/** The library hollows rising bars; ours are all filled. */
function macdFigures(context: MarksContext): NonNullable<IndicatorCreate['figures']> {
  const styles = ({ data }: IndicatorFigureStylesCallbackParams<unknown>) => {
    const value = (data.current as Macd | null)?.macd ?? 0;
    const { up, down, text3 } = context.colours;
    const color = faded(value > 0 ? up : value < 0 ? down : text3, HISTOGRAM_OPACITY);
    return { style: 'fill' as const, color, borderColor: color };
  };
  return [
    { key: 'macd', type: 'bar', baseValue: 0, styles },
    { key: 'dif', type: 'line' },
    { key: 'dea', type: 'line' },
  ];
}

function addPane(chart: Chart, indicator: IndicatorCreate, height: number): void {
  const paneId = indicator.paneId ?? SUB_PANE;
  chart.createIndicator(indicator, false);
  chart.setPaneOptions({ id: paneId, height, minHeight: height, dragEnabled: false });
}

/** Volume shows its largest round value, the indicator none: its legend shows it. */
function quietAxis(
  chart: Chart,
  { paneId, height }: { paneId: string; height: number },
  { quantityText }: MarksContext,
): void {
  const ticks = (all: AxisTick[]) =>
    paneId === VOLUME_PANE
      ? all.slice(-1).map((tick) => ({ ...tick, text: quantityText(tick.value) }))
      : [];
  const bottom = paneId === VOLUME_PANE ? 0 : SUB_GAP_BOTTOM;
  // The library takes gaps as shares of the drawing, not of the pane.
  const top = (LEGEND * (1 + bottom)) / (height - LEGEND);
  chart.overrideYAxis({
    paneId,
    gap: { top, bottom },
    createTicks: ({ defaultTicks }) => ticks(defaultTicks),
  });
}

/** Applies the selection; panes that already match stay. */
export function showIndicators(
  chart: Chart,
  chosen: ChosenIndicators,
  context: MarksContext,
): void {
  for (const name of mainIndicators) {
    const isWanted = name === chosen.main;
    if (isShown(chart, name, MAIN_PANE) === isWanted) continue;
    const calcParams = [...recipes[name].params];
    const { precision } = context;
    if (isWanted) chart.createIndicator({ name, paneId: MAIN_PANE, calcParams, precision }, true);
    else chart.removeIndicator({ name, paneId: MAIN_PANE });
  }
  for (const name of subIndicators) {
    if (name !== chosen.sub) chart.removeIndicator({ name, paneId: SUB_PANE });
  }
  // Volume is above: when it returns, the pane below is recreated after it.
  if (chosen.hasVolume && !isShown(chart, 'VOL', VOLUME_PANE)) {
    chart.removeIndicator({ paneId: SUB_PANE });
    addPane(
      chart,
      { name: 'VOL', paneId: VOLUME_PANE, calcParams: [], precision: VOLUME_PRECISION },
      VOLUME_HEIGHT,
    );
    quietAxis(chart, { paneId: VOLUME_PANE, height: VOLUME_HEIGHT }, context);
  } else if (!chosen.hasVolume) chart.removeIndicator({ paneId: VOLUME_PANE });
  if (chosen.sub && !isShown(chart, chosen.sub, SUB_PANE)) {
    const calcParams = [...recipes[chosen.sub].params];
    const { precision } = context;
    const ofPrice = chosen.sub === 'MACD' ? { figures: macdFigures(context), precision } : {};
    addPane(chart, { name: chosen.sub, paneId: SUB_PANE, calcParams, ...ofPrice }, SUB_HEIGHT);
    quietAxis(chart, { paneId: SUB_PANE, height: SUB_HEIGHT }, context);
  }
}
