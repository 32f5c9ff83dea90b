/** An amount of one asset with unit and Max; label above. */
import { type Ref, useId } from 'react';
import styles from './field.module.css';
import { fieldAttributes, FieldFrame, type FieldTexts } from './field.tsx';
import { type DraftOptions, useNumberDraft } from './number-draft.ts';

export interface AmountFieldProps extends Omit<FieldTexts, 'hint' | 'error'>, DraftOptions {
  /** Max, already cut to the asset's places by the caller. */
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
  readonly placeholder?: string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function AmountField({ ref, ...props }: AmountFieldProps) {
  const { label, labelAside, unit, action, placeholder, name, disabled, required } = props;
  const id = useId();
  const { input, lines } = useNumberDraft(props);
  return (
    <FieldFrame id={id} label={label} labelAside={labelAside} {...lines}>
      <input
        {...input}
        {...fieldAttributes(id, lines)}
        ref={ref}
        name={name}
        disabled={disabled}
        required={required}
        placeholder={placeholder}
        className={styles.input}
      />
      {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      {action !== undefined && (
        <button type="button" className={styles.max} onClick={action.onPress}>
          {action.label}
        </button>
      )}
    </FieldFrame>
  );
}
