/**
 * Words that a product must not be advertised with, in fourteen languages: promises of safety, and in English hype, because
 * nothing is advertised as guaranteed. Warnings such as "not guaranteed" are fine.
 */
import type { Lang } from '../../../kernel/i18n/texts.ts';
import type {
  TermFields,
  TermProblem,
  TermsDocument,
} from '../../../kernel/products/term-fields.ts';

interface Words {
  readonly promise: RegExp;
  /** Removed before promises are looked for. */
  readonly warning: RegExp;
}

/** Whole words of alphabets; writing without spaces has no word boundaries. */
const words = (promise: string, warning: string): Words => ({
  promise: new RegExp(String.raw`(?<!\p{L})(?:${promise})(?!\p{L})`, 'iu'),
  warning: new RegExp(String.raw`(?<!\p{L})(?:${warning})(?!\p{L})`, 'giu'),
});

const signs = (promise: string, warning: string): Words => ({
  promise: new RegExp(promise, 'iu'),
  warning: new RegExp(warning, 'giu'),
});

const WORDS: Readonly<Record<Lang, Words>> = {
  en: words(
    String.raw`guarantee[sd]?|guaranteeing|risk[- ]free|riskless|no risk|without (?:any )?risk|sure profit|can(?:no|['’])t lose`,
    String.raw`(?:not|never|nor|isn['’]t|aren['’]t) (?:be )?guaranteed|(?:no|not a|without(?: a)?) guarantee|guarantee (?:fund|scheme)|not (?:risk[- ]free|without risk)`,
  ),
  de: words(
    String.raw`garantier\p{L}*|mit garantie|risikofrei\p{L}*|risikolos\p{L}*|(?:ohne|kein) risiko|sicherer gewinn`,
    String.raw`(?:nicht|nie) garantiert\p{L}*|(?:keine|ohne) garantie|nicht (?:risikofrei|risikolos|ohne risiko)`,
  ),
  es: words(
    String.raw`garantiza\p{L}*|con garantía|sin (?:ningún )?riesgos?|libres? de riesgos?|ganancias? seguras?`,
    String.raw`no (?:está |están |se |es |son )?garantiza\p{L}*|(?:sin|no hay) garantías?|no (?:está |están |es )?(?:libres?|exentos?) de riesgos?`,
  ),
  ru: words(
    String.raw`гарантир\p{L}*|с гарантией|безрисков\p{L}*|без риск\p{L}*|нулев\p{L}* риск\p{L}*`,
    String.raw`не гарант\p{L}*|(?:без|нет) гарант\p{L}*|не безрисков\p{L}*`,
  ),
  pt: words(
    String.raw`garantid[oa]s?|garantimos|garantem?|com garantia|sem (?:nenhum )?riscos?|livres? de riscos?|lucro certo`,
    String.raw`não (?:é |são |está |estão |se )?garant\p{L}*|(?:sem|não há) garantias?|não (?:é |está )?(?:livre de|sem) riscos?`,
  ),
  fr: words(
    String.raw`garanti(?:e?s?|t|ssons)|sans (?:aucun )?risques?|zéro risque|gains? assurés?`,
    String.raw`(?:non|pas|ni|jamais) garanti\p{L}*|(?:sans|aucune|pas de|fonds de) garantie|pas sans risque`,
  ),
  it: words(
    String.raw`garantit\p{L}*|garantisc\p{L}*|garantiamo|con garanzia|senza (?:alcun )?rischi\p{L}*|priv[oai] di rischi\p{L}*|rischio zero|guadagno sicuro`,
    String.raw`non (?:è |sono |viene |vengono )?garantit\p{L}*|(?:senza|nessuna) garanzi\p{L}*|non (?:è )?priv[oai] di rischi\p{L}*`,
  ),
  id: words(
    String.raw`terjamin|dijamin|dengan jaminan|bergaransi|bebas risiko|tanpa risiko|pasti untung`,
    String.raw`(?:tidak|tak|bukan) (?:terjamin|dijamin)|(?:tidak ada|tanpa|bukan) (?:jaminan|garansi)|tidak (?:bebas|tanpa) risiko`,
  ),
  tr: words(
    String.raw`garanti\p{L}*|risksiz\p{L}*|sıfır risk|kesin kazanç`,
    String.raw`garanti (?:edilmez|edilmem\p{L}*|edilmiyor\p{L}*|etmez|vermez|değil\p{L}*)|garantisi yok\p{L}*|risksiz değil\p{L}*`,
  ),
  vn: words(
    String.raw`đảm bảo|bảo đảm|cam kết lợi nhuận|không (?:có )?rủi ro|phi rủi ro`,
    String.raw`không (?:được |có |hề )?(?:đảm bảo|bảo đảm)|không phải (?:là )?không (?:có )?rủi ro`,
  ),
  jp: signs(
    '保証|ノーリスク|リスク(?:なし|ゼロ|フリー)|無リスク|必ず儲か',
    '保証(?:は|も)?(?:されません|されていません|されない|ありません|ございません|しません|するものではありません|ない)|無保証|リスク(?:なし|ゼロ|フリー)では',
  ),
  kr: signs(
    '보장|무위험|위험\\s?없는|확정\\s?수익',
    '보장(?:되지|하지|이 아닙|은 없|이 없)|보장(?:되는|하는) 것은 아|무위험이 아',
  ),
  // A deposit for a trade (保证金, 保證金) is another word.
  zh: signs(
    '保证(?!金)|保本|稳赚|包赚|无风险|零风险',
    '(?:不|无法|不能|没有|并不|未)(?:作|做|提供|作出)?(?:任何)?保证|(?:不|非)保本|(?:并非|不是)(?:无|零)风险',
  ),
  tw: signs(
    '保證(?!金)|保本|穩賺|包賺|無風險|零風險',
    '(?:不|無法|不能|沒有|並不|未)(?:作|做|提供|作出)?(?:任何)?保證|(?:不|非)保本|(?:並非|不是)(?:無|零)風險',
  ),
};

/** In an English text. The noun "earnings" and what one has earned are fine. */
const HYPE = /(?<!\p{L})(?:earn(?:s|ing)?|instant(?:ly)?|hot|vip)(?!\p{L})/iu;

const LANGS = Object.keys(WORDS) as Lang[];

/** Compatibility forms and invisible characters do not hide a word. */
const plain = (text: string): string => text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');

/** The first promise in one of these languages. Their warnings are removed before: many languages share a stem. */
function promiseIn(text: string, langs: readonly Lang[]): string | undefined {
  const rest = langs.reduce((left, lang) => left.replaceAll(WORDS[lang].warning, ' '), plain(text));
  return langs
    .map((lang) => WORDS[lang].promise.exec(rest)?.[0])
    .find((word) => word !== undefined);
}

/** The first refused word of a text in one of these languages. Undefined for none. */
export function refusedWord(text: string, langs: readonly Lang[] = LANGS): string | undefined {
  const hype = langs.includes('en') ? HYPE.exec(plain(text))?.[0] : undefined;
  return promiseIn(text, langs) ?? hype;
}

/** A text in one language may promise something in English too; hype is looked for in English texts only. */
const refusedIn = (text: string, lang: Lang): string | undefined =>
  lang === 'en' ? refusedWord(text, ['en']) : promiseIn(text, [lang, 'en']);

/** The texts of a version that members read. A name is read in all languages. */
export function wordProblems(fields: TermFields, terms: TermsDocument): TermProblem[] {
  return Object.entries(fields).flatMap(([field, { input }]) => {
    const value = terms[field];
    if (input === 'text' && typeof value === 'string') {
      const word = refusedWord(value);
      return word === undefined ? [] : [{ field, text: `“${word}” must not be promised.` }];
    }
    if (input !== 'texts' || typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([lang, text]) => {
      const word = lang in WORDS ? refusedIn(text, lang as Lang) : undefined;
      return word === undefined
        ? []
        : [{ field, text: `“${word}” must not be promised (${lang}).` }];
    });
  });
}
