import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('a spreadsheet runs no cell as a formula, and numbers stay numbers', () => {
  const cells = ['-2', '-0.5', '1e5', '-2+3', '=1+1', '+49', '@now', 'plain'];
  expect(csvLine(cells)).toBe("-2,-0.5,1e5,'-2+3,'=1+1,'+49,'@now,plain\r\n");
});

test('commas, quotes and line breaks are quoted', () => {
  expect(csvLine(['a,b', 'say "no"', 'two\nlines', ''])).toBe(
    '"a,b","say ""no""","two\nlines",\r\n',
  );
});
