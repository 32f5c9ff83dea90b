import { expect, test } from 'vitest';
import { memberCode, readMemberCode } from './member-code.ts';

test('a code names the member who shows it, and nothing else is a code', () => {
  expect(readMemberCode(memberCode(8200913))).toBe('8200913');
  expect(readMemberCode(' 8200913 ')).toBe('8200913');
  for (const text of ['', '0', 'tern:member:', 'tern:member:0', 'https://tern.test/8200913', '-7'])
    expect([text, readMemberCode(text)]).toEqual([text, undefined]);
});
