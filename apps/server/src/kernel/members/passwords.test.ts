import { expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

it('hashes a password with argon2id, 19 MiB and two passes, each time with another salt', async () => {
  const passwords = createPasswords();
  const [one, other] = [
    await passwords.hash('tern over water'),
    await passwords.hash('tern over water'),
  ];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect(await passwords.isRight({ stored: one, password: 'tern over water' })).toBe(true);
  expect(await passwords.isRight({ stored: one, password: 'tern over waters' })).toBe(false);
});

it('checks a password by the cost that its own hash names', async () => {
  const earlier = await createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 }).hash(
    'tern',
  );
  expect(earlier).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
  expect(await createPasswords().isRight({ stored: earlier, password: 'tern' })).toBe(true);
});
