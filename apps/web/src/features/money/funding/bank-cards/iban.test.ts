import { countrySpecs } from 'ibantools';
import { expect, test } from 'vitest';
import { ibanFault } from './iban.ts';

// Of the registry of ISO 13616 (SWIFT), release 99: its own examples.
test.each([
  'DE89 3704 0044 0532 0130 00',
  'GB29 NWBK 6016 1331 9268 19',
  'NO93 8601 1117 947',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'BR18 0036 0305 0000 1000 9795 493C 1',
  'FR14 2004 1010 0505 0001 3M02 606',
  'LC14 BOSL 1234 5678 9012 3456 7890 1234',
  'SC52 BAHL 0103 1234 5678 9012 3456 USD',
])('%s is an IBAN', (iban) => expect(ibanFault(iban)).toBeUndefined());

test.each([
  ['XX89 3704 0044 0532 0130 00', { kind: 'country', country: 'XX' }],
  ['US89 3704 0044 0532 0130 00', { kind: 'country', country: 'US' }],
  ['DE89 3704 0044 0532 0130 0', { kind: 'length', country: 'DE', expected: 22, given: 21 }],
  ['DE89 3704 0044 0532 0130 000', { kind: 'length', country: 'DE', expected: 22, given: 23 }],
  ['DE89 37O4 0044 0532 0130 00', { kind: 'character', place: 7, character: 'O', wants: 'digit' }],
  ['DEB9 3704', { kind: 'character', place: 3, character: 'B', wants: 'digit' }],
  ['GB29 NW8K 6016 1331 9268 19', { kind: 'character', place: 7, character: '8', wants: 'letter' }],
  ['DE88 3704 0044 0532 0130 00', { kind: 'digits' }],
  ['DE89 3704 0044 0532 0103 00', { kind: 'digits' }],
] as const)('%s has its fault named with its place', (iban, fault) =>
  expect(ibanFault(iban)).toEqual(fault),
);

test.each(['', 'D', 'DE89', 'DE89 3704', '1234567890123456', 'US12 3456', 'AB-1234567'])(
  '%j has no fault: it is short, or an account number',
  (text) => expect(ibanFault(text)).toBeUndefined(),
);

test('the structure of each country is read in full', () => {
  for (const [country, { chars, bban_regexp: structure }] of Object.entries(countrySpecs)) {
    if (!chars || !structure) continue;
    const places = [...structure.matchAll(/\[[^\]]+\]\{(\d+)\}/g)].map(([, times]) =>
      Number(times),
    );
    expect([country, places.reduce((sum, each) => sum + each, 4)]).toEqual([country, chars]);
  }
});
