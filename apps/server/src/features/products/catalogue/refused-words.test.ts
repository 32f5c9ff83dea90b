import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Lang, locales } from '../../../kernel/i18n/texts.ts';
import { textsTerm, textTerm } from '../../../kernel/products/term-fields.ts';
import { refusedWord, wordProblems } from './refused-words.ts';

/** In each language: two promises, and a warning with the same words. */
const samples: Readonly<Record<Lang, readonly [promises: readonly string[], warning: string]>> = {
  en: [['Guaranteed yield.', 'A risk-free term.'], 'Yields are not guaranteed.'],
  de: [['Garantierter Ertrag.', 'Ganz ohne Risiko.'], 'Erträge sind nicht garantiert.'],
  es: [
    ['Rendimiento garantizado.', 'Inversión sin riesgo.'],
    'El rendimiento no está garantizado.',
  ],
  ru: [['Гарантированный доход.', 'Доход без риска.'], 'Доход не гарантирован.'],
  pt: [['Rendimento garantido.', 'Aplicação sem risco.'], 'O rendimento não é garantido.'],
  fr: [['Rendement garanti.', 'Un placement sans risque.'], 'Le rendement n’est pas garanti.'],
  it: [['Rendimento garantito.', 'Un prodotto senza rischi.'], 'Il rendimento non è garantito.'],
  id: [['Imbal hasil dijamin.', 'Produk bebas risiko.'], 'Imbal hasil tidak dijamin.'],
  jp: [['利回りを保証します。', 'リスクゼロの商品です。'], '利回りは保証されません。'],
  kr: [['수익을 보장합니다.', '무위험 상품입니다.'], '수익은 보장되지 않습니다.'],
  tr: [['Garantili getiri.', 'Risksiz ürün.'], 'Getiri garanti edilmez.'],
  vn: [['Lợi suất được đảm bảo.', 'Sản phẩm không rủi ro.'], 'Lợi suất không được đảm bảo.'],
  zh: [['保证收益。', '零风险产品。'], '收益不保证。需缴保证金。'],
  tw: [['保證收益。', '零風險產品。'], '收益不保證。需繳保證金。'],
};

it.each(Object.keys(locales) as Lang[])('a promise is refused in %s, a warning is not', (lang) => {
  const [promises, warning] = samples[lang];
  for (const promise of promises) expect(refusedWord(promise, [lang])).toBeDefined();
  expect(refusedWord(warning, [lang])).toBeUndefined();
  expect(refusedWord(warning)).toBeUndefined();
});

it('a promise beside a warning is refused, and so is one with invisible or wide characters', () => {
  expect(refusedWord('Not guaranteed by law, but guaranteed by us.')).toBe('guaranteed');
  expect(refusedWord('Risk\u00ADfree? Ｇｕａｒａｎｔｅｅｄ!')).toBe('Guaranteed');
});

it('a fund that secures deposits is no promise', () => {
  expect(refusedWord('Ningún fondo de garantía lo cubre.', ['es'])).toBeUndefined();
  expect(refusedWord('Nenhum fundo garantidor cobre o valor.', ['pt'])).toBeUndefined();
});

it('the products of the installation promise nothing', () => {
  const seeds = new URL('../../../../migrations/seeds/', import.meta.url);
  const read = (file: string) => readFileSync(new URL(file, seeds), 'utf8');
  for (const kind of ['earn', 'staking', 'offering']) {
    const files = readdirSync(new URL(kind, seeds)).filter((file) => /^\w\w\.json$/.test(file));
    for (const file of files) {
      const lang = file.slice(0, 2) as Lang;
      expect(refusedWord(read(`${kind}/${file}`), [lang]), `${kind}/${file}`).toBeUndefined();
    }
  }
});

it('hype is refused in English; "earnings" are fine', () => {
  expect(refusedWord('Earn daily', ['en'])).toBe('Earn');
  expect(refusedWord('VIP 30 days', ['en'])).toBe('VIP');
  expect(refusedWord('Daily earnings of a hotel', ['en'])).toBeUndefined();
  expect(refusedWord('It costs this even if you have earned less.', ['en'])).toBeUndefined();
});

it('names and texts of all languages are checked, and the problem names field, word and language', () => {
  const fields = {
    name: textTerm('Name', { max: 40 }),
    content: textsTerm('About', { max: 400 }),
  };
  const content = { en: 'A term of 30 days.', de: 'Garantiert.', fr: 'Risk-free.' };
  expect(wordProblems(fields, { name: 'Guaranteed 30', content })).toEqual([
    { field: 'name', text: '“Guaranteed” must not be promised.' },
    { field: 'content', text: '“Garantiert” must not be promised (de).' },
    { field: 'content', text: '“Risk-free” must not be promised (fr).' },
  ]);
  expect(wordProblems(fields, { name: 'Fixed 30', content: { en: 'À l’instant' } })).toHaveLength(
    1,
  );
  expect(
    wordProblems(fields, { name: 'Fixed 30', content: { en: 'A term.', fr: 'À l’instant.' } }),
  ).toEqual([]);
});
