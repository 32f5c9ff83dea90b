/** How alike two names of a person are, as banks and documents write them: in any order, with initials, in other scripts. Pure. */
import anyAscii from 'any-ascii';
import { ratio } from 'fuzzball';

/** Below, a person decides (rules of bank money). */
export const ALIKE_MIN = 70;

export interface NameLikeness {
  /** 0 to 100. */
  likeness: number;
  /** No word of one resembles a word of the other, and both are written so that this can be told. */
  isStranger: boolean;
}

/** Titles that a bank adds and a document does not. */
const TITLES = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
  'prof',
  'herr',
  'frau',
  'sr',
  'sra',
  'mme',
]);

/** Lower-case Latin words without accents; words of one letter are initials. */
export function wordsOf(name: string): string[] {
  const latin = anyAscii(name.normalize('NFKC')).toLowerCase().replaceAll(/['’`]/g, '');
  return (latin.match(/[a-z0-9]+/g) ?? []).filter((word) => !TITLES.has(word));
}

const isInitial = (word: string) => word.length === 1;

/** More are not tried in every order. */
const WORDS_MAX = 5;

function ordersOf(words: readonly string[]): string[][] {
  if (words.length <= 1) return [[...words]];
  return words.flatMap((first, at) =>
    ordersOf(words.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}

/** Written together, in the best order: "Jean-Pierre" and "Jeanpierre", "Wang Xiaoming" and 王小明. */
function togetherIn(left: readonly string[], right: readonly string[]): number {
  if ([...left, ...right].some(isInitial)) return 0;
  const whole = left.join('');
  const orders = right.length > WORDS_MAX ? [right] : ordersOf(right);
  return Math.max(0, ...orders.map((order) => ratio(whole, order.join(''))));
}

/** A word resembles another one, in spite of a letter or its spelling in another alphabet. */
const WORD_ALIKE_MIN = 75;

function wordLikeness(left: string, right: string): number {
  if (isInitial(left) || isInitial(right)) return left[0] === right[0] ? 100 : 0;
  const likeness = ratio(left, right);
  return likeness < WORD_ALIKE_MIN ? 0 : likeness;
}

/** One given name or one surname alone says little. */
const ONE_WORD_MAX = ALIKE_MIN - 10;

/** Each word of the shorter name with its best partner in the other, on average. */
function byWord(left: readonly string[], right: readonly string[]): number {
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left];
  const open = [...longer];
  let sum = 0;
  for (const word of shorter.toSorted((one, two) => two.length - one.length)) {
    const likenesses = open.map((other) => wordLikeness(word, other));
    const best = Math.max(0, ...likenesses);
    if (best > 0) open.splice(likenesses.indexOf(best), 1);
    sum += best;
  }
  const likeness = Math.floor(sum / shorter.length);
  const isOneOfMany = shorter.filter((word) => !isInitial(word)).length < 2 && longer.length > 1;
  // A surname with initials for all other words is a whole name: "A. Weber" for "Anna Weber".
  const isWhole = shorter.length === longer.length && shorter.some((word) => !isInitial(word));
  return isOneOfMany && !isWhole ? Math.min(likeness, ONE_WORD_MAX) : likeness;
}

/** Scripts whose letters do not give the sounds of a Latin spelling: a low likeness says nothing. */
const UNSOUNDED = /[\p{sc=Han}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thai}]/u;

/** Symmetric. Two names that are the same but for order, case, accents and script give 100, or little less. */
export function nameLikeness(left: string, right: string): NameLikeness {
  const [one, two] = [wordsOf(left), wordsOf(right)];
  if (one.length === 0 || two.length === 0) return { likeness: 0, isStranger: false };
  const ways = [togetherIn(one, two), togetherIn(two, one), byWord(one, two), byWord(two, one)];
  const likeness = Math.max(...ways);
  const hasWhole = [one, two].every((words) => words.some((word) => !isInitial(word)));
  const isComparable = hasWhole && UNSOUNDED.test(left) === UNSOUNDED.test(right);
  const hasCommon = one.some((word) =>
    two.some((other) => !isInitial(word) && !isInitial(other) && wordLikeness(word, other) > 0),
  );
  return { likeness, isStranger: isComparable && !hasCommon && likeness < ALIKE_MIN };
}

export const isAlikeName = (left: string, right: string): boolean =>
  nameLikeness(left, right).likeness >= ALIKE_MIN;
