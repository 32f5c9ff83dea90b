/**
 * Hides passwords, one-time codes and card numbers in a message before it is stored: nobody may ask for them. It
 * recognises words and numbers only, so it may hide too much; nothing shows what was hidden. It takes time in proportion to the
 * length of any text, because strangers send them: each named secret is looked for within a few words. Pure.
 */
import { HIDDEN_PART } from '@tern/protocol';
import { cardsIn } from './card-numbers.ts';
import { type Parts, partsOf, type Place } from './message-parts.ts';
import { CODE_MIN, type Candidate, candidatesIn } from './secret-candidates.ts';
import { isLink, type Named, namedIn, type SecretKind } from './secret-words.ts';

export interface HiddenPart {
  kind: 'password' | 'code' | 'card';
  /** In characters. */
  length: number;
}

export interface HiddenText {
  text: string;
  hidden: HiddenPart[];
}

type Kind = HiddenPart['kind'];

interface Found {
  from: number;
  to: number;
  kind: Kind;
}

/** "The code that you sent me this morning by SMS is". */
const WORDS_AFTER = 12;
const CHARACTERS_AFTER = 160;
/** In the next sentence or line: "It is". */
const WORDS_NEXT = 3;
/** "and", "new is": after a secret that was found. */
const WORDS_CHAINED = 2;
/** Secrets that one word names. */
const FOUND_MAX = 4;
/** "is what I got as the": before the word that names a code; a password is followed by its word directly. */
const WORDS_BEFORE: Readonly<Record<SecretKind, number>> = {
  code: 6,
  check: 1,
  password: 2,
  key: 2,
  seed: 0,
};
const kindOf = (kind: SecretKind): Kind =>
  kind === 'code' || kind === 'check' ? 'code' : 'password';

/** By the customer, or by an operator, whose saved replies explain passwords and give none. */
export function hideSecrets(text: string, author: 'customer' | 'operator'): HiddenText {
  const parts = partsOf(text);
  const named = namedIn(parts);
  const candidates = named.length === 0 ? [] : candidatesIn(parts);
  const found = [
    ...cardsIn(parts).map((card) => ({ ...card, kind: 'card' as const })),
    ...linesOfDigits(parts),
    ...saidIn(parts, named, candidates),
    ...seedsIn(parts, named),
    ...(author === 'customer' ? givenIn(text, named) : []),
  ];
  return replaceAll(text, withoutOverlaps(found));
}

/** A line of six digits alone. */
function linesOfDigits({ text, numbers }: Parts): Found[] {
  return numbers
    .filter(({ from, to, digits }) => {
      if (digits !== 6) return false;
      const before = `\n${text}`.slice(Math.max(0, from - 3), from + 1);
      const after = `${text}\n`.slice(to, to + 4);
      const line = before.slice(before.lastIndexOf('\n') + 1) + after.slice(0, after.indexOf('\n'));
      return before.includes('\n') && after.includes('\n') && /^[\s.!]*$/u.test(line);
    })
    .map(({ from, to }) => ({ from, to, kind: 'code' }));
}

/** "password: anything", also "password of my account: anything". */
function givenIn(text: string, named: readonly Named[]): Found[] {
  return named.flatMap(({ kind, to }) => {
    if (kindOf(kind) !== 'password') return [];
    const mark = /^[^\n:=：]{0,20}[:=：]\s{0,3}/u.exec(text.slice(to, to + 24))?.[0];
    if (mark === undefined) return [];
    const from = to + mark.length;
    const given = GIVEN.exec(text.slice(from, from + 80))?.[0];
    return given === undefined ? [] : [{ from, to: from + given.length, kind: 'password' }];
  });
}

/** Writing without blanks is a sentence, not a password. */
const GIVEN =
  /^[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー、。，]{3,80}/u;

const BESIDE = /^[\s:=："'«„“(-]{0,4}$/u;

interface Around {
  candidates: readonly Candidate[];
  /** The first behind the word. */
  next: number;
}

/** The candidates that a word before or after them names. */
function saidIn(parts: Parts, named: readonly Named[], candidates: readonly Candidate[]): Found[] {
  const found: Found[] = [];
  let next = 0;
  for (const word of named) {
    while (next < candidates.length && candidates[next]!.from < word.to) next += 1;
    found.push(
      ...joinedTo(parts, word),
      ...after(parts, word, { candidates, next }),
      ...before(word, { candidates, next }),
    );
  }
  return found;
}

/** "pin135790" */
function joinedTo({ atoms }: Parts, { kind, to, next }: Named): Found[] {
  const digits = atoms[next];
  const isJoined = digits?.kind === 'digits' && digits.from === to && digits.to - to >= CODE_MIN;
  return isJoined ? [{ from: to, to: digits.to, kind: kindOf(kind) }] : [];
}

function after(
  { text, atoms }: Parts,
  { kind, to, wordsTo, sentence }: Named,
  { candidates, next }: Around,
): Found[] {
  const found: Found[] = [];
  let last: Pick<Place, 'to' | 'wordsTo' | 'sentence'> = { to, wordsTo, sentence };
  let reach = WORDS_AFTER;
  for (let at = next; at < candidates.length && found.length < FOUND_MAX; at += 1) {
    const candidate = candidates[at]!;
    const words = candidate.words - last.wordsTo;
    const isNext = candidate.sentence > last.sentence;
    if (words > (isNext ? Math.min(reach, WORDS_NEXT) : reach)) break;
    if (candidate.sentence > last.sentence + 1 || candidate.from > to + CHARACTERS_AFTER) break;
    const link = atoms[candidate.before];
    const isBeside = BESIDE.test(text.slice(last.to, candidate.from));
    const isSure = isBeside || (link !== undefined && isLink(link));
    if (!candidate.fits(kind, isSure)) continue;
    found.push({ from: candidate.from, to: candidate.to, kind: kindOf(kind) });
    last = candidate;
    reach = WORDS_CHAINED;
  }
  return found;
}

/** The nearest one. */
function before(word: Named, { candidates, next }: Around): Found[] {
  for (let at = next - 1; at >= 0; at -= 1) {
    const { from, to, wordsTo, sentence, fits } = candidates[at]!;
    if (to > word.from) continue;
    const isNear = word.words - wordsTo <= WORDS_BEFORE[word.kind] && sentence === word.sentence;
    if (!isNear || word.from - to > CHARACTERS_AFTER) return [];
    if (fits(word.kind, false)) return [{ from, to, kind: kindOf(word.kind) }];
  }
  return [];
}

const SEED_WORDS_MIN = 11;
const SEED_WORDS_MAX = 24;
/** Words and signs before the first word of the phrase. */
const SEED_REACH = 30;

/** Twelve or 24 English words, perhaps numbered, behind the word that names them. */
function seedsIn({ text, atoms }: Parts, named: readonly Named[]): Found[] {
  return named.flatMap(({ kind, next }) => {
    if (kind !== 'seed') return [];
    let run: Place[] = [];
    for (
      let at = next;
      at < Math.min(atoms.length, next + SEED_REACH + 2 * SEED_WORDS_MAX);
      at += 1
    ) {
      const atom = atoms[at]!;
      const gap = text.slice(atoms[at - 1]?.to ?? 0, atom.from);
      const isWord = /^[a-z]{3,8}$/u.test(atom.text);
      const isNumber = /^\d{1,2}$/u.test(atom.text);
      if (!/^[\s,;.()-]{0,6}$/u.test(gap)) {
        if (run.length >= SEED_WORDS_MIN) break;
        run = [];
      }
      if (isWord) run.push(atom);
      else if (!isNumber) {
        if (run.length >= SEED_WORDS_MIN) break;
        run = [];
      }
    }
    if (run.length < SEED_WORDS_MIN) return [];
    return [{ from: run[0]!.from, to: run.at(-1)!.to, kind: 'password' }];
  });
}

/** In order; of two that overlap, one part that covers both. */
function withoutOverlaps(found: readonly Found[]): Found[] {
  const parts: Found[] = [];
  for (const next of found.toSorted((left, right) => left.from - right.from)) {
    const last = parts.at(-1);
    if (last === undefined || last.to <= next.from) parts.push({ ...next });
    else last.to = Math.max(last.to, next.to);
  }
  return parts;
}

function replaceAll(text: string, parts: readonly Found[]): HiddenText {
  let shown = '';
  let end = 0;
  for (const { from, to } of parts) {
    shown += text.slice(end, from) + HIDDEN_PART;
    end = to;
  }
  return {
    text: shown + text.slice(end),
    hidden: parts.map(({ kind, from, to }) => ({ kind, length: to - from })),
  };
}
