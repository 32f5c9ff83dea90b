/** The frame of every field: label above, box, one line of hint or error below. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { warningIcon } from '../icons/interface-icons.ts';
import styles from './field.module.css';

export interface FieldTexts {
  readonly label: string;
  /** A link to the right of the label: "Forgot?". */
  readonly labelAside?: ReactNode;
  readonly hint?: ReactNode;
  /** What looks wrong and can be sent nevertheless. Replaces the hint. */
  readonly warning?: string | undefined;
  /** Replaces the hint and is linked to the input. */
  readonly error?: string | undefined;
}

export interface FieldFrameProps
  extends Omit<FieldTexts, 'hint' | 'warning' | 'error'>,
    FieldLines {
  readonly id: string;
  readonly children: ReactNode;
}

/** The line below a field. */
export interface FieldLines extends Pick<FieldTexts, 'hint' | 'warning' | 'error'> {
  /** Why something was not accepted; the field kept its text, so it is not wrong. Stands before the others. */
  readonly refusal?: string | undefined;
}

/** Attributes that connect an input to its frame; use the same `id`. */
export function fieldAttributes(id: string, lines: FieldLines) {
  const { hint, warning, error, refusal } = lines;
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': refusal || error || warning || hint ? `${id}-line` : undefined,
  } as const;
}

export function FieldLine(props: FieldLines & { readonly id: string }) {
  const { id, hint, warning, error, refusal } = props;
  if (refusal || error) {
    return (
      <div id={`${id}-line`} className={styles.error} role={refusal ? 'alert' : undefined}>
        <Icon of={warningIcon} size={14} />
        <span>{refusal ?? error}</span>
      </div>
    );
  }
  if (warning) {
    return (
      <div id={`${id}-line`} className={styles.warning} role="status">
        <Icon of={warningIcon} size={14} />
        <span>{warning}</span>
      </div>
    );
  }
  if (hint === undefined || hint === null || hint === false) return null;
  return (
    <div id={`${id}-line`} className={styles.hint}>
      {hint}
    </div>
  );
}

export function FieldFrame({ id, label, labelAside, children, ...lines }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {labelAside !== undefined && <span className={styles.aside}>{labelAside}</span>}
      </div>
      <div className={classNames(styles.box, lines.error && styles.bad)}>{children}</div>
      <FieldLine id={id} {...lines} />
    </div>
  );
}

/** Focuses the first field with an error; call it after a refused submit has rendered. */
export function focusFirstError(within: ParentNode): void {
  within.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
}
