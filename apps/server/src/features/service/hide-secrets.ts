/**
 * Hides passwords, one-time codes and card numbers in a message before it is stored: nobody may ask for them (rules §10). It
 * recognises words and numbers only, so it may hide too much; nothing shows what was hidden. Pure.
 */
import { HIDDEN_PART } from '@tern/protocol';

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
  at: number;
  length: number;
  kind: Kind;
}

/** In the fourteen languages. */
const PASSWORD_WORDS = [
  'password',
  'passwd',
  'passcode',
  'passphrase',
  'pwd',
  'pin',
  'private key',
  'secret key',
  'seed phrase',
  'contraseña',
  'clave',
  'mot de passe',
  'mdp',
  'senha',
  'palavra-passe',
  'parola d’ordine',
  'kata sandi',
  'sandi',
  'пароль',
  'пароля',
  'паролем',
  'пин-код',
  'пин',
  'şifre',
  'şifrem',
  'parola',
  'parolam',
  'mật khẩu',
  'パスワード',
  '暗証番号',
  '비밀번호',
  '패스워드',
  '密码',
  '密碼',
  '口令',
];
/** German joins words: "Auszahlungspasswort". */
const JOINED_WORDS = ['passwort', 'kennwort'];
const CODE_WORDS = [
  'code',
  'codes',
  'otp',
  '2fa',
  'sms',
  'tan',
  'einmalcode',
  'bestätigungscode',
  'sicherheitscode',
  'código',
  'codigo',
  'codice',
  'kode',
  'код',
  'кода',
  'kod',
  'kodu',
  'kodum',
  'mã',
  'コード',
  '認証番号',
  '코드',
  '인증번호',
  '验证码',
  '驗證碼',
  '代码',
  '代碼',
];

const escape = (word: string) =>
  word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+');
const anyOf = (words: readonly string[]) => words.map(escape).join('|');
/** A word stands alone where its script separates words. */
const word = (words: readonly string[]) =>
  `(?:(?<![\\p{Script=Latin}\\p{Script=Cyrillic}])(?:${anyOf(words)})|${anyOf(JOINED_WORDS)})`;

/** Few words between, such as "is" or "for my account is", and no full stop. */
const BETWEEN = `[^\\n.!?。]{0,30}?`;
const DIGITS = `(?<![\\p{Nd}\\p{L}])\\p{Nd}(?:[ -]?\\p{Nd}){3,7}(?![\\p{Nd}\\p{L}])`;

/** "password: anything", also "password is: anything". */
const PASSWORD_GIVEN = new RegExp(
  `${word(PASSWORD_WORDS)}[^\\n:=：]{0,20}[:=：]\\s*(\\S{3,80})`,
  'giud',
);
/** A token ends at a blank, or where a script without blanks continues. */
const TOKEN =
  '[^\\s\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}、。，]';
/** "my password is abc123": with a digit, or it would hide "my password is wrong". */
const PASSWORD_SAID = new RegExp(
  `${word(PASSWORD_WORDS)}${BETWEEN}(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}])((?=${TOKEN}*\\p{Nd})${TOKEN}{4,80})`,
  'giud',
);
const CODE_SAID = new RegExp(
  `${word(CODE_WORDS)}(?![\\p{Script=Latin}\\p{Script=Cyrillic}])${BETWEEN}(${DIGITS})`,
  'giud',
);
const CODE_BEFORE = new RegExp(`(${DIGITS})[^\\n.!?。\\p{Nd}]{0,15}?${word(CODE_WORDS)}`, 'giud');
/** A message of six digits alone. */
const CODE_ALONE = /^\s*(\p{Nd}{3}[ -]?\p{Nd}{3})\s*[.!]?\s*$/dgu;
const CARD = /(?<![\p{L}\p{Nd}])\p{Nd}(?:[ -]?\p{Nd}){12,18}(?![\p{L}\p{Nd}])/dgu;

/** By the customer, or by an operator, whose saved replies explain passwords and give none. */
export function hideSecrets(text: string, author: 'customer' | 'operator'): HiddenText {
  const found = [
    ...cardsIn(text),
    ...(author === 'customer' ? groupsIn(text, PASSWORD_GIVEN, 'password') : []),
    ...groupsIn(text, PASSWORD_SAID, 'password'),
    ...groupsIn(text, CODE_SAID, 'code'),
    ...groupsIn(text, CODE_BEFORE, 'code'),
    ...groupsIn(text, CODE_ALONE, 'code'),
  ];
  return replaceAll(text, withoutOverlaps(found));
}

function groupsIn(text: string, pattern: RegExp, kind: Kind): Found[] {
  return [...text.matchAll(pattern)].map((match) => {
    const [from, to] = match.indices![1]!;
    return { at: from, length: to - from, kind };
  });
}

function cardsIn(text: string): Found[] {
  return [...text.matchAll(CARD)]
    .filter(([number]) => isCard(number))
    .map((match) => ({ at: match.index, length: match[0].length, kind: 'card' }));
}

/** Digits of any script as ASCII. */
const digitsOf = (number: string) =>
  Array.from(number.matchAll(/\p{Nd}/gu), ([digit]) => Number(digit.normalize('NFKC'))).map(
    (digit, index) => (Number.isNaN(digit) ? Number(asciiDigit(number, index)) : digit),
  );

/** The digits of a script are ten consecutive characters that begin at a multiple of 10 after its zero. */
function asciiDigit(number: string, index: number): string {
  const point = Array.from(number.matchAll(/\p{Nd}/gu))[index]![0].codePointAt(0)!;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && point - zero < 9) zero -= 1;
  return String(point - zero);
}

/** First digits that card networks use, and Luhn's check digit. */
function isCard(number: string): boolean {
  const digits = digitsOf(number);
  if (!/^[2-6]/.test(digits.join(''))) return false;
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** In order; of two that overlap, one part that covers both. */
function withoutOverlaps(found: readonly Found[]): Found[] {
  const parts: Found[] = [];
  for (const next of found.toSorted((left, right) => left.at - right.at)) {
    const last = parts.at(-1);
    if (last === undefined || last.at + last.length <= next.at) parts.push({ ...next });
    else last.length = Math.max(last.length, next.at + next.length - last.at);
  }
  return parts;
}

function replaceAll(text: string, parts: readonly Found[]): HiddenText {
  let shown = '';
  let from = 0;
  for (const { at, length } of parts) {
    shown += text.slice(from, at) + HIDDEN_PART;
    from = at + length;
  }
  return {
    text: shown + text.slice(from),
    hidden: parts.map(({ kind, length }) => ({ kind, length })),
  };
}
