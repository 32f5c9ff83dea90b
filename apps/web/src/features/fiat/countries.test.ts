import { expect, it } from 'vitest';
import { countriesCalled, countriesIn } from './countries.ts';

it('countries stand in the order of the language and are found by name and code', () => {
  const countries = countriesIn('de-DE');
  const names = countries.map(({ name }) => name);
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'));
  expect(countriesCalled(countries, ' öster').map(({ code }) => code)).toEqual(['AT']);
  expect(countriesCalled(countries, 'vn').map(({ name }) => name)).toEqual(['Vietnam']);
  expect(countriesCalled(countries, 'nowhere')).toEqual([]);
});

it('every country has a name of its own', () => {
  const names = countriesIn('en-US').map(({ code, name }) => (code === name ? '' : name));
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('');
});
