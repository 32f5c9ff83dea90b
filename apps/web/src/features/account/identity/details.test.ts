import { expect, test } from 'vitest';
import { detailFaults, type DetailValues } from './details.ts';

const TODAY = '2026-11-30';
const whole: DetailValues = {
  birthDate: '1990-03-21',
  nationality: 'CH',
  residence: 'DE',
  address: 'Hafenstrasse 1, Hamburg',
  documentNumber: 'X1234567',
  documentEndsOn: '',
  taxCountry: 'DE',
  taxNumber: '',
  isCertified: 'yes',
  funds: '',
};
const wrong = (over: Partial<DetailValues>) =>
  Object.keys(detailFaults({ ...whole, ...over }, TODAY));

test('asks for all but the end of the document, the tax number and the source of funds', () => {
  expect(wrong({})).toEqual([]);
  const empty = Object.fromEntries(Object.keys(whole).map((field) => [field, ' '.trim()]));
  expect(wrong(empty).toSorted()).toEqual(
    Object.keys(whole)
      .filter((field) => !['documentEndsOn', 'taxNumber', 'funds'].includes(field))
      .toSorted(),
  );
});

test('takes who is 18 today and a document that ends today, not a day later or earlier', () => {
  expect(wrong({ birthDate: '2008-11-30', documentEndsOn: TODAY })).toEqual([]);
  expect(wrong({ birthDate: '2008-12-01' })).toEqual(['birthDate']);
  expect(wrong({ documentEndsOn: '2026-11-29' })).toEqual(['documentEndsOn']);
});
