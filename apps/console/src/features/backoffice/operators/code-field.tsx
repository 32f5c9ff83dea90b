/** The one-time code, or recovery code, that a change of the own account takes. */
import { TextField } from '@tern/ui';
import { texts } from '../../../kernel/texts.ts';

const { passkeys: labels, change } = texts.operators.ownAccount;

export interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  isMissing: boolean;
}

export function CodeField({ value, onChange, isMissing }: CodeFieldProps) {
  return (
    <TextField
      label={labels.code}
      hint={change.codeHint}
      error={isMissing ? labels.codeMissing : undefined}
      name="code"
      autoComplete="one-time-code"
      spellCheck={false}
      value={value}
      onChange={onChange}
    />
  );
}
