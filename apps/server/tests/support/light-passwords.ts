import { createPasswords, type Passwords } from '../../src/kernel/members/passwords.ts';

/**
 * Passwords of tests: hashed and checked as in the product, with the least memory. A hash at the product's cost takes 25 ms of
 * a core, more than all else of a registration; that the product takes that cost is proven in `passwords.test.ts`.
 */
export const lightPasswords = (): Passwords =>
  createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
