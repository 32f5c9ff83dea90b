/** The accounts and the invitation code that exist from the start. */
import {
  insertInvitationCode,
  insertOperator,
  provePhone,
} from '../../../kernel/members/change-members.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { setRealNameStatus } from '../../../kernel/members/account-status.ts';
import {
  type Member,
  memberByEmail,
  type Phone,
  realNameStatus,
} from '../../../kernel/members/members.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { registerNotices } from '../../../kernel/messaging/notice-kinds.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Random } from '../../../platform/random.ts';
import { publishRegistration } from '../invitation/index.ts';
import { authNotices } from './notices.ts';
import { grantPaperFunds, openAccount } from './open-account.ts';

const SEEDED = 'Paper account of the first start.';

export interface SeedDeps {
  database: Database;
  clock: Clock;
  random: Random;
  passwords: Passwords;
  /** When the accounts were opened; absent: now. Units: epoch milliseconds. */
  memberSince?: number;
}

/** Demo logins in paper mode; they exist nowhere else. */
export const paperAccounts = {
  member: {
    email: 'demo@tern.test',
    password: 'paper-money-1',
    countryCode: '86',
    phone: '13800000000',
  },
  /** Whom the demo member has invited; nobody logs in as them. */
  invited: ['ada.lund@tern.test', 'mika.kovac@tern.test', 'sora.ito@tern.test'],
  operators: [
    { login: 'operator-1', password: 'paper-review-1' },
    { login: 'operator-2', password: 'paper-review-2' },
  ],
  invitationCode: 'TERN01',
} as const;

/**
 * Creates missing paper accounts, the member verified so that they can withdraw; existing accounts, and changed
 * passwords, stay unchanged. Returns the id of the demo member if this start created it.
 */
export async function seedPaperAccounts(deps: SeedDeps): Promise<number | undefined> {
  const { database, clock, passwords, memberSince: at = clock.now() } = deps;
  const { member, operators, invitationCode } = paperAccounts;
  // A first start opens accounts before the features of the app are composed.
  registerNotices(authNotices);
  await database.transaction((tx) => insertInvitationCode(tx, invitationCode, at));
  for (const { login, password } of operators) {
    const passwordHash = await passwords.hash(password);
    await database.transaction((tx) => insertOperator(tx, { login, passwordHash }, at));
  }
  const { password, ...address } = member;
  const existing = await memberByEmail(database, member.email);
  if (existing !== undefined) {
    await provePaperPhone(database, existing, clock.now());
    return undefined;
  }
  const passwordHash = await passwords.hash(password);
  const account = { ...address, passwordHash, invitedBy: null, isVerified: true };
  return openPaperMember(deps, account, at);
}

export interface PaperMember extends Phone {
  email: string;
  passwordHash: string;
  /** The member who invited them. */
  invitedBy: number | null;
  isVerified: boolean;
}

/** Opens an account of paper mode with a proven phone and paper money; returns its id. */
export function openPaperMember(
  { database, random }: Pick<SeedDeps, 'database' | 'random'>,
  { isVerified, ...account }: PaperMember,
  at: number,
): Promise<number> {
  const { countryCode, phone } = account;
  return database.transaction(async (tx) => {
    const { id } = await openAccount(tx, { ...account, lang: 'en' }, { random, at });
    await provePhone(tx, { memberId: id, countryCode, phone }, at);
    await publishRegistration(tx, id, at);
    if (isVerified) await verifyPaperMember(tx, id, at);
    await grantPaperFunds(tx, { memberId: id }, at);
    return id;
  });
}

async function verifyPaperMember(tx: Tx, memberId: number, at: number): Promise<void> {
  await setRealNameStatus(tx, { memberId, status: realNameStatus.verified }, at);
  const act = { actor: undefined, action: 'member.verify', subject: `member:${memberId}` } as const;
  await logAct(tx, { ...act, memberId, reason: SEEDED }, at);
}

/** Timed contracts need a proven phone; the number is fictitious. */
async function provePaperPhone(database: Database, { id, countryCode, phone }: Member, at: number) {
  await database.transaction((tx) => provePhone(tx, { memberId: id, countryCode, phone }, at));
}
