/** A button that opens the photo library or camera: a file input behind its label. */
import { classNames, Icon } from '@tern/ui';
import styles from './proof.module.css';

/** rules §6 */
const TYPES = 'image/png,image/jpeg,image/webp';

export interface Picking {
  onPick: (file: File) => void;
  /** Id of the hint or error line. */
  describedBy: string;
  isWrong: boolean;
}

export interface PictureInputProps extends Picking {
  label: string;
  icon?: string;
  /** Opens the camera directly, if there is one. */
  isCamera?: boolean;
  /** Text only, inside a card. */
  isQuiet?: boolean;
}

export function PictureInput(props: PictureInputProps) {
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
