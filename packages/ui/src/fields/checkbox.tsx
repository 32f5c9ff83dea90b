/** A checkbox and a switch, each with its label. */
import { type ReactNode, type Ref, useId } from 'react';
import { Icon } from '../icons/icon.tsx';
import { checkIcon } from '../icons/interface-icons.ts';
import { fieldAttributes, FieldLine } from './field.tsx';
import styles from './switch.module.css';
import { classNames } from '../class-names.ts';

export interface CheckboxProps {
  /** May contain links. */
  readonly children: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly error?: string | undefined;
  readonly name?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ children, isChecked, onChange, error, name, ref }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.check}>
        <input
          {...fieldAttributes(id, { error })}
          ref={ref}
          name={name}
          type="checkbox"
          checked={isChecked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className={styles.box}>
          <Icon of={checkIcon} size={14} />
        </span>
        <span>{children}</span>
      </label>
      <FieldLine id={id} hint={undefined} error={error} />
    </div>
  );
}

export interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** `beside` a small label, `spread` over a row's width, or with a hidden label. */
  readonly look?: 'beside' | 'spread' | 'bare';
  readonly isDisabled?: boolean;
}

/** An on/off switch that applies immediately. */
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
