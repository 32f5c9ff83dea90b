/** A number field's text: typed freely in either mark, kept as a plain draft, shown in the locale. */
import { type ChangeEvent, type FocusEvent, useState } from 'react';
import { isDecimalText, placesOf } from '../numbers/decimal-text.ts';
import { decimalMark, formatPrice } from '../numbers/format-number.ts';
import { useNumberLocale } from '../numbers/number-locale.ts';
import { editDraft, parseInput } from '../numbers/parse-input.ts';

export interface DraftOptions {
  /** The draft: "", "1.", "0.50". Its mark is always "."; read it with `parseInput`. */
  readonly value: string;
  readonly onChange: (draft: string) => void;
  /** Decimals the asset or tick allows; further digits are refused. */
  readonly places: number;
  /** Told when digits were refused, to show "Up to 2 decimals". */
  readonly onCut?: ((places: number) => void) | undefined;
}

/** At once, not at the next render: a selection made by Tab or by script must survive the change. */
function showPlain(input: HTMLInputElement, plain: string): void {
  const isAllSelected = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  input.value = plain;
  if (isAllSelected) input.select();
}

/** Attributes for the input: grouped while at rest, plain while it has focus. */
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
      showPlain(event.currentTarget, plain);
      setFocus(true);
    },
    onBlur: () => setFocus(false),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { draft, isCut } = editDraft(value, event.currentTarget.value, places);
      if (isCut) onCut?.(places);
      if (draft !== value) onChange(draft);
    },
  } as const;
}
