/** A private image, loaded on request; it can be enlarged and rotated. */
import { Button, classNames, eyeIcon, Inline, Text, VisuallyHidden } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { texts } from '../../../../kernel/texts.ts';
import type { ReviewDetail } from '../../../../kernel/review/review.ts';
import { useReviewImage } from '../api.ts';
import styles from './review-pane.module.css';

const QUARTERS = ['', styles.quarter1, styles.quarter2, styles.quarter3];

export interface ReviewImageProps {
  reviewId: number;
  image: ReviewDetail['images'][number];
  /** Shown without its own button: the operator asked for all images. */
  isOpen?: boolean;
}

export function ReviewImage({ reviewId, image, isOpen = false }: ReviewImageProps) {
  const [isAsked, setAsked] = useState(false);
  const isWanted = isAsked || isOpen;
  const [isLarge, setLarge] = useState(false);
  const [quarter, setQuarter] = useState(0);
  const shown = useReviewImage(reviewId, image.id, isWanted);
  return (
    <figure className={styles.image}>
      {isWanted ? (
        <Loaded query={shown}>
          {(source) => (
            <div className={classNames(isLarge && styles.large)}>
              <img src={source} alt={image.label} className={QUARTERS[quarter]} />
              <Inline gap={8} isWrapped top={8}>
                <Button isSmall onPress={() => setLarge(!isLarge)}>
                  {isLarge ? texts.review.reduce : texts.review.enlarge}
                </Button>
                <Button isSmall onPress={() => setQuarter((quarter + 1) % QUARTERS.length)}>
                  {texts.review.rotate}
                </Button>
              </Inline>
            </div>
          )}
        </Loaded>
      ) : (
        <Button className={styles.unseen ?? ''} icon={eyeIcon} onPress={() => setAsked(true)}>
          {texts.review.show}
          <VisuallyHidden>: {image.label}</VisuallyHidden>
        </Button>
      )}
      <Text as="figcaption" size="label" tone="soft">
        {image.label}, {texts.review.kilobytes(Math.ceil(image.bytes / 1024))}
        <br />
        <span title={image.sha256}>
          SHA-256 {image.sha256.slice(0, 4)}…{image.sha256.slice(-4)}
        </span>
        <br />
        {texts.review.logged}
      </Text>
    </figure>
  );
}
