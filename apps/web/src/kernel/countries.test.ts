import { expect, it } from 'vitest';
import { findCountries, countriesIn } from './countries.ts';

it('sorts countries by the language and finds them by name and code', () => {
  const countries = countriesIn('de-DE');
  const names = countries.map(({ name }) => name);
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'));
  expect(findCountries(countries, ' öster').map(({ code }) => code)).toEqual(['AT']);
  expect(findCountries(countries, 'vn').map(({ name }) => name)).toEqual(['Vietnam']);
  expect(findCountries(countries, 'nowhere')).toEqual([]);
});

it('every country has its own name', () => {
  const names = countriesIn('en-US').map(({ code, name }) => (code === name ? '' : name));
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('');
});
