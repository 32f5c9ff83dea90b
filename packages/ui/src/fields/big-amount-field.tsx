/** The main amount of a screen: typed in large digits without a box; longer numbers shrink and are never cut. */
import { type ReactNode, type Ref, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { decimalMark, isBelowOne } from '../numbers/format-number.ts';
import { useNumberLocale } from '../numbers/number-text.tsx';
import { rem } from '../rem.ts';
import styles from './big-amount-field.module.css';
import { fieldAttributes, FieldLine, type FieldTexts } from './field.tsx';
import { type DraftOptions, useNumberDraft } from './number-draft.ts';

export interface BigAmountFieldProps extends Pick<FieldTexts, 'label'>, DraftOptions {
  /** `hero` 46 px, centred; `side` 36 px, left in a card. */
  readonly size: 'hero' | 'side';
  /** "0.00" */
  readonly placeholder: string;
  readonly name?: string;
  /** To the right of the digits, on the same line. */
  readonly aside?: ReactNode;
  readonly isDisabled?: boolean;
  readonly onFocus?: () => void;
  readonly ref?: Ref<HTMLInputElement>;
}

const SIZES = { hero: [46, 40, 36, 32, 28, 24, 20], side: [36, 32, 28, 24, 20, 17, 14] } as const;

/** The largest size at which the digits fit on one line. */
function useFittedSize(size: BigAmountFieldProps['size'], text: string) {
  const frame = useRef<HTMLSpanElement>(null);
  const digits = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const [box, line] = [frame.current, digits.current];
    if (box === null || line === null) return undefined;
    const fit = () => {
      for (const step of SIZES[size]) {
        box.style.fontSize = rem(step);
        if (line.scrollWidth <= box.clientWidth) break;
      }
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(box);
    return () => observer.disconnect();
  }, [size, text]);
  return { frame, digits };
}

export function BigAmountField({ ref, ...props }: BigAmountFieldProps) {
  const { label, error, size, placeholder, name, aside, isDisabled, onFocus } = props;
  const id = useId();
  const { input, lines } = useNumberDraft(props);
  const mark = decimalMark(useNumberLocale());
  const text = input.value === '' ? placeholder : input.value;
  const { frame, digits } = useFittedSize(size, text);
  const at = isBelowOne(text) ? -1 : text.indexOf(mark);
  const whole = at < 0 ? text : text.slice(0, at);
  return (
    <div className={classNames(styles.field, styles[size])}>
      <div className={styles.line}>
        <span
          ref={frame}
          className={classNames(styles.frame, input.value === '' && styles.empty)}
          data-wrong={error ? true : undefined}
        >
          <span ref={digits} className={styles.digits} aria-hidden="true">
            {whole}
            {at >= 0 && <span className={styles.quiet}>{text.slice(at)}</span>}
          </span>
          <input
            {...input}
            {...fieldAttributes(id, lines)}
            ref={ref}
            name={name}
            aria-label={label}
            disabled={isDisabled}
            className={styles.input}
            onFocus={(event) => {
              onFocus?.();
              input.onFocus(event);
            }}
          />
        </span>
        {aside}
      </div>
      <FieldLine id={id} {...lines} />
    </div>
  );
}
