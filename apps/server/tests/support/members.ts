/** Changes of an account, written directly. */
import {
  closeMember,
  markClosed,
  requestClosing,
} from '../../src/kernel/members/account-closing.ts';
import { int8 } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineStatement } from '../../src/platform/database/query.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { setFrozen } from './operator-decisions.ts';

export function freezeMember(database: Database, memberId: number): Promise<unknown> {
  return database.transaction((tx) => setFrozen(tx, memberId, true));
}

const provePhone = defineStatement({
  name: 'test.provePhone',
  text: 'update members set phone_proven_at = now() where id = $1',
  params: [int8],
});

/** As if the member had given a code sent to the phone. */
export function provePhoneOf(database: Database, memberId: number): Promise<number> {
  return database.transaction((tx) => tx.run(provePhone, [memberId]));
}

/** Closes the account of a member without money, as if they had asked for it eight days ago. */
export function closeAccountOf(database: Database, memberId: number, at: number): Promise<void> {
  return database.transaction(async (tx) => {
    const requestedAt = at - 8 * DAY_MS;
    const { id } = await requestClosing(tx, { memberId, requestedAt, endsAt: at - DAY_MS });
    await closeMember(tx, memberId, at);
    await markClosed(tx, id, at);
  });
}
