/** What in a message may be a secret if a word near it names one: numbers, tokens with digits, letters one by one. Pure. */
import { atomAt, type NumberPart, numberOf, type Parts, type Place } from './message-parts.ts';
import { isLabelled, type SecretKind } from './secret-words.ts';

/** Digits of a one-time code. */
export const CODE_MIN = 4;
const CODE_MAX = 8;

/** What may be a secret if a word near it names one. */
export interface Candidate extends Place {
  /** The atom before it. */
  before: number;
  /** For which kinds; `isSure`: it stands directly behind the word, or "is". */
  fits(kind: SecretKind, isSure: boolean): boolean;
}

/** In order. */
export function candidatesIn(parts: Parts): Candidate[] {
  return [
    ...parts.numbers.flatMap((number) => candidatesOf(parts, number)),
    ...tokenCandidates(parts),
    ...spelledIn(parts),
  ].sort((left, right) => left.from - right.from);
}

/** A number as a whole if it is as long as a code, or its groups of equal length: "135790 4111 1111". */
function candidatesOf(parts: Parts, number: NumberPart): Candidate[] {
  if (isAmountOrPhone(parts, number) || isLabelled(parts, number)) return [];
  if (number.digits <= CODE_MAX) return candidateOf(number);
  const runs: { first: number; last: number }[] = [];
  number.groups.forEach((length, index) => {
    const at = number.first + index;
    if (length === number.groups[index - 1]) runs.at(-1)!.last = at;
    else runs.push({ first: at, last: at });
  });
  const numberAt = (first: number, last: number) => numberOf(parts, first, last);
  return runs.flatMap(({ first, last }) => {
    const whole = numberAt(first, last);
    if (whole.digits <= CODE_MAX) return candidateOf(whole);
    return whole.groups.flatMap((_length, index) =>
      candidateOf(numberAt(first + index, first + index)),
    );
  });
}

function candidateOf(number: NumberPart): Candidate[] {
  const { digits } = number;
  if (digits < 3 || isDate(number) || isDecimal(number.text) || isIPv4(number.text)) return [];
  const isYear = digits === 4 && /^(?:19|20)\d\d$/u.test(number.text);
  return [
    {
      ...number,
      before: number.first - 1,
      fits: (kind, isSure) => {
        if (isYear && !isSure) return false;
        if (kind === 'check') return digits <= CODE_MAX;
        return digits >= CODE_MIN && (kind !== 'code' || digits <= CODE_MAX);
      },
    },
  ];
}

const UNITS = new Set(
  'usdt usdc usd eur btc eth dollar dollars euro euros bitcoin dong yen yuan lira rupiah'.split(
    ' ',
  ),
);
/** In capitals, because their letters are also words. */
const TICKER =
  /^(?:USDT|USDC|DAI|USD|EUR|GBP|JPY|CNY|RMB|KRW|VND|IDR|TRY|TL|RUB|BRL|TWD|HKD|CHF|BTC|ETH|TRX|SOL|XRP|BNB|LTC|DOGE|ADA|DOT|TON|XLM|ATOM|EOS|PEPE|SHIB)$/u;
const UNIT_SIGN = /^(?:[$€£¥₩₫₺₽₹%]|рубл|тетер|[元円원块塊年月日년월일]|美元)/u;

/** A sign or word of a currency, or of a day, stands beside it, or the plus of a telephone number. */
function isAmountOrPhone({ text, atoms }: Parts, { from, to, first, last }: NumberPart): boolean {
  if (/(?:[$€£¥₩₫₺₽₹+]|R\$|Rp\.?) ?$/u.test(text.slice(Math.max(0, from - 4), from))) return true;
  const next = text.slice(to, to + 6).trimStart();
  if (UNIT_SIGN.test(next)) return true;
  const unit = atoms[last + 1];
  const isBeside = unit !== undefined && text.slice(to, unit.from).trim() === '';
  if (isBeside && (UNITS.has(unit.plain) || TICKER.test(unit.text))) return true;
  return TICKER.test(atoms[first - 1]?.text ?? '');
}

const isDate = ({ text, groups: [a = 0, b = 0, c = 0, ...more] }: NumberPart) =>
  more.length === 0 &&
  b <= 2 &&
  ((a === 4 && c <= 2 && c > 0 && /^(?:19|20)/u.test(text)) ||
    (c === 4 && a <= 2 && /(?:19|20)\d\d$/u.test(text)));
const isDecimal = (text: string) =>
  text.length <= 40 && /^\d{1,9}(?:[.,' \u00a0\u202f]\d{3}){0,6}[.,]\d{1,2}$/u.test(text);
const isIPv4 = (text: string) => /^\d{1,3}(?:\.\d{1,3}){3}$/u.test(text);

const RECORD = /^\p{L}{1,2}-\d+$/u;
/** Networks and devices. */
const KNOWN = /^(?:[tebk]rc|bep|iphone|ios|android|windows|web|mp|ipv)-?\d{1,4}$/iu;
const isEmail = (part: string) =>
  part.includes('@') && part.lastIndexOf('.') > part.indexOf('@') + 1;
const LINK = /^\w{1,10}:\/\//u;
const NEVER = [RECORD, KNOWN, LINK];
/** Addresses and transactions of networks. */
const isLong = (part: string) => part.length >= 26 && /^[a-z0-9]+$/iu.test(part);
/** "5000USDT", "24hours", "14h30". */
const MEASURE = /^\p{Nd}[\p{Nd}.,]{0,20}\p{L}{1,6}(?:\p{Nd}\p{Nd})?$/u;
const isCodeToken = (part: string) =>
  part.length >= 6 && part.length <= 40 && /^[A-Z0-9-]+$/u.test(part) && /[A-Z]/u.test(part);

/** Letters with digits, or with quotes around them behind "is". */
function tokenCandidates({ text, tokens, atoms }: Parts): Candidate[] {
  return tokens.flatMap((token): Candidate[] => {
    const [part, length] = [token.text, token.to - token.from];
    const hasDigit = /\p{Nd}/u.test(part);
    const hasOther = /[^\p{Nd}.,:/-]/u.test(part);
    const isQuoted = /["«„“‘']/u.test(text[token.from - 1] ?? '');
    if (length < 4 || !hasOther || !(hasDigit || isQuoted)) return [];
    if (isEmail(part) || NEVER.some((pattern) => pattern.test(part))) return [];
    const isOther = isLong(part) || MEASURE.test(part);
    const isCode = hasDigit && isCodeToken(part);
    return [
      {
        ...token,
        before: atomAt(atoms, token.from) - 1,
        fits: (kind, isSure) => {
          if (kind === 'check' || kind === 'seed') return false;
          if (kind === 'code') return isCode && isSure;
          return hasDigit ? kind === 'key' || isSure || !isOther : isSure;
        },
      },
    ];
  });
}

/** "t e r n 1 2 3 4": single letters and digits. */
function spelledIn({ text, atoms }: Parts): Candidate[] {
  const isSingle = (at: number) => {
    const atom = atoms[at];
    return (
      atom !== undefined && atom.kind !== 'signs' && Array.from(atom.text.slice(0, 3)).length === 1
    );
  };
  const spelled: Candidate[] = [];
  for (let first = 0; first < atoms.length; first += 1) {
    let last = first;
    if (!isSingle(first)) continue;
    while (isSingle(last + 1) && /^[ -]$/u.test(text.slice(atoms[last]!.to, atoms[last + 1]!.from)))
      last += 1;
    const part = atoms.slice(first, last + 1);
    if (part.length >= CODE_MIN && part.some(({ kind }) => kind === 'digits')) {
      const { from, words, sentence } = atoms[first]!;
      const { to, wordsTo } = atoms[last]!;
      const fits = (kind: SecretKind) => kind === 'password' || kind === 'key';
      spelled.push({ from, to, words, wordsTo, sentence, before: first - 1, fits });
    }
    first = last;
  }
  return spelled;
}
