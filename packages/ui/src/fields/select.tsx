/** A native select. */
import { useId } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { chevronDownIcon } from '../icons/control-icons.ts';
import fieldStyles from './field.module.css';
import styles from './select.module.css';

export interface SelectOption<K extends string> {
  readonly key: K;
  readonly label: string;
}

export interface SelectProps<K extends string> {
  readonly label: string;
  /** The label is announced but not shown (order form). */
  readonly isLabelHidden?: boolean;
  readonly options: readonly SelectOption<K>[];
  readonly value: K;
  readonly onChange: (key: K) => void;
  readonly icon?: string;
  readonly name?: string;
  readonly error?: string | undefined;
  /** Text without a box, beside a heading. */
  readonly isPlain?: boolean;
}

export function Select<K extends string>(props: SelectProps<K>) {
  const { label, isLabelHidden = false, options, value, onChange, icon, name, isPlain } = props;
  const { error } = props;
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      {!isLabelHidden && (
        <div className={fieldStyles.head}>
          <label htmlFor={id}>{label}</label>
        </div>
      )}
      <div
        className={classNames(
          styles.box,
          icon && styles.hasIcon,
          !isLabelHidden && styles.tall,
          isPlain && styles.plain,
        )}
      >
        {icon !== undefined && <Icon of={icon} size={16} className={styles.icon} />}
        <select
          id={id}
          name={name}
          className={styles.select}
          aria-label={isLabelHidden ? label : undefined}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as K)}
        >
          {options.map((option) => (
            <option key={option.key} value={option.key}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon of={chevronDownIcon} size={18} className={styles.chevron} />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
