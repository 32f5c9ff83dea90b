/** The field for a code sent by e-mail or SMS, with the button that sends it. */
import { TextField } from '@tern/ui';
import type { FieldProps } from '../../../kernel/form.ts';
import type { CodeRequest } from './code-request.ts';
import styles from './code-field.module.css';

export interface CodeFieldProps extends FieldProps {
  label: string;
  hint?: string;
  request: CodeRequest;
  onRequest: () => void;
}

export function CodeField({ request, onRequest, ...field }: CodeFieldProps) {
  const canRequest = request.request !== undefined;
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      {...(canRequest
        ? { action: { label: request.label, onPress: onRequest } }
        : { slot: <span className={styles.wait}>{request.label}</span> })}
    />
  );
}
