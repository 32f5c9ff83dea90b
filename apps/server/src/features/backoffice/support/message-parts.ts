/**
 * Splits the text of a message into words, numbers and tokens, in one pass: the time is proportional to the length of any text, and
 * the passes over the parts look a bounded distance ahead (ADR 6). Pure.
 */

/** Writing without blanks between words. */
const SIGNS = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー';
const ATOM = new RegExp(`2[Ff][Aa]|[${SIGNS}]+|(?:(?![${SIGNS}])[\\p{L}\\p{M}])+|\\p{Nd}+`, 'gu');
const IS_SIGN = new RegExp(`^[${SIGNS}]`, 'u');
/** A token ends at a blank, or where a script without blanks continues. */
const TOKEN = new RegExp(`[^\\s${SIGNS}、。，「」『』：；！？（）]+`, 'gu');
const QUOTED_MAX = 100;
/** Three signs are about as long as a word. */
const SIGNS_PER_WORD = 3;
/** Between the digits of one number. */
const JOINT = /^(?:[ \u00a0\u2009\u202f\u3000]{1,3}| ?[·・_/*'‐‑–—－-] ?|[.,])$/u;
const BREAK = /[\n。！？!?]|\.(?=\s|$)/u;

/** `words`: how many are before it; `wordsTo`: before its end; `sentence`: how many sentences and lines are before. */
export interface Place {
  from: number;
  to: number;
  words: number;
  wordsTo: number;
  sentence: number;
}

export interface Atom extends Place {
  kind: 'word' | 'signs' | 'digits';
  text: string;
  /** A word without accents, in lower case, as many people type; empty for signs and digits. */
  plain: string;
}

/** Digits, perhaps in groups: "49 30 21". */
export interface NumberPart extends Place {
  /** Digits of each group, and of all. */
  groups: readonly number[];
  digits: number;
  text: string;
  /** Of its first and last digits, among the atoms. */
  first: number;
  last: number;
}

export interface Parts {
  text: string;
  atoms: readonly Atom[];
  /** Every run of groups, as long as it goes. */
  numbers: readonly NumberPart[];
  /** Without the quotes and brackets around them. */
  tokens: readonly (Place & { text: string })[];
}

export function partsOf(text: string): Parts {
  const atoms = atomsOf(text);
  return { text, atoms, numbers: numbersOf(text, atoms), tokens: tokensOf(text, atoms) };
}

function kindOf(text: string): Atom['kind'] {
  if (/^\p{Nd}+$/u.test(text)) return 'digits';
  return IS_SIGN.test(text) ? 'signs' : 'word';
}

const WORD_LENGTH = 40;

function plainWord(word: string): string {
  return word
    .slice(0, WORD_LENGTH)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss');
}

function wordsIn(part: string, kind: Atom['kind']): number {
  if (kind === 'signs') return Math.ceil(part.length / SIGNS_PER_WORD);
  return kind === 'word' ? 1 : 0;
}

function atomsOf(text: string): Atom[] {
  const atoms: Atom[] = [];
  let words = 0;
  let sentence = 0;
  let end = 0;
  for (const { 0: part, index } of text.matchAll(ATOM)) {
    if (BREAK.test(text.slice(end, index))) sentence += 1;
    end = index + part.length;
    const kind = kindOf(part);
    const plain = kind === 'word' ? plainWord(part) : '';
    const place = { from: index, to: end, words, wordsTo: words + wordsIn(part, kind), sentence };
    atoms.push({ kind, text: part, plain, ...place });
    words = place.wordsTo;
  }
  return atoms;
}

/** The first atom that ends behind a position; one more than the last at the end of the text. */
export function atomAt(atoms: readonly Atom[], position: number): number {
  let low = 0;
  let high = atoms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (atoms[middle]!.to > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

function wordsBefore(atoms: readonly Atom[], position: number): number {
  const at = atomAt(atoms, position);
  const atom = atoms[at];
  if (atom === undefined) return atoms.at(-1)?.wordsTo ?? 0;
  const isInside = atom.kind === 'signs' && atom.from < position;
  return isInside
    ? atom.words + wordsIn(atom.text.slice(0, position - atom.from), 'signs')
    : atom.words;
}

/** Where a part of the text is. */
export function placeOf(atoms: readonly Atom[], from: number, to: number): Place {
  const [words, wordsTo] = [wordsBefore(atoms, from), wordsBefore(atoms, to)];
  return { from, to, words, wordsTo, sentence: atoms[atomAt(atoms, from)]?.sentence ?? 0 };
}

/** Digits that touch letters belong to a token, such as "tern1234". */
const isFree = (atoms: readonly Atom[], at: number) => {
  const { from, to, kind } = atoms[at]!;
  const [before, after] = [atoms[at - 1], atoms[at + 1]];
  const isGlued =
    (before?.kind === 'word' && before.to === from) ||
    (after?.kind === 'word' && after.from === to);
  return kind === 'digits' && !isGlued;
};

function numbersOf(text: string, atoms: readonly Atom[]): NumberPart[] {
  const numbers: NumberPart[] = [];
  for (let first = 0; first < atoms.length; first += 1) {
    if (!isFree(atoms, first)) continue;
    let last = first;
    while (
      last + 1 < atoms.length &&
      isFree(atoms, last + 1) &&
      JOINT.test(text.slice(atoms[last]!.to, atoms[last + 1]!.from))
    ) {
      last += 1;
    }
    numbers.push(numberOf({ text, atoms }, first, last));
    first = last;
  }
  return numbers;
}

/** The digits of these atoms. */
export function numberOf(
  { text, atoms }: Pick<Parts, 'text' | 'atoms'>,
  first: number,
  last: number,
): NumberPart {
  const { from, words, sentence } = atoms[first]!;
  const { to, wordsTo } = atoms[last]!;
  const groups = atoms.slice(first, last + 1).map((atom) => Array.from(atom.text).length);
  const digits = groups.reduce((sum, length) => sum + length, 0);
  const place = { from, to, words, wordsTo, sentence };
  return { ...place, groups, digits, text: text.slice(from, to), first, last };
}

const OPENING = /^[("'«„“‘[]{1,3}/u;
const CLOSING = /[)"'»“”’\],;:.]{1,4}$/u;

function tokensOf(text: string, atoms: readonly Atom[]): Parts['tokens'] {
  return Array.from(text.matchAll(TOKEN), ({ 0: whole, index }) => {
    const opening = OPENING.exec(whole.slice(0, QUOTED_MAX))?.[0].length ?? 0;
    const closing = CLOSING.exec(whole.slice(opening).slice(-4))?.[0].length ?? 0;
    const from = index + opening;
    const to = Math.max(from, index + whole.length - closing);
    return { ...placeOf(atoms, from, to), text: text.slice(from, to) };
  });
}
