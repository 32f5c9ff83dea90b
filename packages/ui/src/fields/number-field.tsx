/** A number with − and + buttons; holding repeats. The label is inside (order form). */
import { type KeyboardEvent, type Ref, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { minusIcon, plusIcon } from '../icons/control-icons.ts';
import { stepDecimal } from '../numbers/read-number.ts';
import { useUiTexts } from '../ui-texts.ts';
import { fieldAttributes, FieldLine, type FieldTexts } from './field.tsx';
import { useHold } from './hold.ts';
import { type DraftOptions, useNumberDraft } from './number-draft.ts';
import styles from './number-field.module.css';

export interface NumberFieldProps extends Pick<FieldTexts, 'label'>, DraftOptions {
  /** Decimal text: the tick size or the lot size. */
  readonly step: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly placeholder?: string;
  readonly name?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function NumberField({ ref, ...props }: NumberFieldProps) {
  const { label, error, value, onChange, step, min, max, placeholder, name } = props;
  const id = useId();
  const texts = useUiTexts();
  const { input, lines } = useNumberDraft(props);
  const move = (direction: 1 | -1) => onChange(stepDecimal({ value, step, direction, min, max }));
  const lower = useHold(() => move(-1));
  const raise = useHold(() => move(1));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <div>
      <div className={classNames(styles.box, error && styles.bad)}>
        <button type="button" className={styles.step} aria-label={texts.lower(label)} {...lower}>
          <Icon of={minusIcon} size={18} />
        </button>
        <label className={styles.middle}>
          <span className={styles.label}>{label}</span>
          <input
            {...input}
            {...fieldAttributes(id, lines)}
            ref={ref}
            name={name}
            placeholder={placeholder}
            className={styles.input}
            onKeyDown={onKeyDown}
          />
        </label>
        <button type="button" className={styles.step} aria-label={texts.raise(label)} {...raise}>
          <Icon of={plusIcon} size={18} />
        </button>
      </div>
      <FieldLine id={id} {...lines} />
    </div>
  );
}
