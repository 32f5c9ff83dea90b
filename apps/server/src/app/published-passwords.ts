/** The operators whose password is the one that this repository publishes for paper mode. */
import { paperAccounts } from '../features/account/auth/index.ts';
import type { Passwords } from '../kernel/members/passwords.ts';
import type { Operator } from '../kernel/operators/operators.ts';

type Account = (typeof paperAccounts.operators)[number];

/** Of the active ones: their names and these passwords. */
export async function publishedPasswords(
  operators: readonly Pick<Operator, 'login' | 'passwordHash' | 'isActive'>[],
  passwords: Passwords,
): Promise<readonly Account[]> {
  const found: Account[] = [];
  // One after the other: each check takes 19 MB, at the end of a start, which needs the most memory.
  for (const account of paperAccounts.operators) {
    const operator = operators.find(({ login }) => login === account.login);
    if (operator?.isActive !== true) continue;
    const { passwordHash: stored } = operator;
    if (await passwords.isRight({ stored, password: account.password })) found.push(account);
  }
  return found;
}
