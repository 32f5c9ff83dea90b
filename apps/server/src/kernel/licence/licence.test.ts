import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { licenceEnd, phoneCodesServed, readLicence } from './licence.ts';

const folder = mkdtempSync(join(tmpdir(), 'tern-licence-'));
afterAll(() => rmSync(folder, { recursive: true }));

const record = {
  operator: 'Harbour Exchange Ltd',
  number: '31000123456789',
  regulator: 'FINTRAC',
  registry: 'https://registry.test/search',
  countries: ['CH', 'AE'],
  validUntil: '2027-06-30',
};

function readWith(over: Record<string, unknown>) {
  const file = join(folder, 'licence.json');
  writeFileSync(file, JSON.stringify({ ...record, ...over }));
  return readLicence(file);
}

describe('a licence record', () => {
  it('is read with its countries, its last day and the bank accounts for wires', () => {
    const licence = readWith({ bankAccounts: { USD: 'Harbour Bank\nIBAN XX00' } });
    expect(licence).toMatchObject({ ...record, countries: ['AE', 'CH'] });
    expect([...licence.bankAccounts]).toEqual([['USD', 'Harbour Bank\nIBAN XX00']]);
    const accounts = { EUR: { account: 'DE89 3704 0044 0532 0130 00', bic: 'HAFBDEFF' } };
    expect([...readWith({ ownAccounts: accounts }).ownAccounts]).toEqual([
      ['EUR', { account: 'DE89370400440532013000', bic: 'HAFBDEFF' }],
    ]);
    expect(licenceEnd(licence)).toBe(Date.parse('2027-07-01T00:00:00Z'));
    expect([...phoneCodesServed(licence)].sort()).toEqual(['41', '971']);
  });

  it.each([
    ['without the name of the operator', { operator: ' ' }, 'operator must be a text'],
    ['without a number', { number: undefined }, 'number must be a text'],
    ['with a registry nobody can trust', { registry: 'http://registry.test' }, 'https'],
    ['with a script for a registry', { registry: 'javascript:alert(1)' }, 'https'],
    ['without countries', { countries: [] }, 'countries must list'],
    ['with a country that does not exist', { countries: ['XX'] }, 'countries must list'],
    ['with a day that does not exist', { validUntil: '2027-02-30' }, 'validUntil'],
    ['with a bank account that is no text', { bankAccounts: { USD: 1 } }, 'bankAccounts'],
    [
      'with an account that is no number',
      { ownAccounts: { EUR: { account: '1' } } },
      'ownAccounts',
    ],
    ['with a misspelt name', { expires: '2027-06-30' }, 'expires is unknown'],
  ])('is refused %s', (_, over, fault) => {
    expect(() => readWith(over)).toThrow(fault);
  });

  it('is refused when the file is absent or no JSON', () => {
    expect(() => readLicence(join(folder, 'absent.json'))).toThrow('does not exist');
    writeFileSync(join(folder, 'text.json'), 'licensed, believe us');
    expect(() => readLicence(join(folder, 'text.json'))).toThrow('is not JSON');
  });
});
