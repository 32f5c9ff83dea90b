/** The proof of a transfer: choose an image, upload progress, done, or failed. */
import {
  Button,
  cameraIcon,
  checkIcon,
  classNames,
  formatAmount,
  Icon,
  imageIcon,
  Stack,
  useNumberLocale,
  warningIcon,
} from '@tern/ui';
import { useId } from 'react';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import {
  PictureInput,
  type PictureInputProps,
} from '../../../../../kernel/image-upload/picture-input.tsx';
import type { ImageFile } from '../../../../../kernel/image-upload/image-file.ts';
import type {
  ImageUpload,
  UploadState,
} from '../../../../../kernel/image-upload/use-image-upload.ts';
import { megabytesOf } from '../megabytes.ts';
import styles from './proof.module.css';

export interface ProofFieldProps {
  proof: ImageUpload;
  /** The error below the field. */
  error: string | undefined;
}

export function ProofField({ proof, error }: ProofFieldProps) {
  const t = useT();
  const id = useId();
  const isWrong = error !== undefined && error !== '';
  const pick: Picking = { onPick: proof.choose, describedBy: `${id}-line`, isWrong };
  return (
    <div role="group" aria-labelledby={`${id}-name`}>
      <p id={`${id}-name`} className={styles.name}>
        {t('deposit.proof')}
      </p>
      {proof.state.stage === 'none' || proof.state.stage === 'reading' ? (
        <div className={styles.empty}>
          <PictureInput {...pick} icon={imageIcon} label={t('deposit.chooseImage')} />
          <PictureInput
            {...pick}
            camera="environment"
            icon={cameraIcon}
            label={t('deposit.takePhoto')}
          />
        </div>
      ) : (
        <Chosen state={proof.state} pick={pick} onRetry={proof.retry} />
      )}
      <p id={`${id}-line`} className={isWrong ? styles.errorText : styles.hint} role="status">
        {isWrong && <Icon of={warningIcon} size={14} />}
        <span>{isWrong ? error : t('deposit.proofHint')}</span>
      </p>
    </div>
  );
}

type Picking = Pick<PictureInputProps, 'onPick' | 'describedBy' | 'isWrong'>;

interface ChosenProps {
  state: Exclude<UploadState, { stage: 'none' | 'reading' }>;
  pick: Picking;
  onRetry: () => void;
}

function Chosen({ state, pick, onRetry }: ChosenProps) {
  const t = useT();
  const hasFailed = state.stage === 'failed';
  return (
    <div className={classNames(styles.chosen, (hasFailed || pick.isWrong) && styles.bad)}>
      <img src={state.file.dataUrl} alt="" className={styles.thumb} />
      <Stack gap={4} align="start" isGrown>
        <p className={styles.file}>{state.file.name}</p>
        <Progress state={state} />
        {hasFailed && (
          <Button isSmall onPress={onRetry}>
            {t('common.tryAgain')}
          </Button>
        )}
      </Stack>
      <PictureInput {...pick} isQuiet label={t('deposit.replace')} />
    </div>
  );
}

const WHOLE = 100;

function Progress({ state }: { state: ChosenProps['state'] }) {
  const t = useT();
  const weight = useWeight(state.file);
  if (state.stage === 'uploading') {
    const percent = Math.round(state.share * WHOLE);
    return (
      <>
        <p className={styles.line}>{t('deposit.uploading')}</p>
        <div
          role="progressbar"
          aria-label={t('deposit.uploading')}
          aria-valuenow={percent}
          className={styles.track}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
      </>
    );
  }
  if (state.stage === 'failed') {
    return (
      <p className={styles.failure} role="alert">
        <Icon of={warningIcon} size={14} />
        {state.reason}
      </p>
    );
  }
  return (
    <p className={styles.line} role="status">
      <Icon of={checkIcon} size={14} className={styles.tick} />
      {t('deposit.uploaded', { size: weight })}
    </p>
  );
}

/** "1.2 MB" */
function useWeight({ bytes }: ImageFile): string {
  const t = useT();
  const locale = useNumberLocale();
  const size = formatAmount(megabytesOf(bytes), { locale, places: 1 });
  return t('deposit.megabytes', { size });
}
