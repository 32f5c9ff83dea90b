/** The text of a number field: typed with either decimal mark, kept as a plain draft, shown in the locale. */
import { type ChangeEvent, type FocusEvent, useState } from 'react';
import { isDecimalText, placesOf } from '../numbers/decimal-text.ts';
import { decimalMark, formatPrice } from '../numbers/format-number.ts';
import { useNumberLocale } from '../numbers/number-text.tsx';
import { editDraft, parseInput } from '../numbers/parse-input.ts';

export interface DraftOptions {
  /** The draft: "", "1.", "0.50". Its decimal mark is always "."; read it with `parseInput`. */
  readonly value: string;
  readonly onChange: (draft: string) => void;
  /** Decimal places of the asset or tick; further digits are refused. */
  readonly places: number;
  /** Called when digits were refused, to show "Up to 2 decimals". */
  readonly onCut?: ((places: number) => void) | undefined;
}

/** Removes the grouping and keeps the caret at its digit; a full selection stays full. */
function showPlain(input: HTMLInputElement, plain: string): void {
  const isKept = (sign: string) => /\d/.test(sign) || plain.includes(sign);
  const plainPlace = (at: number | null) =>
    Array.from(input.value.slice(0, at ?? 0)).filter(isKept).length;
  const start = plainPlace(input.selectionStart);
  const end = plainPlace(input.selectionEnd);
  input.value = plain;
  input.setSelectionRange(start, end);
}

/** Attributes of the input: grouped while blurred, plain while focused. */
export function useNumberDraft({ value, onChange, places, onCut }: DraftOptions) {
  const locale = useNumberLocale();
  const [hasFocus, setFocus] = useState(false);
  const plain = value.replace('.', decimalMark(locale));
  const parsed = parseInput(value);
  const atRest = isDecimalText(parsed)
    ? formatPrice(parsed, { locale, places: placesOf(parsed) })
    : plain;
  return {
    type: 'text',
    inputMode: 'decimal',
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    value: hasFocus ? plain : atRest,
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      const input = event.currentTarget;
      // A frame later: only then has the tap, Tab or script that focused it set its selection.
      requestAnimationFrame(() => {
        if (document.activeElement !== input || input.value !== atRest) return;
        showPlain(input, plain);
        setFocus(true);
      });
    },
    onBlur: () => setFocus(false),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setFocus(true);
      const { draft, isCut } = editDraft(value, event.currentTarget.value, places);
      if (isCut) onCut?.(places);
      if (draft !== value) onChange(draft);
    },
  } as const;
}
