/** Members without money, and the closing of their accounts. */
import { randomBytes } from 'node:crypto';
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { ZERO } from '@tern/money';
import { balancesOf } from '../../src/kernel/ledger/balances.ts';
import { post } from './journal.ts';
import type { ManualClock } from './market.ts';
import { PASSWORD, type Person } from './people.ts';
import type { TestServer } from './server.ts';

export const DAY = 24 * 3_600_000;
/** rules: our choice (ADR 48). */
export const WAIT = 7 * DAY;

/** Takes away what a member has available. */
export async function emptyAccount({ fresh }: TestServer, memberId: number): Promise<void> {
  const balances = await balancesOf(fresh.database, memberId);
  const postings = balances
    .filter(({ available }) => available > ZERO)
    .flatMap(({ asset, available: amount }) =>
      transfer({
        from: { owner: memberId, purpose: 'available' },
        to: { owner: exchangeAccounts.paperIssuance, purpose: 'available' },
        asset,
        amount,
      }),
    );
  const reference = `test:${randomBytes(8).toString('hex')}`;
  // Bypasses the check for facts.
  await post(fresh.database, { kind: recordTypes.paperFundsGranted, reference, postings });
}

export async function emptyPerson(server: TestServer): Promise<Person> {
  const person = await server.register();
  await emptyAccount(server, person.memberId);
  return person;
}

/** A member whose request to close the account is due, logged in. */
export async function closingPerson(server: TestServer, clock: ManualClock): Promise<Person> {
  const person = await emptyPerson(server);
  const { token } = person;
  await server.api.data('POST /user/closeAccount', { password: PASSWORD }, { token });
  clock.advance(WAIT);
  // The session expired in the week.
  return { ...person, token: (await server.login(person)).token };
}

/** Runs only when a test says so: by its timer it would end a closing between two steps of a test on a busy machine. */
export const OWN_CLOSING_JOB = ['account-data.end-closings'] as const;

export const endClosings = (server: TestServer) => server.runJob(OWN_CLOSING_JOB[0]);

export async function closedPerson(server: TestServer, clock: ManualClock): Promise<Person> {
  const person = await closingPerson(server, clock);
  await endClosings(server);
  return person;
}
