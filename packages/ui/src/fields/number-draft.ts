/** The text of a number field: typed with either decimal mark, pasted exactly or not at all, shown in the locale. */
import {
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type FocusEvent,
  useState,
} from 'react';
import { isDecimalText, placesOf } from '../numbers/decimal-text.ts';
import { decimalMark, formatPrice } from '../numbers/format-number.ts';
import { useNumberLocale } from '../numbers/number-text.tsx';
import {
  type Edit,
  type NumberRule,
  pasteInto,
  type Reading,
  readPaste,
  type Refusal,
  typeInto,
} from '../numbers/read-number.ts';
import { useUiTexts } from '../ui-texts.ts';
import type { FieldTexts } from './field.tsx';

export interface DraftOptions extends NumberRule, Pick<FieldTexts, 'hint' | 'error'> {
  /** A decimal, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The part of a shown text in the draft's form: no grouping, "." as decimal mark. */
function plainPart(shown: string, mark: string): string {
  return Array.from(shown)
    .filter((sign) => sign === mark || /\d/.test(sign))
    .join('')
    .replace(mark, '.');
}

/** What was replaced by what, from the texts before and after. */
function editBetween(shown: string, next: string, mark: string): Edit {
  const most = Math.min(shown.length, next.length);
  let start = 0;
  while (start < most && shown[start] === next[start]) start += 1;
  let end = 0;
  while (end < most - start && shown.at(-1 - end) === next.at(-1 - end)) end += 1;
  return {
    before: plainPart(next.slice(0, start), mark),
    inserted: next.slice(start, next.length - end),
    after: plainPart(next.slice(next.length - end), mark),
  };
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

/** Whether one key, or a deletion, made the change: everything else came as a whole. */
const isKey = ({ inserted }: Edit) => Array.from(inserted).length <= 1;

/** Returns the function from a refused paste to its sentence. */
function useRefusalText({ places, unit }: NumberRule): (refusal: Refusal) => string {
  const { notPasted } = useUiTexts();
  const locale = useNumberLocale();
  return (refusal) => {
    if (refusal.kind === 'places') return notPasted.places(places);
    if (refusal.kind === 'unit') return notPasted.unit(unit ?? '');
    if (refusal.kind !== 'ambiguous') return notPasted[refusal.kind];
    const [one, other] = refusal.readings;
    return notPasted.ambiguous(formatPrice(one, { locale }), formatPrice(other, { locale }));
  };
}

/** A text while it is typed may end in the decimal mark, or say why something was not accepted; `value` is its decimal. */
interface Draft {
  readonly value: string;
  readonly text: string;
  readonly hint?: string;
  readonly refusal?: string;
}

function useDraft({ value, onChange, places, unit }: DraftOptions) {
  const texts = useUiTexts();
  const [kept, keep] = useState<Draft>({ value, text: value });
  const draft: Draft = kept.value === value ? kept : { value, text: value };
  const rule = { places, unit };
  const refusalText = useRefusalText(rule);
  const accept = (text: string) => {
    const next = text.replace(/\.$/, '');
    keep({ value: next, text });
    if (next !== value) onChange(next);
  };
  return {
    draft,
    typed: (reading: Reading) => {
      if ('draft' in reading) accept(reading.draft);
      else if (reading.refusal.kind === 'places') {
        keep({ value, text: draft.text, hint: texts.upToPlaces(places) });
      }
    },
    pasted: (reading: Reading) => {
      if ('draft' in reading) return accept(reading.draft);
      keep({ value, text: draft.text, refusal: refusalText(reading.refusal) });
    },
    rule,
  };
}

/** Attributes of the input, grouped while blurred and plain while focused, and the line below it. */
export function useNumberDraft(options: DraftOptions) {
  const { value, hint, error } = options;
  const locale = useNumberLocale();
  const mark = decimalMark(locale);
  const { draft, rule, typed, pasted } = useDraft(options);
  const [hasFocus, setFocus] = useState(false);
  const plain = draft.text.replace('.', mark);
  const atRest = isDecimalText(value)
    ? formatPrice(value, { locale, places: placesOf(value) })
    : plain;
  const shown = hasFocus ? plain : atRest;
  const input = {
    type: 'text',
    inputMode: 'decimal',
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    value: shown,
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      const target = event.currentTarget;
      // A frame later: only then has the tap, Tab or script that focused it set its selection.
      requestAnimationFrame(() => {
        if (document.activeElement !== target || target.value !== atRest) return;
        showPlain(target, plain);
        setFocus(true);
      });
    },
    onBlur: () => setFocus(false),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setFocus(true);
      const next = event.currentTarget.value;
      const edit = editBetween(shown, next, mark);
      if (isKey(edit)) typed(typeInto(edit, rule.places));
      else pasted(readPaste(next, rule));
    },
    // The browser would join pasted lines: "1" and "2" would become 12.
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      event.preventDefault();
      setFocus(true);
      const { selectionStart, selectionEnd } = event.currentTarget;
      const before = plainPart(shown.slice(0, selectionStart ?? 0), mark);
      const after = plainPart(shown.slice(selectionEnd ?? shown.length), mark);
      const inserted = event.clipboardData.getData('text/plain');
      if (inserted.trim() !== '') pasted(pasteInto({ before, inserted, after }, rule));
    },
    onDrop: (event: DragEvent<HTMLInputElement>) => {
      event.preventDefault();
      const dropped = event.dataTransfer.getData('text/plain');
      if (dropped.trim() !== '') pasted(readPaste(dropped, rule));
    },
  } as const;
  return { input, lines: { hint: draft.hint ?? hint, error, refusal: draft.refusal } };
}
