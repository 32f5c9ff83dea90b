/** One photograph of the form: a sketch, then the upload, the picture, or why it failed. A press opens the camera. */
import { Button, checkIcon, classNames, Icon, plusIcon, warningIcon } from '@tern/ui';
import { type JSX, useId, useState } from 'react';
import type { ImageUpload } from '../../../../kernel/image-upload/use-image-upload.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Side } from '../api.ts';
import { CameraSheet } from './camera-sheet.tsx';
import styles from './identity.module.css';

export interface PhotoCardProps {
  side: Side;
  photo: ImageUpload;
  /** Below the card. */
  error: string | undefined;
}

export function PhotoCard({ side, photo, error }: PhotoCardProps) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { state } = photo;
  const isDone = state.stage === 'done';
  const isWrong = error !== undefined && error !== '';
  const hasFailed = state.stage === 'failed';
  const isComing = state.stage === 'reading' || state.stage === 'uploading';
  const share = state.stage === 'uploading' ? state.share : 0;
  return (
    <div className={classNames(styles.photo, side === 'hand' && styles.wide)}>
      <button
        type="button"
        className={classNames(styles.card, (isWrong || hasFailed) && styles.bad)}
        aria-describedby={isWrong || hasFailed ? `${id}-line` : undefined}
        // A button cannot be invalid to screen readers; the first faulty one is focused.
        data-invalid={isWrong || undefined}
        onClick={() => setOpen(true)}
      >
        <span className={styles.picture}>
          {state.stage === 'none' || state.stage === 'reading' ? (
            <Sketch side={side} />
          ) : (
            <img src={state.file.dataUrl} alt="" />
          )}
          {isComing && (
            <i
              role="progressbar"
              aria-label={t('identity.uploading')}
              aria-valuenow={Math.round(share * 100)}
              className={styles.track}
            >
              <i style={{ width: `${share * 100}%` }} />
            </i>
          )}
        </span>
        <b>
          <Icon
            of={isDone ? checkIcon : plusIcon}
            size={14}
            className={isDone ? styles.done : undefined}
          />
          {t(`identity.${side}`)}
        </b>
      </button>
      <div id={`${id}-line`} role="status" className={styles.line}>
        {(isWrong || hasFailed) && (
          <>
            <Icon of={warningIcon} size={14} />
            {isWrong ? error : hasFailed && state.reason}
          </>
        )}
      </div>
      {hasFailed && (
        <Button isSmall onPress={photo.retry}>
          {t('common.tryAgain')}
        </Button>
      )}
      <CameraSheet
        side={side}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onPhoto={(file) => {
          setOpen(false);
          photo.choose(file);
        }}
      />
    </div>
  );
}

/** Sketches of what each photograph shows; decoration only. */
function Sketch({ side }: { side: Side }) {
  return (
    <svg
      viewBox="0 0 150 94"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
    >
      {SHAPES[side]}
    </svg>
  );
}

const SHAPES: Readonly<Record<Side, JSX.Element>> = {
  front: (
    <>
      <rect x="30" y="20" width="90" height="56" rx="6" />
      <rect x="38" y="29" width="24" height="28" rx="3" />
      <circle cx="50" cy="39" r="5" />
      <path d="M41 57c1-7 4-10 9-10s8 3 9 10M72 33h34M72 42h40M72 51h26M38 67h72" />
    </>
  ),
  back: (
    <>
      <rect x="30" y="20" width="90" height="56" rx="6" />
      <path d="M30 34h90" strokeWidth="8" opacity=".5" />
      <path d="M40 52h42M40 62h56" />
    </>
  ),
  hand: (
    <>
      <circle cx="52" cy="34" r="13" />
      <path d="M28 84c1-19 11-28 24-28s23 9 24 28" />
      <rect x="82" y="34" width="44" height="30" rx="4" />
      <circle cx="94" cy="46" r="4" />
      <path d="M87 58c1-4 4-6 7-6s6 2 7 6M106 44h14M106 51h14M76 74c6-1 8-5 8-10" />
    </>
  ),
};
