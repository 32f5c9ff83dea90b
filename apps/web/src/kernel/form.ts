/** A form's state: values, errors, and focus on the first error. */
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
  /** Ref for the `<form>`. */
  ref: RefObject<HTMLFormElement | null>;
  values: Readonly<Record<Field, string>>;
  errors: FieldErrors<Field>;
  /** Sets a value and clears the field's error. */
  set: (field: Field, value: string) => void;
  /** Props of a text field: `<TextField label={…} {...form.field('email')} />`. */
  field: (field: Field) => FieldProps;
  /** Clears a field and keeps its error. */
  clear: (field: Field) => void;
  /** Shows errors and focuses the first; returns whether there are any. */
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
      // The message must be rendered before the focus moves, or it would not be announced.
      requestAnimationFrame(() => ref.current && focusFirstError(ref.current));
      return Object.keys(found).length > 0;
    },
  };
}
