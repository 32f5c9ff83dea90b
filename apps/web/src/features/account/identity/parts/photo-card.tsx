/** One photograph of the form: a sketch, then the upload, the picture, or why it failed. A press opens the camera. */
import { Button, checkIcon, classNames, Icon, plusIcon, warningIcon } from '@tern/ui';
import { useId, useState } from 'react';
import type { ImageUpload } from '../../../../kernel/image-upload/use-image-upload.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Side } from '../api.ts';
import { CameraSheet } from './camera-sheet.tsx';
import styles from './identity.module.css';
import { Sketch } from './sketches.tsx';

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
