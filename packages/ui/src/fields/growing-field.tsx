/** A text area that grows with its content, from three lines to eight. */
import { type Ref, type TextareaHTMLAttributes, useId, useLayoutEffect, useRef } from 'react';
import styles from './field.module.css';
import { fieldAttributes, FieldFrame, type FieldTexts } from './field.tsx';

type Native = Pick<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'name' | 'placeholder' | 'maxLength' | 'required' | 'readOnly' | 'spellCheck'
>;

export interface GrowingFieldProps extends FieldTexts, Native {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Minimum number of lines; three by default. */
  readonly rows?: number;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export function GrowingField(props: GrowingFieldProps) {
  const { label, labelAside, hint, error, value, onChange, rows = 3, ref, ...native } = props;
  const id = useId();
  const box = useRef<HTMLTextAreaElement | null>(null);
  useLayoutEffect(() => {
    const area = box.current;
    if (area === null) return;
    // Reset first: scrollHeight is never less than the height of the box.
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [value]);
  const hold = (area: HTMLTextAreaElement | null) => {
    box.current = area;
    if (typeof ref === 'function') ref(area);
    else if (ref) ref.current = area;
  };
  return (
    <FieldFrame id={id} label={label} labelAside={labelAside} hint={hint} error={error}>
      <textarea
        {...native}
        {...fieldAttributes(id, { hint, error })}
        ref={hold}
        rows={rows}
        className={styles.growing}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}
