import { describe, expect, it } from 'vitest';
import { operatorDetails } from './operator-details.ts';

const registered = {
  name: ' Tern Ltd ',
  msbNumber: '31000123456789',
  msbRegistry: 'FinCEN',
  msbUrl: 'https://www.fincen.gov/msb-state-selector',
};

describe("the operator's details", () => {
  it('name no registration and no office until they are configured', () => {
    expect(operatorDetails.fallback).toEqual({ name: '', msb: null, office: null });
  });

  it('name a registration with the registry to check it at', () => {
    expect(operatorDetails.parse(registered)).toEqual({
      name: 'Tern Ltd',
      msb: {
        number: '31000123456789',
        registry: 'FinCEN',
        url: 'https://www.fincen.gov/msb-state-selector',
      },
      office: null,
    });
  });

  it.each([
    ['without its registry', { msbRegistry: '' }],
    ['without its number', { msbNumber: '' }],
    ['without an address', { msbUrl: '' }],
    ['with a script for an address', { msbUrl: 'javascript:alert(1)' }],
    ['with an address that is not encrypted', { msbUrl: 'http://registry.test' }],
  ])('refuse a registration %s', (_, over) => {
    expect(() => operatorDetails.parse({ ...registered, ...over })).toThrow('site.operator');
  });

  it('refuse an office that is nowhere on earth', () => {
    const office = { officeAddress: '1 Harbour Street', officeLatitude: 53.5, officeLongitude: 10 };
    expect(operatorDetails.parse(office).office).toEqual({
      address: '1 Harbour Street',
      latitude: 53.5,
      longitude: 10,
    });
    expect(() => operatorDetails.parse({ ...office, officeLatitude: 91 })).toThrow(
      'officeLatitude',
    );
    expect(() => operatorDetails.parse({ ...office, officeLongitude: 'east' })).toThrow(
      'officeLongitude',
    );
  });
});
