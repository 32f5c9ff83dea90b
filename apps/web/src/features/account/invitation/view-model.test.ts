import { expect, test } from 'vitest';
import { shownLink, worthPlaces } from './view-model.ts';

test('a worth below ten cents has four places, and nothing has two', () => {
  expect(['0', '0.0999', '0.1', '86.42'].map(worthPlaces)).toEqual([2, 4, 2, 2]);
});

test('a link is shown without its scheme, and breaks after slashes', () => {
  expect(shownLink('https://tern.example/#/pages/register?code=A')).toEqual([
    'tern.example/',
    '#/',
    'pages/',
    'register?code=A',
  ]);
});
