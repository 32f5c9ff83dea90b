/** The accounts of paper mode, and the lines that show a newcomer how to sign in. */
import { paperAccounts, seedPaperAccounts } from '../features/account/auth/index.ts';
import { PAPER_ONE_TIME_SECRET } from '../features/backoffice/operators/index.ts';
import { ConfigFaults } from '../config/config.ts';
import { hasMembersBesides, memberByEmail } from '../kernel/members/members.ts';
import { everyOperator } from '../kernel/operators/operators.ts';
import type { Reader } from '../platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '../platform/durations.ts';
import { publishedPasswords } from './published-passwords.ts';

/** The demo member has been there for so long at the first start. */
const DEMO_DAYS = 45;
/** After the payout times of the installation's products, in UTC. */
const DEMO_HOUR = 13;

/** The demo member of paper mode at the first start. Units: epoch milliseconds. */
export interface DemoMember {
  readonly memberId: number;
  /** When the account was opened. */
  readonly since: number;
  readonly now: number;
}

type SeedDeps = Omit<Parameters<typeof seedPaperAccounts>[0], 'memberSince'>;

/** Creates the missing accounts. Returns the demo member if this is the first start. */
export async function seed(deps: SeedDeps): Promise<{ demo: DemoMember | undefined }> {
  const now = deps.clock.now();
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const since = today - DEMO_DAYS * DAY_MS + DEMO_HOUR * HOUR_MS;
  const memberId = await seedPaperAccounts({ ...deps, memberSince: since });
  const demo = memberId === undefined ? undefined : { memberId, since, now };
  return { demo };
}

/**
 * A seed of the operator's own choice is for tests and demonstrations: whoever knows it knows all simulated prices in advance.
 * @throws ConfigFaults when one is configured although there are members
 */
export async function assertSeedUnknown(reader: Reader, given: string | undefined): Promise<void> {
  const { member, invited } = paperAccounts;
  if (given === undefined || !(await hasMembersBesides(reader, [member.email, ...invited]))) return;
  throw new ConfigFaults([
    'MARKET_SEED is set, but there are members: a known seed shows all simulated prices in advance. Remove MARKET_SEED; the prices go on from the seed that is stored.',
  ]);
}

/** The lines that show a newcomer how to log in: only what works. */
export async function greeting({
  database,
  passwords,
}: Pick<SeedDeps, 'database' | 'passwords'>): Promise<string> {
  const { member, invitationCode } = paperAccounts;
  const { email, password } = member;
  const stored = (await memberByEmail(database, email))?.passwordHash;
  const isMember = await passwords.isRight({ stored, password });
  const operators = await publishedPasswords(await everyOperator(database), passwords);
  const staff = operators.map((each) => `${each.login} / ${each.password}`).join(', ');
  const whose = operators.length > 1 ? 'both operators: put' : 'put';
  const offers = isMember || operators.length > 0 ? ' Log in with' : '';
  return [
    `Paper money: balances have no real value.${offers}`,
    ...(isMember ? [`  member           ${email} / ${password}`] : []),
    ...(operators.length > 0
      ? [
          `  operators        ${staff}`,
          `  one-time codes   ${whose} the secret ${PAPER_ONE_TIME_SECRET} into an authenticator`,
        ]
      : []),
    `  invitation code  ${invitationCode}`,
  ].join('\n');
}
