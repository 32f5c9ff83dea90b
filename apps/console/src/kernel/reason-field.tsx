/** The field of a reason: why an operator does or proposes something; members or colleagues read it. */
import { GrowingField } from '@tern/ui';

/** What the calls of operators take. Units: characters. */
const REASON_MAX = 500;

export interface ReasonFieldProps {
  readonly label: string;
  /** Who will read it. */
  readonly hint?: string;
  readonly error?: string | undefined;
  /** Other than `reason` where a page has several. */
  readonly name?: string;
  /** An act that is not offered without a reason needs no field that insists. */
  readonly isOptional?: boolean;
  readonly value: string;
  onChange(value: string): void;
}

export function ReasonField(props: ReasonFieldProps) {
  const { label, hint, error, name = 'reason', isOptional = false, value, onChange } = props;
  return (
    <GrowingField
      label={label}
      hint={hint}
      error={error}
      name={name}
      rows={2}
      maxLength={REASON_MAX}
      required={!isOptional}
      value={value}
      onChange={onChange}
    />
  );
}
