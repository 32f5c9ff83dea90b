/** An amount of one asset with unit and Max; label above. */
import { type Ref, useId } from 'react';
import styles from './field.module.css';
import { fieldAttributes, FieldFrame, type FieldTexts } from './field.tsx';
import { type DraftOptions, useNumberDraft } from './number-draft.ts';

export interface AmountFieldProps extends FieldTexts, DraftOptions {
  readonly unit?: string;
  /** Max, already cut to the asset's places by the caller. */
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
  readonly placeholder?: string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function AmountField({ ref, ...props }: AmountFieldProps) {
  const { label, labelAside, hint, error, unit, action, placeholder, name, disabled } = props;
  const id = useId();
  const input = useNumberDraft(props);
  return (
    <FieldFrame id={id} label={label} labelAside={labelAside} hint={hint} error={error}>
      <input
        {...input}
        {...fieldAttributes(id, { hint, error })}
        ref={ref}
        name={name}
        disabled={disabled}
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
