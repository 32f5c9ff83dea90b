/** Skeleton of the chart: bars, with price and intervals above. */
import { Skeleton, useUiTexts, VisuallyHidden } from '@tern/ui';
import { CHART_HEIGHT } from '../chart/indicators.ts';
import styles from './chart.module.css';

/** Bar heights in percent. */
const BARS = [
  34, 40, 38, 46, 52, 48, 44, 50, 58, 62, 57, 49, 42, 45, 54, 60, 66, 72, 68, 76, 82, 78,
];

export function PaneSkeleton() {
  const texts = useUiTexts();
  return (
    <div role="status" style={{ height: CHART_HEIGHT + 24 }}>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <div className={styles.bars} aria-hidden="true">
        {BARS.map((height, index) => (
          <Skeleton key={index} width="7px" height={`${height}%`} />
        ))}
      </div>
    </div>
  );
}

export function ChartSkeleton() {
  return (
    <>
      <div className={styles.priceSkeleton} aria-hidden="true">
        <div>
          <Skeleton width="132px" height="28px" />
          <Skeleton width="96px" height="14px" />
        </div>
        <Skeleton width="148px" height="60px" />
      </div>
      <PaneSkeleton />
    </>
  );
}
