/** A card or account number, grouped in fours while typing. */
import { TextField } from '@tern/ui';
import { useLayoutEffect, useRef } from 'react';
import type { FieldProps } from '../../../../../kernel/form.ts';
import { withoutSpaces, groupedInFours } from '../bank-numbers.ts';

export interface GroupedFieldProps extends FieldProps {
  label: string;
  hint?: string;
  warning?: string | undefined;
  inputMode: 'text' | 'numeric';
}

/** The maximum length in the API, spaces included. */
const LENGTH_MAX = 42;

/** The caret position after this many characters, spaces not counted. */
const placeAfter = (signs: number) => signs + Math.max(0, Math.ceil(signs / 4) - 1);

export function GroupedField({ onChange, ...field }: GroupedFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current !== undefined) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const type = (text: string) => {
    const place = input.current?.selectionStart ?? text.length;
    caret.current = placeAfter(withoutSpaces(text.slice(0, place)).length);
    onChange(groupedInFours(text));
  };
  return (
    <TextField
      {...field}
      ref={input}
      onChange={type}
      maxLength={LENGTH_MAX}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
