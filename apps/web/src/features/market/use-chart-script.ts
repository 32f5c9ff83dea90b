/** The charting library: a separate script, loaded only by the chart page. */
import { useQuery } from '@tanstack/react-query';

/** Requested as soon as the page is shown, in parallel with the candles. */
export function useChartScript() {
  return useQuery({
    queryKey: ['chart-script'],
    queryFn: () => import('./chart/candle-chart.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
