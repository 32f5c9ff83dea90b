/** The charting library: a script of its own, that only the chart's page asks for. */
import { useQuery } from '@tanstack/react-query';

/** Asked for as soon as the page is shown, so that it arrives beside the candles. */
export function useChartScript() {
  return useQuery({
    queryKey: ['chart-script'],
    queryFn: () => import('./chart/candle-chart.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
