/** The field of a reason: why an operator does or proposes something; members or colleagues read it. */
import { TextField } from '@tern/ui';

/** What the calls of operators take. Units: characters. */
const REASON_MAX = 500;

export interface ReasonFieldProps {
  readonly label: string;
  /** Who will read it. */
  readonly hint?: string;
  /** Other than `reason` where a page has several. */
  readonly name?: string;
  /** An act that is not offered without a reason needs no field that insists. */
  readonly isOptional?: boolean;
  readonly value: string;
  onChange(value: string): void;
}

export function ReasonField(props: ReasonFieldProps) {
  const { label, hint, name = 'reason', isOptional = false, value, onChange } = props;
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      name={name}
      maxLength={REASON_MAX}
      required={!isOptional}
      value={value}
      onChange={onChange}
    />
  );
}
