/** An on/off switch that applies immediately. */
import { classNames } from '../class-names.ts';
import styles from './switch.module.css';

export interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** `beside` a small label, `spread` over a row's width, or with a hidden label. */
  readonly look?: 'beside' | 'spread' | 'bare';
  readonly isDisabled?: boolean;
}

export function Switch({ label, isOn, onChange, look = 'beside', isDisabled }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={look === 'bare' ? label : undefined}
      disabled={isDisabled}
      className={classNames(styles.line, look !== 'beside' && styles[look])}
      onClick={() => onChange(!isOn)}
    >
      {look !== 'bare' && <span>{label}</span>}
      <span className={styles.track} />
    </button>
  );
}
