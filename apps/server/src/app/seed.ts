/** The accounts of paper mode, and the lines that show a newcomer how to sign in. */
import { paperAccounts, seedPaperAccounts } from '../features/auth/index.ts';
import { PAPER_ONE_TIME_SECRET } from '../features/operators/index.ts';

/** Returns the lines to print. */
export async function seed(deps: Parameters<typeof seedPaperAccounts>[0]): Promise<string> {
  await seedPaperAccounts(deps);
  const { member, operators, invitationCode } = paperAccounts;
  const staff = operators.map(({ login, password }) => `${login} / ${password}`).join(', ');
  return [
    'Paper money: balances have no real value. Log in with',
    `  member           ${member.email} / ${member.password}`,
    `  operators        ${staff}`,
    `  one-time codes   both operators: put the secret ${PAPER_ONE_TIME_SECRET} into an authenticator`,
    `  invitation code  ${invitationCode}`,
  ].join('\n');
}
