/** One line of text: names, addresses, codes, passwords. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import { IconButton } from '../actions/button.tsx';
import { eyeIcon, eyeOffIcon } from '../icons/interface-icons.ts';
import { useUiTexts } from '../ui-texts.ts';
import styles from './field.module.css';
import { fieldAttributes, FieldFrame, type FieldTexts } from './field.tsx';

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'name'
  | 'placeholder'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'autoCorrect'
  | 'spellCheck'
  | 'inputMode'
  | 'enterKeyHint'
  | 'maxLength'
  | 'required'
  | 'readOnly'
  | 'disabled'
>;

export interface TextFieldProps extends FieldTexts, Native {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** `password` adds a button to show and hide it. */
  readonly type?: 'text' | 'email' | 'tel' | 'password' | 'search' | 'date';
  readonly unit?: string;
  /** Teal button inside the box: "Send code". */
  readonly action?: { readonly label: string; readonly onPress: () => void } | undefined;
  /** Content at the right end: a captcha image, a copy button. */
  readonly slot?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField(props: TextFieldProps) {
  const { label, labelAside, value, onChange, type = 'text', ...rest } = props;
  const { hint, warning, error, unit, action, slot, ref, ...native } = rest;
  const id = useId();
  const texts = useUiTexts();
  const [isShown, setShown] = useState(false);
  const lines = { hint, warning, error };
  const isPassword = type === 'password';
  return (
    <FieldFrame id={id} label={label} labelAside={labelAside} {...lines}>
      <input
        {...native}
        {...fieldAttributes(id, lines)}
        ref={ref}
        className={styles.input}
        type={isPassword && isShown ? 'text' : type}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      {action !== undefined && (
        <button type="button" className={styles.max} onClick={action.onPress}>
          {action.label}
        </button>
      )}
      {(slot !== undefined || isPassword) && (
        <span className={styles.slot}>
          {slot}
          {isPassword && (
            <IconButton
              icon={isShown ? eyeIcon : eyeOffIcon}
              size={20}
              isQuiet
              label={isShown ? texts.hidePassword : texts.showPassword}
              onPress={() => setShown(!isShown)}
            />
          )}
        </span>
      )}
    </FieldFrame>
  );
}
