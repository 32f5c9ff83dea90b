/** The state of a form: what was typed, what is wrong where, and the focus on the first mistake. */
import { focusFirstError } from '@tern/ui';
import { type RefObject, useRef, useState } from 'react';

export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

export interface FieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export interface Form<Field extends string> {
  /** Put it on the `<form>`. */
  ref: RefObject<HTMLFormElement | null>;
  values: Readonly<Record<Field, string>>;
  errors: FieldErrors<Field>;
  /** Takes what was typed; the field's message goes away. */
  set: (field: Field, value: string) => void;
  /** Props of a text field: `<TextField label={…} {...form.field('email')} />`. */
  field: (field: Field) => FieldProps;
  /** Empties a field and leaves its message. */
  clear: (field: Field) => void;
  /** Shows messages and moves the focus to the first; true when there were any. */
  fail: (errors: FieldErrors<Field>) => boolean;
}

export function useForm<Field extends string>(initial: Record<Field, string>): Form<Field> {
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const set = (field: Field, value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors(({ [field]: _gone, ...others }) => others as FieldErrors<Field>);
  };
  return {
    ref,
    values,
    errors,
    set,
    field: (field) => ({
      name: field,
      value: values[field],
      error: errors[field],
      onChange: (value) => set(field, value),
    }),
    clear: (field) => setValues((before) => ({ ...before, [field]: '' })),
    fail: (found) => {
      setErrors(found);
      // The message must be in the page before the focus is, or it would not be read.
      requestAnimationFrame(() => ref.current && focusFirstError(ref.current));
      return Object.keys(found).length > 0;
    },
  };
}
