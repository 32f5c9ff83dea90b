/** How alike the name of a customer and that of a list entry are: in any order, spelling, alphabet, with initials. Pure. */
import { ratio } from 'fuzzball';
import { wordsOf } from '../names/name-likeness.ts';

/** From this score on, people decide (docs/features/backoffice/screening.md has what it finds and misses). */
export const SHOWN_FROM = 70;

/** Words that one spelling of a name has and another one leaves out. */
const PARTICLES = new Set(
  'al el ul bin ibn bint ben van von der den de da do dos di la le du abu ould oglu'.split(' '),
);

/** Spellings of one sound in alphabets of others: Yusuf, Youssef; Mikhail, Michail; Sergei, Sergey. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/sch|tsch|tch/g, 'sh'],
  [/shch/g, 'sh'],
  [/kh|ch(?=[aeiou])|gh/g, 'h'],
  [/ph/g, 'f'],
  [/dzh|dj/g, 'j'],
  [/zh/g, 'sh'],
  [/ks/g, 'x'],
  [/tz|ts|cz/g, 'z'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ck|c(?!h)|q/g, 'k'],
  [/w/g, 'v'],
  [/ij|ey|ay|ei|ai|yi|iy|y/g, 'i'],
  [/ou|oo/g, 'u'],
  [/(.)\1+/g, '$1'],
];

const foldOf = (word: string): string =>
  SOUNDS.reduce((text, [spelling, sound]) => text.replaceAll(spelling, sound), word);

/** The consonants after the first letter: vowels vary most between alphabets. */
function skeletonOf(word: string): string {
  const folded = foldOf(word);
  const first = folded.slice(0, 1).replace(/[aeiou]/, 'a');
  return first + folded.slice(1).replaceAll(/[aeiouhj]/g, '');
}

/** A name as it is found in the index: its words, and how they sound. */
export interface SearchedName {
  readonly words: string;
  readonly sounds: string;
}

export function searchedName(name: string): SearchedName {
  const words = wordsOf(name);
  return { words: words.join(' '), sounds: wholeWords(words).map(skeletonOf).join(' ') };
}

/** Without particles, where anything is left. */
function wholeWords(words: readonly string[]): readonly string[] {
  const whole = words.filter((word) => !PARTICLES.has(word));
  return whole.length === 0 ? words : whole;
}

const isInitial = (word: string) => word.length === 1;

const WORD_ALIKE_MIN = 72;
/** Two of three letters are common by chance. */
const SHORT_LETTERS = 3;
const SHORT_ALIKE_MIN = 80;
/** Two words that sound alike, but are written differently. */
const SAME_SOUND = 90;
const SOUND_LETTERS_MIN = 3;
const INITIAL = 75;

function likenessOf(left: string, right: string): number {
  if (isInitial(left) || isInitial(right)) {
    return foldOf(left)[0] === foldOf(right)[0] ? INITIAL : 0;
  }
  const written = Math.max(ratio(left, right), ratio(foldOf(left), foldOf(right)) - 2);
  const sound = skeletonOf(left);
  const isSameSound = sound.length >= SOUND_LETTERS_MIN && sound === skeletonOf(right);
  const likeness = isSameSound ? Math.max(written, SAME_SOUND) : written;
  const isShort = Math.min(left.length, right.length) <= SHORT_LETTERS;
  return likeness < (isShort ? SHORT_ALIKE_MIN : WORD_ALIKE_MIN) ? 0 : likeness;
}

interface Pair {
  readonly left: number;
  readonly right: number;
  readonly likeness: number;
  readonly isWhole: boolean;
}

/** Each word with one of the other name, the most alike first. */
function pairsOf(left: readonly string[], right: readonly string[]): Pair[] {
  const all = left.flatMap((one, at) =>
    right.map((other, place) => ({
      left: at,
      right: place,
      likeness: likenessOf(one, other),
      isWhole: !isInitial(one) && !isInitial(other),
    })),
  );
  const taken: Pair[] = [];
  for (const pair of all.toSorted((one, two) => two.likeness - one.likeness)) {
    const isFree = taken.every((other) => other.left !== pair.left && other.right !== pair.right);
    if (pair.likeness > 0 && isFree) taken.push(pair);
  }
  return taken;
}

const lettersOf = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + word.length, 0);

/** What one name has and the other lacks says less than what both have differently. */
const MISSING = 0.35;
const DIFFERENT = 2;
/** A surname or a given name alone is no name of a person. */
const ONE_WORD_MAX = 60;
/** The other words are initials. */
const INITIALS_MAX = 85;

function byWord(left: readonly string[], right: readonly string[]): number {
  const pairs = pairsOf(left, right);
  const rest = (words: readonly string[], side: 'left' | 'right') =>
    lettersOf(words.filter((_word, at) => pairs.every((pair) => pair[side] !== at)));
  const [missing, others] = [rest(left, 'left'), rest(right, 'right')];
  const [different, lacking] = [Math.min(missing, others), Math.abs(missing - others)];
  let [sum, letters] = [0, 0];
  for (const { left: one, right: two, likeness, isWhole } of pairs) {
    const size = isWhole ? left[one]!.length + right[two]!.length : 2;
    sum += likeness * size;
    letters += size;
  }
  if (letters === 0) return 0;
  const score = Math.round(sum / (letters + different * DIFFERENT + lacking * MISSING));
  const whole = pairs.filter(({ isWhole }) => isWhole).length;
  if (left.length === 1 && right.length === 1) return score;
  if (whole === 0 || pairs.length < 2) return Math.min(score, ONE_WORD_MAX);
  return whole === 1 ? Math.min(score, INITIALS_MAX) : score;
}

const TOGETHER_MIN = 88;

/** Written together, or split: Abdulrahman, Abd al-Rahman. In the order given, or with the surname at the other end. */
function together(left: readonly string[], right: readonly string[]): number {
  if (left.length === right.length || [...left, ...right].some(isInitial)) return 0;
  const whole = foldOf(right.join(''));
  const [last = '', first = ''] = [left.at(-1), left[0]];
  const orders = [left, [last, ...left.slice(0, -1)], [...left.slice(1), first]];
  const likeness = Math.max(...orders.map((words) => ratio(foldOf(words.join('')), whole)));
  return likeness < TOGETHER_MIN ? 0 : likeness - 2;
}

/** 0 to 100. `listed`: each name of an entry; gives the one that is most alike. */
export function bestMatch(
  name: string,
  listed: readonly string[],
): { score: number; name: string } {
  const [words, whole] = [wordsOf(name), wholeWords(wordsOf(name))];
  let best = { score: 0, name: '' };
  for (const other of listed) {
    const [otherWords, otherWhole] = [wordsOf(other), wholeWords(wordsOf(other))];
    const score = Math.max(byWord(whole, otherWhole), together(words, otherWords));
    if (score > best.score) best = { score, name: other };
  }
  return best;
}

/** Addresses are matched exactly; capital letters only carry a checksum, or the address cannot be confused. */
export const addressKey = (address: string): string => address.trim().toLowerCase();
