import { expect, it } from 'vitest';
import { emailFault } from './email.ts';

it('an e-mail address is missing, wrong or right', () => {
  expect(emailFault('  ')).toBe('missing');
  expect(emailFault('me at home')).toBe('wrong');
  expect(emailFault(' me@home.example ')).toBeUndefined();
});
