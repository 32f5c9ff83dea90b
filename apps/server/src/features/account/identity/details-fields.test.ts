import { expect, test } from 'vitest';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { type DetailsInput, readDetails } from './details-fields.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const whole: DetailsInput = {
  birthDate: '1990-03-21',
  nationality: 'ch',
  residence: 'CH',
  address: ' Hafenstrasse 1,  4057 Basel ',
  documentNumber: 'X1234567',
  documentEndsOn: '2031-05-30',
  taxCountry: 'CH',
  taxNumber: '',
  isCertified: true,
  funds: 'salary',
  fundsNote: '',
};

/** The field that is refused; undefined if none is. */
function refused(over: DetailsInput): unknown {
  try {
    readDetails({ ...whole, ...over }, NOW);
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.detail : error;
  }
}

test('documents without details stay as they were', () => {
  expect(readDetails({}, NOW)).toBeUndefined();
  expect(readDetails({ birthDate: ' ', isCertified: false }, NOW)).toBeUndefined();
});

test('reads a whole set, with plain blanks and country codes in capitals', () => {
  expect(readDetails(whole, NOW)).toEqual({
    birthDate: '1990-03-21',
    nationality: 'CH',
    residence: 'CH',
    address: 'Hafenstrasse 1, 4057 Basel',
    documentNumber: 'X1234567',
    documentEndsOn: '2031-05-30',
    taxCountry: 'CH',
    taxNumber: '',
    funds: 'salary',
    fundsNote: '',
  });
  expect(readDetails({ ...whole, documentEndsOn: '' }, NOW)?.documentEndsOn).toBeNull();
});

test.each([
  ['no birth date', { birthDate: '' }, 'birthDate'],
  ['a day that is none', { birthDate: '1990-02-30' }, 'birthDate'],
  ['someone of 17', { birthDate: '2008-12-01' }, 'birthDate'],
  ['someone of 121', { birthDate: '1905-01-01' }, 'birthDate'],
  ['an unknown country', { residence: 'XX' }, 'residence'],
  ['no nationality', { nationality: '' }, 'nationality'],
  ['an address without a letter', { address: '---' }, 'address'],
  ['no number', { documentNumber: '' }, 'documentNumber'],
  ['a document that has ended', { documentEndsOn: '2026-11-29' }, 'documentEndsOn'],
  ['no tax residence', { taxCountry: '' }, 'taxCountry'],
  ['a tax number that is too long', { taxNumber: '1'.repeat(41) }, 'taxNumber'],
  ['no certification', { isCertified: false }, 'isCertified'],
  ['an unknown source of funds', { funds: 'luck' }, 'funds'],
] as const)('refuses %s', (_, over, field) => {
  expect(refused(over)).toMatchObject({ fields: [field] });
});

test('someone who is 18 today, and a document that ends today, are accepted', () => {
  expect(refused({ birthDate: '2008-11-30', documentEndsOn: '2026-11-30' })).toBeUndefined();
});
