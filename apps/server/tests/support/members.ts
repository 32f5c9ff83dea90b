/** Changes of an account, written directly. */
import { int8 } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineStatement } from '../../src/platform/database/query.ts';
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
