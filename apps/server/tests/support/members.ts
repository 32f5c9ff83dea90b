/** What operators will do to members, done directly for tests. */
import { int8 } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineStatement } from '../../src/platform/database/query.ts';

const freeze = defineStatement({
  name: 'test.freezeMember',
  text: 'update members set is_frozen = true where id = $1',
  params: [int8],
});

export function freezeMember(database: Database, memberId: number): Promise<number> {
  return database.transaction((tx) => tx.run(freeze, [memberId]));
}
