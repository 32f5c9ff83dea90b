/** The words by which a message names a secret, in the fourteen languages, and those that name something else. Pure. */
import {
  type Atom,
  atomAt,
  type NumberPart,
  type Parts,
  type Place,
  placeOf,
} from './message-parts.ts';

/** `key` and `seed` open a wallet; `check` is the short code of a card. */
export type SecretKind = 'password' | 'key' | 'seed' | 'code' | 'check';

/** A word that names a secret. */
export interface Named extends Place {
  kind: SecretKind;
  /** The atom after it. */
  next: number;
}

/** Without accents, in lower case, as many people type; `*` stands for an ending. */
const WORDS: Readonly<Record<SecretKind, string>> = {
  password: `password*, passwd, passcode*, passphrase*, pwd, pw, psw, pin, pins, geheimzahl, contrasena*, clave, claves, mot de passe,
    mots de passe, mdp, code secret, senha*, palavra passe, palavras passe, parola*, kata sandi*, sandi*, парол*, пин, пинкод*,
    sifre*, mat khau, matkhau, mk`,
  key: `private key, secret key, privater schlussel, clave privada, chave privada, cle privee, chiave privata, kunci pribadi,
    приватный ключ, закрытый ключ, ozel anahtar*, khoa rieng`,
  seed: `seed phrase*, recovery phrase*, secret phrase, mnemonic*, seed words, wiederherstellungsphrase, frase semilla,
    frase de recuperacion, frase semente, frase de recuperacao, phrase de recuperation, frase di recupero, frasa pemulihan,
    сид фраз*, сидфраз*, kurtarma ifade*, cum tu khoi phuc`,
  code: `code, codes, otp, totp, 2fa, sms, смс, tan, codigo*, codice, codici, kode*, код, кода, коду, кодом, коде, коды, кодов, kod,
    kodu*, ma xac minh, ma xac nhan, ma xac thuc, ma otp, ma code`,
  check: `cvv, cvc, security code, sicherheitscode, prufnummer, prufziffer, codigo de seguridad, codigo de seguranca,
    code de securite, cryptogramme, codice di sicurezza, kode keamanan, код безопасности, guvenlik kodu*, ma bao mat`,
};

/** German joins words: "Auszahlungspasswort", "Einmalcode". */
const JOINED_PASSWORD = ['passwort', 'kennwort'];

const SIGN_WORDS: readonly (readonly [RegExp, SecretKind])[] = [
  [/パスワード|パスコード|暗証番号|비밀번호|비번|패스워드|암호(?!화)|密码|密碼|口令/gu, 'password'],
  [/秘密鍵|개인 ?키|私钥|私鑰/gu, 'key'],
  [/シードフレーズ|リカバリーフレーズ|시드 ?구문|니모닉|助记词|助記詞/gu, 'seed'],
  [/セキュリティコード|보안 ?코드|安全码|安全碼/gu, 'check'],
  [/認証番号|確認番号|인증 ?번호|验证码|校验码|动态码|驗證碼|校驗碼|動態碼|認證碼/gu, 'code'],
  [/(?<!エラー|招待|紹介|バー|QR|国|郵便|銀行|支店)コード/gu, 'code'],
  [/(?<!오류 ?|에러 ?|초대 ?|추천 ?|국가 ?|은행 ?|QR ?|바)코드/gu, 'code'],
  [/(?<!错误|邀请|推荐|国家|银行|二维|产品|錯誤|邀請|推薦|國家|銀行|產品)代[码碼]/gu, 'code'],
];

/** Next to "code": an error, a place, a bank, an invitation. */
const NO_SECRET =
  wordsOf(`error*, fehler*, erreur*, erro, erros, ошибк*, kesalahan, eror, hata*, loi, postal, post*, pos, zip, plz,
  почтов*, invitation*, invite*, invitacion, einladung*, convite, invito, приглаш*, undangan, davet*, referral*, gioi, promo*,
  gutschein*, rabatt*, discount*, country, area, lander*, pais, paese, pays, стран*, negara, ulke*, vorwahl*, qr, bar, barre*, swift,
  bic, sort, bank*, banque, banco, banca, iban, банк*, giao, don, transaction*, order*, source*, fiscal*, product*`);
/** Before a number that is no secret. */
const LABELS =
  wordsOf(`order*, auftrag*, bestell*, ordine*, ordem, pedido*, orden, commande*, заказ*, ордер, заявк*, pesanan, siparis*,
  lenh, don, deposit*, einzahlung*, depot*, setoran, yatirma*, депозит*, withdrawal*, auszahlung*, retiro*, saque*, retrait*,
  prelievo*, penarikan, cekim*, вывод*, rut, payout*, ticket*, uid, id, user, account, konto*, cuenta*, conto, akun, hesap*, счет*,
  error*, fehler*, zip, plz, postleit*, phone, tel, telefon*, call, anruf*, version*, ios, android`);
const NUMBER_WORDS = wordsOf('number, no, nr, num, numero, nummer, номер, nomor, numara, so, n');
const SIGN_LABEL =
  /(?:订单|訂單|提现|提現|提領|充值|入金|出金|注文|주문|출금|입금|邮编|郵遞區號|電話|电话)(?:编号|編號|号码|號碼|号|號|番号|번호)?[は是은는]?$/u;
/** Between what is named and what it is. */
const LINKS = wordsOf(
  'is, are, was, ist, war, lautet, lauten, es, son, e, sono, est, sont, это, adalah, ialah, la',
);
const SIGN_LINK = /[はが是為为은는이가]$/u;

interface WordList {
  whole: ReadonlySet<string>;
  stems: readonly string[];
}

function itemsOf(list: string): string[] {
  return list.split(',').map((item) => item.trim().replaceAll(/\s+/gu, ' '));
}

function wordsOf(list: string): WordList {
  const items = itemsOf(list);
  return {
    whole: new Set(items.filter((item) => !item.endsWith('*'))),
    stems: items.filter((item) => item.endsWith('*')).map((item) => item.slice(0, -1)),
  };
}

const has = ({ whole, stems }: WordList, word: string) =>
  whole.has(word) || stems.some((stem) => word.startsWith(stem));

/** "sandinya" is a form of "sandi"; a longer ending makes another word. */
const ENDING_MAX = 6;

interface Phrase {
  words: readonly string[];
  kind: SecretKind;
}

/** The longest first. */
const PHRASES: readonly Phrase[] = Object.entries(WORDS)
  .flatMap(([kind, list]) =>
    itemsOf(list).map((item) => ({ words: item.split(' '), kind: kind as SecretKind })),
  )
  .toSorted((left, right) => right.words.length - left.words.length);

/** By their first word; those that begin with a stem are looked for by it. */
const BY_WORD = new Map<string, Phrase[]>();
const BY_STEM: Phrase[] = [];
for (const phrase of PHRASES) {
  const [first = ''] = phrase.words;
  if (first.endsWith('*')) BY_STEM.push(phrase);
  else BY_WORD.set(first, [...(BY_WORD.get(first) ?? []), phrase]);
}

const isForm = (word: string, pattern: string) =>
  pattern.endsWith('*')
    ? word.startsWith(pattern.slice(0, -1)) && word.length < pattern.length + ENDING_MAX
    : word === pattern;

/** The phrase that begins at an atom; a blank, a hyphen or an apostrophe is between its words. */
function phraseAt({ text, atoms }: Parts, at: number): Phrase | undefined {
  const { plain } = atoms[at]!;
  const isHere = ({ words }: Phrase) =>
    words.every((word, index) => {
      const atom = atoms[at + index];
      if (atom?.kind !== 'word' || !isForm(atom.plain, word)) return false;
      return (
        index === 0 || /^[\s'’‐-]{1,2}$/u.test(text.slice(atoms[at + index - 1]!.to, atom.from))
      );
    });
  const found = (BY_WORD.get(plain) ?? []).find(isHere) ?? BY_STEM.find(isHere);
  if (found !== undefined) return found;
  if (atoms[at]!.text.normalize('NFC').toLowerCase() === 'mã')
    return { words: ['ma'], kind: 'code' };
  if (JOINED_PASSWORD.some((word) => plain.includes(word)))
    return { words: [plain], kind: 'password' };
  const joined = plain.replace(/s$/u, '');
  const isCode = joined.endsWith('code') && !has(NO_SECRET, joined.slice(0, -4));
  return isCode ? { words: [plain], kind: 'code' } : undefined;
}

/** "error code", "code d'erreur": the word beside it, or the next but one, says that it is no secret. */
function namesOther({ atoms }: Parts, first: number, next: number): boolean {
  const { sentence } = atoms[first]!;
  return [atoms[first - 1], atoms[next], atoms[next + 1]].some(
    (atom) => atom?.sentence === sentence && has(NO_SECRET, atom.plain),
  );
}

function inWords(parts: Parts): Named[] {
  const { atoms } = parts;
  const named: Named[] = [];
  for (let first = 0; first < atoms.length; first += 1) {
    if (atoms[first]!.kind !== 'word') continue;
    const phrase = phraseAt(parts, first);
    if (phrase === undefined) continue;
    const next = first + phrase.words.length;
    const { kind } = phrase;
    if (kind === 'code' && namesOther(parts, first, next)) continue;
    const { from, words, sentence } = atoms[first]!;
    const { to, wordsTo } = atoms[next - 1]!;
    named.push({ kind, from, to, words, wordsTo, sentence, next });
    first = next - 1;
  }
  return named;
}

function inSigns({ text, atoms }: Parts): Named[] {
  return SIGN_WORDS.flatMap(([pattern, kind]) =>
    Array.from(text.matchAll(pattern), ({ 0: word, index }) => {
      const place = placeOf(atoms, index, index + word.length);
      return { ...place, kind, next: atomAt(atoms, place.to) };
    }),
  );
}

/** In order. */
export const namedIn = (parts: Parts): Named[] =>
  [...inWords(parts), ...inSigns(parts)].sort((left, right) => left.from - right.from);

const RECORD_LETTER = /(?<!\p{L})\p{L}{1,2}-$/u;

/** Whether what stands before a number says that it is an order's, a customer's, an error's: "order number is", "W-". */
export function isLabelled({ text, atoms }: Parts, { from, first, sentence }: NumberPart): boolean {
  if (RECORD_LETTER.test(text.slice(Math.max(0, from - 4), from))) return true;
  const isNumberWord = (at: number) => has(NUMBER_WORDS, atoms[at]?.plain ?? '');
  let at = first - 1;
  if (has(LINKS, atoms[at]?.plain ?? '') && isNumberWord(at - 1)) at -= 1;
  if (isNumberWord(at)) at -= 1;
  const before = atoms[at];
  if (before === undefined || before.sentence !== sentence) return false;
  return has(LABELS, before.plain) || SIGN_LABEL.test(before.text.slice(-12));
}

/** Whether the part after this atom is what a word before it names: "my code is". */
export const isLink = ({ kind, plain, text }: Atom): boolean =>
  kind === 'signs' ? SIGN_LINK.test(text.slice(-1)) : has(LINKS, plain);
