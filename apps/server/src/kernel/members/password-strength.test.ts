import { describe, expect, it } from 'vitest';
import { passwordFault, payPasswordFault } from './password-strength.ts';

const owner = { email: 'grace.hopper@example.com', phone: '13912345670' };

describe('a password', () => {
  it.each([
    ['short 7', 'password.length'],
    ['x'.repeat(73), 'password.length'],
    ['sea 7\u200b\u200b\u200b\u200b', 'password.length'],
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

describe('a withdrawal password', () => {
  it.each(['12345', '1234567', '12345a', '１２３４５６', ''])(
    '%j is not six digits',
    (password) => {
      expect(payPasswordFault(password)).toBe('payPassword.shape');
    },
  );

  it.each([
    ['one digit', ['111111', '000000']],
    ['two digits', ['121212', '111222', '778877']],
    ['a row', ['123456', '654321', '890123', '321098']],
    ['a repetition', ['123123', '907907']],
    ['a date, day first', ['290292', '311299', '010100']],
    ['a date, month first', ['022992', '123199']],
    ['a date, year first', ['920229', '991231']],
  ])('is not %s', (_name, passwords) => {
    for (const each of passwords)
      expect(payPasswordFault(each), each).toBe('payPassword.guessable');
  });

  it('may be any of nine in ten numbers', () => {
    let usable = 0;
    for (let each = 0; each < 1_000_000; each += 1) {
      if (payPasswordFault(String(each).padStart(6, '0')) === undefined) usable += 1;
    }
    expect(usable).toBeGreaterThan(880_000);
    for (const each of ['482913', '135790', '246802', '300290']) {
      expect(payPasswordFault(each), each).toBeUndefined();
    }
  });
});
