/** Skeletons of pages that are not lists: a record, a form, an article. */
import type { ReactNode } from 'react';
import { useUiTexts } from '../ui-texts.ts';
import { Skeleton } from './skeleton.tsx';
import styles from './skeleton-shapes.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

function Shapes({
  className,
  children,
}: {
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  const texts = useUiTexts();
  return (
    <div role="status">
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <div className={className} aria-hidden="true">
        {children}
      </div>
    </div>
  );
}

export interface SkeletonCardsProps {
  /** In px, from the top. */
  readonly heights: readonly number[];
}

/** Skeleton of a column of cards. */
export function SkeletonCards({ heights }: SkeletonCardsProps) {
  return (
    <Shapes className={styles.cards}>
      {heights.map((height, index) => (
        <Skeleton key={index} height={`${height}px`} />
      ))}
    </Shapes>
  );
}

/** Skeleton of one record: headline, then a card of names and values. */
export function SkeletonDetail({ count = 6 }: { readonly count?: number }) {
  return (
    <Shapes className={styles.detail}>
      <Skeleton width="56%" height="34px" />
      <Skeleton width="32%" height="14px" />
      <div className={styles.facts}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index}>
            <Skeleton width="28%" height="12px" />
            <Skeleton width={index % 2 === 0 ? '36%' : '24%'} height="12px" />
          </div>
        ))}
      </div>
    </Shapes>
  );
}

/** Skeleton of a form: labels over fields. */
export function SkeletonForm({ count = 3 }: { readonly count?: number }) {
  return (
    <Shapes className={styles.fields}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <Skeleton width="30%" height="12px" />
          <Skeleton height="48px" />
        </div>
      ))}
    </Shapes>
  );
}

/** Skeleton of an article: a title and lines. */
export function SkeletonText({ count = 7 }: { readonly count?: number }) {
  return (
    <Shapes className={styles.lines}>
      <Skeleton width="68%" height="22px" />
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} width={index === count - 1 ? '44%' : '100%'} height="12px" />
      ))}
    </Shapes>
  );
}
