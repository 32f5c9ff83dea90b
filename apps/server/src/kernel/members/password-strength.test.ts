import { describe, expect, it } from 'vitest';
import { passwordFault } from './password-strength.ts';

const owner = { email: 'grace.hopper@example.com', phone: '13912345670' };

describe('a password', () => {
  it.each([
    ['short 7', 'password.length'],
    ['x'.repeat(73), 'password.length'],
    ['Password123', 'password.common'],
    ['aaaaaaaaaaaaaaaaaaaa', 'password.pattern'],
    ['abababababab', 'password.pattern'],
    ['abc1abc1abc1', 'password.pattern'],
    ['abcdefghijkl', 'password.pattern'],
    ['ABCDEFGHIJKL', 'password.pattern'],
    ['lkjihgfedcba', 'password.pattern'],
    ['2345678901', 'password.pattern'],
    ['qwertyuiopas', 'password.pattern'],
    ['abcdefgh12345678', 'password.pattern'],
    ['aaaaaaaabbbbbbbb', 'password.pattern'],
    ['ёёёёёёёёё', 'password.pattern'],
    ['grace.hopper', 'password.own'],
    ['GraceHopper1!', 'password.own'],
    ['grace.hopper@example.com', 'password.own'],
    ['13912345670', 'password.own'],
  ])('%s is refused: %s', (password, fault) => {
    expect(passwordFault(password, owner)).toBe(fault);
  });

  it.each([
    'tern over water 7',
    'paper-money-1',
    'another shore 8',
    'k9$mQ2!x',
    'correct horse battery staple',
    'Zugspitze2962',
    '海のそばの小さな家',
    'grace.hopper and a lighthouse',
  ])('%s is good enough', (password) => {
    expect(passwordFault(password, owner)).toBeUndefined();
  });

  it('may contain any word if nothing is known about its owner', () => {
    expect(passwordFault('grace.hopper')).toBeUndefined();
  });
});
