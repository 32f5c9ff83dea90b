/** Members with sessions and ample paper money, inserted into the server's database. */
import { randomBytes } from 'node:crypto';
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { hashSecret } from '../../../apps/server/src/platform/secret-box.ts';
import { postEntries } from '../../../apps/server/src/kernel/ledger/post-entries.ts';
import {
  amount,
  arrayOf,
  int8,
  text,
  timestamptz,
} from '../../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../../../apps/server/src/platform/database/query.ts';
import type { LoadMember } from './load-job.ts';

/** No password has it. */
export const PASSWORD_HASH = 'none';

const insertMembers = defineQuery({
  name: 'bench.insertMembers',
  text: `insert into members (email, country_code, phone, phone_proven_at, password_hash, invite_code, created_at, updated_at)
    select name || '@bench.test', '86', name, $2, '${PASSWORD_HASH}', name, $2, $2 from unnest($1::text[]) as name returning id`,
  params: [arrayOf(text), timestamptz],
  row: { id: int8 },
});

const insertSessions = defineStatement({
  name: 'bench.insertSessions',
  text: `insert into auth_sessions (member_id, token_hash, last_used_at, expires_at, created_at)
    select member_id, token_hash, $3, $3::timestamptz + interval '1 day', $3 from unnest($1::bigint[], $2::text[]) as s(member_id, token_hash)`,
  params: [arrayOf(int8), arrayOf(text), timestamptz],
});

/** The fact of the grant: it exceeds the registration's, so only the owner of the database can write it. */
const grantPaper = defineStatement({
  name: 'bench.grantPaper',
  text: `insert into paper_grants (member_id, asset, amount, granted_at)
    select member_id, asset, $3, $4 from unnest($1::bigint[]) as m(member_id) cross join unnest($2::text[]) as a(asset)`,
  params: [arrayOf(int8), arrayOf(text), amount, timestamptz],
});

const FUNDS = decimal<Amount>('1000000000');
const PER_TRANSACTION = 100;

/** Grants `count` members the same large amount of each asset. `database`: as its owner. */
export async function fundMembers(
  database: Database,
  count: number,
  assets: readonly string[],
): Promise<LoadMember[]> {
  const members: LoadMember[] = [];
  for (let from = 0; from < count; from += PER_TRANSACTION) {
    const names = Array.from({ length: Math.min(PER_TRANSACTION, count - from) }, (_, index) =>
      String(70_000_000 + from + index),
    );
    members.push(...(await fundSome(database, names, assets)));
  }
  return members;
}

function fundSome(database: Database, names: string[], assets: readonly string[]) {
  const at = Date.now();
  return database.transaction(async (tx) => {
    const ids = (await tx.many(insertMembers, [names, at])).map((row) => row.id);
    const members = ids.map((id) => ({ id, token: randomBytes(32).toString('base64url') }));
    await tx.run(insertSessions, [
      ids,
      members.map(({ token }) => hashSecret('session', token)),
      at,
    ]);
    const entries = ids.map((id) => ({
      kind: recordTypes.paperFundsGranted,
      reference: `member:${id}`,
      postings: assets.flatMap((asset) =>
        transfer({
          from: { owner: exchangeAccounts.paperIssuance, purpose: 'available' },
          to: { owner: id, purpose: 'available' },
          asset,
          amount: FUNDS,
        }),
      ),
    }));
    await tx.run(grantPaper, [ids, assets, FUNDS, at]);
    await postEntries(tx, entries, at);
    return members;
  });
}
