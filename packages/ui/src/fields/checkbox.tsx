/** A checkbox with its label. */
import { type ReactNode, type Ref, useId } from 'react';
import { Icon } from '../icons/icon.tsx';
import { checkIcon } from '../icons/interface-icons.ts';
import { fieldAttributes, FieldLine } from './field.tsx';
import styles from './switch.module.css';

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
