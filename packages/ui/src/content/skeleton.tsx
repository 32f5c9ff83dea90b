/** Skeletons shown while content loads; they mirror the real layout. */
import { classNames } from '../class-names.ts';
import { rem } from '../rem.ts';
import { useUiTexts } from '../ui-texts.ts';
import styles from './state.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface SkeletonProps {
  /** CSS lengths; pixels are the design's. */
  readonly width?: string;
  readonly height: string;
  readonly isRound?: boolean;
}

const growing = (length: string) =>
  length.endsWith('px') ? rem(Number.parseFloat(length)) : length;

export function Skeleton({ width = '100%', height, isRound = false }: SkeletonProps) {
  const size = { width: growing(width), height: growing(height) };
  return <div className={classNames(styles.block, isRound && styles.round)} style={size} />;
}

/** Skeleton of a list of quote-like rows; announces "loading" once. */
export function SkeletonRows({ count = 6 }: { readonly count?: number }) {
  const texts = useUiTexts();
  return (
    <div className={styles.list} role="status">
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.row} aria-hidden="true">
          <Skeleton width="36px" height="36px" isRound />
          <div className={styles.lines}>
            <Skeleton width="42%" height="14px" />
            <Skeleton width="28%" height="10px" />
          </div>
          <div className={styles.lines} style={{ flex: 'none', justifyItems: 'end' }}>
            <Skeleton width="76px" height="14px" />
            <Skeleton width="48px" height="10px" />
          </div>
        </div>
      ))}
    </div>
  );
}
