import { TOTP, Secret } from 'otpauth';
import { expect, it } from 'vitest';
import { stepOfCode } from './one-time-code.ts';

const STEP_MS = 30_000;
const NOW = Date.parse('2026-11-18T12:00:10Z');
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const codeAt = (timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

it.each([
  [-2, undefined],
  [-1, NOW / STEP_MS - 1],
  [0, NOW / STEP_MS],
  [1, NOW / STEP_MS + 1],
  [2, undefined],
])('a code of %i steps from now belongs to the step %s', (steps, step) => {
  const found = stepOfCode(secret, codeAt(NOW + steps * STEP_MS), NOW);
  expect(found).toBe(step === undefined ? undefined : Math.floor(step));
});

it('a code is six digits, however they are typed', () => {
  const code = codeAt(NOW);
  expect(stepOfCode(secret, `${code.slice(0, 3)} ${code.slice(3)}`, NOW)).toBeDefined();
  for (const wrong of ['', code.slice(1), `${code}0`, 'abcdef']) {
    expect(stepOfCode(secret, wrong, NOW)).toBeUndefined();
  }
});
