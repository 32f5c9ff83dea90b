/** A button that opens the photo library or camera: a file input behind its label. */
import { classNames, Icon } from '@tern/ui';
import styles from './picture-input.module.css';

const TYPES = 'image/png,image/jpeg,image/webp';

export interface PictureInputProps {
  label: string;
  onPick: (file: File) => void;
  /** Id of the hint or error line. */
  describedBy?: string;
  isWrong?: boolean;
  icon?: string;
  /** Opens this camera directly, if there is one. */
  camera?: 'environment' | 'user';
  /** Text only, inside a card. */
  isQuiet?: boolean;
}

export function PictureInput(props: PictureInputProps) {
  const { label, icon, camera, isQuiet = false, onPick, describedBy, isWrong = false } = props;
  return (
    <label className={classNames(styles.pick, isQuiet && styles.quiet, isWrong && styles.bad)}>
      <input
        type="file"
        accept={TYPES}
        className={styles.input}
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        {...(camera === undefined ? {} : { capture: camera })}
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
