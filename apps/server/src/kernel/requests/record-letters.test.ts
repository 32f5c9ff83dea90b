import { describe, expect, it } from 'vitest';
import { claimLetter, recordNo } from './record-letters.ts';

describe('a letter of record numbers', () => {
  it('belongs to one kind, which may claim it at each start', () => {
    claimLetter('Z', 'first');
    claimLetter('Z', 'first');
    expect(() => claimLetter('Z', 'second')).toThrow('both have the letter Z');
  });

  it('precedes the id', () => {
    expect(recordNo('Z', 20_418)).toBe('Z-20418');
  });
});
