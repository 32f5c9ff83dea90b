import { describe, expect, it } from 'vitest';
import { addressSubject, limitKey, limitKeyOfText } from './limit-key.ts';

describe('the key of an address', () => {
  it('is the same for all addresses of one IPv6 customer, who has a /64', () => {
    const key = addressSubject('2001:db8:1:2:3:4:5:6');
    expect(key).toBe('address 2001:db8:1:2');
    expect(addressSubject('2001:db8:1:2::1')).toBe(key);
    expect(addressSubject('2001:db8:1:3::1')).not.toBe(key);
    expect(addressSubject('2001:db8::1')).toBe(addressSubject('2001:db8:0:0:9::2'));
  });

  it.each([
    ['2001:0DB8:0001:0002::1', 'address 2001:db8:1:2'],
    ['2001:db8:1:2:0:0:0:1', 'address 2001:db8:1:2'],
    ['fe80::1%eth0', 'address fe80:0:0:0'],
    ['::1', 'address 0:0:0:0'],
    ['::ffff:203.0.113.7', 'address 203.0.113.7'],
    ['::ffff:cb00:7107', 'address 203.0.113.7'],
    ['203.0.113.7', 'address 203.0.113.7'],
    ['', 'address '],
  ])('does not depend on how %s is written', (address, key) => {
    expect(addressSubject(address)).toBe(key);
  });
});

describe('a key', () => {
  it('names what is counted', () => {
    expect(limitKey('member', 7)).toBe('member 7');
    expect(limitKey('log', addressSubject('203.0.113.7'))).toBe('log address 203.0.113.7');
  });

  it('does not reveal the text of a caller', () => {
    const key = limitKeyOfText('stranger', 'login', 'ada@example.com');
    expect(key).toMatch(/^stranger \S+$/);
    expect(key).not.toContain('ada');
  });
});
