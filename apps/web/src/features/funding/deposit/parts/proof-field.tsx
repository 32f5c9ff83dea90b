/** The proof of a transfer: choose an image, upload progress, done, or failed. */
import {
  Button,
  cameraIcon,
  checkIcon,
  classNames,
  formatAmount,
  Icon,
  imageIcon,
  useNumberLocale,
  warningIcon,
} from '@tern/ui';
import { useId } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { megabytesOf, type ProofFile } from '../proof-file.ts';
import type { Proof, ProofState } from '../use-proof.ts';
import styles from './proof.module.css';

export interface ProofFieldProps {
  proof: Proof;
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
      {proof.state.stage === 'none' ? (
        <div className={classNames(styles.empty, isWrong && styles.bad)}>
          <PictureInput {...pick} icon={imageIcon} label={t('deposit.chooseImage')} />
          <PictureInput {...pick} isCamera icon={cameraIcon} label={t('deposit.takePhoto')} />
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

interface ChosenProps {
  state: Exclude<ProofState, { stage: 'none' }>;
  pick: Picking;
  onRetry: () => void;
}

function Chosen({ state, pick, onRetry }: ChosenProps) {
  const t = useT();
  const hasFailed = state.stage === 'failed';
  return (
    <div className={classNames(styles.chosen, (hasFailed || pick.isWrong) && styles.bad)}>
      <img src={state.file.dataUrl} alt="" className={styles.thumb} />
      <div className={styles.words}>
        <p className={styles.file}>{state.file.name}</p>
        <Progress state={state} />
        {hasFailed && (
          <Button isSmall onPress={onRetry}>
            {t('common.tryAgain')}
          </Button>
        )}
      </div>
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
function useWeight({ bytes }: ProofFile): string {
  const t = useT();
  const locale = useNumberLocale();
  const size = formatAmount(megabytesOf(bytes), { locale, places: 1 });
  return t('deposit.megabytes', { size });
}

/** rules §6 */
const TYPES = 'image/png,image/jpeg,image/webp';

interface Picking {
  onPick: (file: File) => void;
  /** Id of the hint or error line. */
  describedBy: string;
  isWrong: boolean;
}

interface PictureInputProps extends Picking {
  label: string;
  icon?: string;
  /** Opens the camera directly, if there is one. */
  isCamera?: boolean;
  /** Text only, inside a card. */
  isQuiet?: boolean;
}

/** A button that opens the photo library or camera: a file input behind its label. */
function PictureInput(props: PictureInputProps) {
  const { label, icon, isCamera = false, isQuiet = false, onPick, describedBy, isWrong } = props;
  return (
    <label className={classNames(styles.pick, isQuiet && styles.quietPick)}>
      <input
        type="file"
        accept={TYPES}
        className={styles.input}
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        {...(isCamera ? { capture: 'environment' as const } : {})}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Allows choosing the same image again after an error.
          currentTarget.value = '';
          if (file) onPick(file);
        }}
      />
      {icon !== undefined && <Icon of={icon} size={20} />}
      {label}
    </label>
  );
}
