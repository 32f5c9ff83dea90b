/** Changes by the owner of a running server's embedded database. */
import { join } from 'node:path';
import { Client } from 'pg';
import { sealWith } from '../../src/kernel/operators/act-seal.ts';
import { joinEmbedded } from '../../src/platform/database/embedded.ts';
import { createSecretBox, readSecretKey } from '../../src/platform/secret-box.ts';
import { addAgreedOperator, logApproval } from './agreed-operator.ts';
import type { Api } from './api-client.ts';
import { lightPasswords } from './light-passwords.ts';
import { GUARDS_OFF, GUARDS_ON, INSERT_PAST, PAST_EVERY_MS } from './past-contracts.ts';
import { createPeople, type Person } from './people.ts';

/** @throws Error if no instance runs on the folder */
async function asOwner(dataDir: string, act: (client: Client) => Promise<unknown>): Promise<void> {
  const embedded = await joinEmbedded(dataDir);
  if (embedded === undefined) throw new Error(`no instance runs on ${dataDir}`);
  const client = new Client(embedded.owner);
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

/** Registers members of an instance that runs on its embedded database, and proves their phones. */
export async function registerEmbedded(
  api: Api,
  dataDir: string,
  members: number,
): Promise<Person[]> {
  const { register } = createPeople(api, {
    outboxFile: join(dataDir, 'outbox.jsonl'),
    captcha: 'GULL',
    provePhone: (memberId) => proveEmbeddedPhone(dataDir, memberId),
  });
  const registered: Person[] = [];
  for (let count = 0; count < members; count += 1) registered.push(await register());
  return registered;
}

/** As the running server seals acts of operators. */
const sealOf = (dataDir: string) =>
  sealWith(createSecretBox(readSecretKey(join(dataDir, 'secrets.key'))));

/** Adds an operator who has never signed in. */
export async function addEmbeddedOperator(
  dataDir: string,
  operator: { login: string; password: string; roles: readonly string[] },
): Promise<void> {
  const passwordHash = await lightPasswords().hash(operator.password);
  const { login, roles } = operator;
  await asOwner(dataDir, (client) =>
    addAgreedOperator(client, { login, passwordHash, roles }, sealOf(dataDir)),
  );
}

/** Gives each member something that the journal knows nothing of, with all guards off. */
export async function breakBalances(dataDir: string): Promise<void> {
  const embedded = await joinEmbedded(dataDir);
  if (embedded === undefined) throw new Error(`no instance runs on ${dataDir}`);
  const client = new Client({ ...embedded.admin, database: embedded.owner.database });
  await client.connect();
  try {
    await client.query('begin read write');
    await client.query('set local session_replication_role = replica');
    await client.query('update ledger_balances set available = available + 1 where owner_id > 0');
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** As if the member had given a code sent to the phone. */
export function proveEmbeddedPhone(dataDir: string, memberId: number): Promise<void> {
  return asOwner(dataDir, (client) =>
    client.query('update members set phone_proven_at = now() where id = $1', [memberId]),
  );
}

/** As if two operators had approved the member's documents, as of the members of the demo. */
export function verifyEmbedded(dataDir: string, memberId: number): Promise<void> {
  return asOwner(dataDir, (client) =>
    client.query(
      `with verified as (update members set real_name_status = 2 where id = $1 returning id)
      insert into audit_log (operator_login, action, subject, member_id, reason, detail, address, is_shown, created_at)
      select '', 'member.verify', 'member:' || id, id, 'test', '{}', '', true, now() from verified`,
      [memberId],
    ),
  );
}

/** As if the minute between two codes had passed for all members. */
export function endCodeWaits(dataDir: string): Promise<void> {
  return asOwner(dataDir, (client) => client.query('delete from auth_code_budgets'));
}

/** Claims the checks of invariants for the rest of the run: contracts without stakes would make the system read-only. */
const HOLD_CHECKS = `do $$ begin
  loop
    update invariant_progress set claimed_until = 'infinity' where claimed_until < now();
    exit when found;
    perform pg_sleep(0.1);
  end loop;
end $$`;

/** Recent contracts of the member in BTC/USDT, with these outcomes (`past-contracts.ts`). */
export async function addEmbeddedContracts(
  dataDir: string,
  { memberId, outcomes }: { memberId: number; outcomes: readonly number[] },
): Promise<void> {
  const from = new Date(Date.now() - (outcomes.length + 2) * PAST_EVERY_MS).toISOString();
  await asOwner(dataDir, async (client) => {
    await client.query(HOLD_CHECKS);
    await client.query('begin');
    await client.query(GUARDS_OFF);
    await client.query(INSERT_PAST, [memberId, 'btcusdt', outcomes, from]);
    await client.query(GUARDS_ON);
    // Counting goes in the order of ids: running contracts of other stories would hold it up for minutes.
    await client.query(
      `update futures_result_cursor set counted_to = greatest(counted_to,
        (select min(id) - 1 from futures_contracts where member_id = $1))`,
      [memberId],
    );
    await client.query('commit');
  });
}

/** An unmatched deposit. */
export async function addEmbeddedUnmatched(dataDir: string, reference: string): Promise<void> {
  await asOwner(dataDir, (client) =>
    client.query(
      `insert into deposits_seen (reference, network, asset, address, amount, txid, fault, seen_at)
        values ($1, 'TRC20', 'USDT', 'paper-trc20-nobody', 40, 'tx ' || $1, 'unknown-address', now())`,
      [reference],
    ),
  );
}

/** Turns a withdrawal under review into an approved one without an answer of its rail for two hours. */
export async function haltWithdrawal(dataDir: string, id: number): Promise<void> {
  await asOwner(dataDir, async (client) => {
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      `select id from reviews where kind = 'withdrawal' and subject_id = $1`,
      [id],
    );
    const reviewId = Number(rows[0]!.id);
    const seal = sealOf(dataDir);
    const [one, other] = [
      '(select min(id) from operators)',
      '(select min(id) from operators where id <> first_by)',
    ];
    await logApproval(client, reviewId, { seal, isFirst: true });
    await client.query(
      `update reviews set first_by = ${one}, first_hash = facts_hash, first_at = now() where id = $1`,
      [reviewId],
    );
    await logApproval(client, reviewId, { seal });
    await client.query(
      `update reviews set state = 'approved', decided_by = ${other}, decided_hash = facts_hash, decided_at = now() where id = $1`,
      [reviewId],
    );
    await client.query(`update withdrawals set state = 'approved' where id = $1`, [id]);
    await client.query(
      `update withdrawals set state = 'sending', next_attempt_at = now() + interval '1 day',
        silent_since = now() - interval '2 hours', silence = 'the node got no answer' where id = $1`,
      [id],
    );
    await client.query('commit');
  });
}
