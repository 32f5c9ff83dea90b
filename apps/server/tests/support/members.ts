/** Changes of an account, written directly. */
import { randomBytes } from 'node:crypto';
import type { CasePart } from '@tern/protocol/operator';
import { recipientOf } from '../../src/features/account/auth/rules.ts';
import { insertCaptcha, insertCode } from '../../src/features/account/auth/store.ts';
import {
  closeMember,
  markClosed,
  requestClosing,
} from '../../src/kernel/members/account-closing.ts';
import { openCase } from '../../src/kernel/cases/open-case.ts';
import { insertProposal, insertRestriction } from '../../src/kernel/cases/store-cases.ts';
import { int8 } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';
import { DAY_MS, HOUR_MS } from '../../src/platform/durations.ts';
import { hashSecret } from '../../src/platform/secret-box.ts';
import { setFrozen } from './operator-decisions.ts';
import type { Prepared } from './people.ts';

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

/** As if a captcha had been drawn and a code of registration sent to the address, at epoch ms `at`. */
export async function prepareRegistration(
  database: Database,
  { email, at }: { email: string; at: number },
): Promise<Prepared> {
  const captchaId = randomBytes(16).toString('hex');
  const captcha = 'GULL';
  const smsCode = '135791';
  const codeFor = `register ${recipientOf({ email })}`;
  const endsAt = at + HOUR_MS;
  await database.transaction(async (tx) => {
    await tx.run(insertCaptcha, [captchaId, hashSecret(`captcha ${captchaId}`, captcha), endsAt]);
    await tx.run(insertCode, [codeFor, hashSecret(`code ${codeFor}`, smsCode), 9, at, endsAt]);
  });
  return { captchaId, captcha, smsCode };
}

const someOperator = defineQuery({
  name: 'test.operatorWhoRestricts',
  // The server may add an operator alone only while there are fewer than two.
  text: `with there as (select id from operators order by id limit 1), added as (
      insert into operators (login, password_hash, created_at) select 'restricts', '', now() where not exists (select from there) returning id
    ) select id from there union all select id from added`,
  params: [],
  row: { id: int8 },
});

/** As if one person of compliance had restricted the member at `since` (epoch ms) for three days; no job ends it. */
export function restrictMember(
  database: Database,
  { memberId, part, since = Date.now() }: { memberId: number; part: CasePart; since?: number },
): Promise<unknown> {
  return database.transaction(async (tx) => {
    const { id: by } = await tx.one(someOperator, []);
    const alerts = [{ hitId: null, points: 75, found: 'test' }];
    const finding = { memberId, source: 'rule', openedBy: null, why: 'test', alerts } as const;
    const { caseId } = await openCase(tx, finding, since);
    const { id: proposalId } = await tx.one(insertProposal, [
      caseId,
      'restrict',
      [part],
      'test',
      by,
      since,
    ]);
    const until = since + 72 * HOUR_MS;
    await insertRestriction(tx, { memberId, caseId, proposalId, parts: [part], since, until });
  });
}
