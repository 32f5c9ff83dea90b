/** Words as the database stores them to search by (ADR 84). */

/** The marks that stand over and under letters, as `search_words` in the database. */
const MARKS = /[\u0300-\u036f]/g;
const OTHER_LETTERS: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ø: 'o', ı: 'i' };

/** Lower case without accents: as the database stores words to search by. */
export function plainWords(words: string): string {
  const bare = words.normalize('NFKD').replaceAll(MARKS, '').toLowerCase();
  return bare.replaceAll(/[đłøı]/g, (letter) => OTHER_LETTERS[letter] ?? letter).trim();
}
