/** The reason of an action or proposal, for members or other operators to read. */
import { GrowingField } from '@tern/ui';

/** Longest reason that the calls accept, in characters. */
const REASON_MAX = 500;

export interface ReasonFieldProps {
  readonly label: string;
  /** Who will read it. */
  readonly hint?: string;
  readonly error?: string | undefined;
  /** Only if a page has several reason fields. */
  readonly name?: string;
  /** For actions whose button is disabled without a reason. */
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
