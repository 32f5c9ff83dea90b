import { expect, test } from 'vitest';
import { addressesIn, keyFaults } from './view-model.ts';

const right = { name: 'bot', addresses: '', password: 'secret' };

test('splits addresses at commas, spaces and line breaks', () => {
  expect(addressesIn(' 192.0.2.1,\n2001:db8::/32  10.0.0.0/8 ')).toEqual([
    '192.0.2.1',
    '2001:db8::/32',
    '10.0.0.0/8',
  ]);
  expect(addressesIn('  ')).toEqual([]);
});

test('a key needs a name, the password, and well-formed addresses', () => {
  expect(keyFaults(right)).toEqual({});
  expect(keyFaults({ ...right, addresses: '192.0.2.1, ::1' })).toEqual({});
  expect(keyFaults({ name: ' ', addresses: 'home', password: '' })).toEqual({
    name: 'keys.enterName',
    addresses: 'keys.wrongAddress',
    password: 'keys.enterPassword',
  });
  expect(keyFaults({ ...right, name: 'x'.repeat(41) })).toHaveProperty('name');
});
