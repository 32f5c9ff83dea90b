/** Live mode: the mode of a database is final, nothing is issued, and the exchange has only what it received (ADR 62). */
import { exchangeAccounts, recordTypes, subAccountsOf } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualKind } from '../src/features/backoffice/operators/proposals/manual-entries.ts';
import { createEngines } from '../src/features/trading/spot/engines.ts';
import { fundingKind, proposeFunding } from '../src/features/products/catalogue/fund-treasury.ts';
import { invariants } from '../src/audit/invariants.ts';
import { loadAssets } from '../src/kernel/catalog/assets.ts';
import { availableTo } from '../src/kernel/ledger/balances.ts';
import { createReviews } from '../src/kernel/review/reviews.ts';
import { modeOfDatabase, storeDeploymentMode } from '../src/kernel/settings/deployment-mode.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';
import { logged } from './support/logged-decision.ts';

const amount = (text: string) => decimal<Amount>(text);
const clock = manualClock();

let live: FreshDatabase;
let owner: Client;

beforeAll(async () => {
  live = await freshDatabase();
  await storeDeploymentMode(live.owner, 'live', WEDNESDAY_NOON);
  owner = new Client(live.ownerTarget);
  await owner.connect();
  await owner.query(
    `insert into operators (login, roles, created_at) values ('anna', '{}', now()), ('ben', '{}', now())`,
  );
  await owner.query(`insert into members (email, country_code, phone, password_hash, invite_code, created_at, updated_at)
    values ('mika@tern.test', '41', '780000001', '', 'MIKA', now(), now())`);
});
afterAll(async () => {
  await owner.end();
  await live.drop();
});

/** What refused the statement. */
async function refusalOf(sql: string, client = owner): Promise<string> {
  try {
    await client.query(sql);
    return 'done';
  } catch (error) {
    const { constraint, code } = error as { constraint?: string; code?: string };
    return constraint ?? code ?? String(error);
  }
}

const funding = async (over: object = {}) => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from operators where login = 'anna'`,
  );
  const actor = { operatorId: Number(rows[0]!.id), login: 'anna', address: '', roles: [] };
  const deps = {
    database: live.database,
    clock,
    assets: await loadAssets(live.database),
    reviews: createReviews({
      ...(await spotDependencies(live.database, clock)),
      settings: { read: <T>(setting: { fallback: T }) => setting.fallback },
    } as never),
    mode: 'live',
  };
  deps.reviews.register(fundingKind());
  const proposal = {
    account: 'yields',
    asset: 'USD',
    amount: '500',
    bankReference: 'HB-2026/001',
    reason: 'From the owners.',
    requestId: null,
    ...over,
  };
  return proposeFunding(deps as never, actor as never, proposal as never);
};

/** Both approvals of the newest review of a kind, and what its approval posts. */
async function agree(kind: 'funding' | 'manual', subjectId: number): Promise<void> {
  await owner.query(
    logged(`update reviews set first_by = (select id from operators where login = 'anna'), first_hash = facts_hash, first_at = now()
      where kind = $1 and subject_id = $2`),
    [kind, subjectId],
  );
  await owner.query(
    logged(`update reviews set state = 'approved', decided_by = (select id from operators where login = 'ben'), decided_hash = facts_hash,
      decided_at = now() where kind = $1 and subject_id = $2`),
    [kind, subjectId],
  );
  const reviewKind =
    kind === 'funding'
      ? fundingKind()
      : manualKind({ listCredit: () => Promise.resolve(), mode: 'live' });
  await live.owner.transaction((tx) =>
    reviewKind.approve(tx, { subjectId, at: WEDNESDAY_NOON } as never),
  );
}

const has = (account: number, asset: string) =>
  availableTo(live.database, { owner: account, asset });

describe('the mode of a database', () => {
  it('is that of its first start, for good', async () => {
    expect(await modeOfDatabase(live.database)).toBe('live');
    await storeDeploymentMode(live.owner, 'live', WEDNESDAY_NOON + 1);
    await expect(storeDeploymentMode(live.owner, 'paper', WEDNESDAY_NOON)).rejects.toThrow(
      'made in live mode and MODE is paper',
    );
    for (const change of [
      `update deployment_mode set mode = 'paper'`,
      `update deployment_mode set decided_at = null`,
      'delete from deployment_mode',
      'truncate deployment_mode',
    ]) {
      expect(await refusalOf(change)).toBe('deployment_mode_is_final');
    }
  });

  it('is never live where paper money was granted, even for the owner of the database', async () => {
    const paper = await freshDatabase();
    await fundedMember(paper.database, { USDT: '10' });
    const client = new Client(paper.ownerTarget);
    await client.connect();
    expect(await refusalOf(`update deployment_mode set mode = 'live'`, client)).toBe(
      'deployment_mode_is_final',
    );
    await client.end();
    await storeDeploymentMode(paper.owner, 'paper', WEDNESDAY_NOON);
    await expect(storeDeploymentMode(paper.owner, 'live', WEDNESDAY_NOON)).rejects.toThrow(
      'made in paper mode and MODE is live',
    );
    await paper.drop();
  });
});

describe('treasury money in live mode', () => {
  it('is not issued by anyone, not even past the facts', async () => {
    const issue = `select ledger_write(array[${recordTypes.increase}::smallint], array['funding:1'], array[''], array[now()], array[1, 1],
      array[${recordTypes.increase}, ${recordTypes.increase}]::smallint[], array[-5, -7], array['USD', 'USD'], array[10, -10], array[0, 0],
      array[0, 0], array[0, 0], array[0, 0], array[0, 0])`;
    expect(await refusalOf(issue)).toBe('ledger_balances_floor');
    expect(await refusalOf(issue.replace('-5, -7', '-5, -3'))).toBe('ledger_balances_floor');
  });

  it('has no beginnings of the installation', async () => {
    await owner.query('update house_fundings set granted_at = now() where is_beginning');
    const { rows } = await owner.query(
      'select count(*)::int as lines from house_funding_required_lines',
    );
    expect(rows).toEqual([{ lines: 0 }]);
  });

  it('is what the bank received, with its reference, once', async () => {
    await expect(funding({ bankReference: undefined })).rejects.toThrow('invalid-request');
    await expect(funding({ asset: 'USDT' })).rejects.toThrow('invalid-request');
    await funding();
    await expect(funding({ bankReference: 'hb 2026 001' })).rejects.toMatchObject({
      code: 5016,
      detail: { fields: ['bankReference'], text: 'transfer.recorded' },
    });
    const { rows } = await owner.query<{ id: string }>('select max(id) as id from house_fundings');
    expect(await has(exchangeAccounts.yields, 'USD')).toBe(0n);
    await agree('funding', Number(rows[0]!.id));
    expect(await has(exchangeAccounts.yields, 'USD')).toBe(amount('500'));
    expect(await has(exchangeAccounts.custody, 'USD')).toBe(amount('-500'));
  });

  it('is no bank transfer that a member sent', async () => {
    const { rows } = await owner.query<{
      id: string;
    }>(`insert into wires (member_id, asset, amount, email, reference, due_at, created_at, updated_at)
      select id, 'USD', 100, 'mika@tern.test', 'TERN-1', now(), now(), now() from members returning id`);
    const receive = (reference: string) =>
      refusalOf(
        `update wires set received = 100, bank_reference = '${reference}' where id = ${rows[0]!.id}`,
      );
    expect(await receive('HB 2026-001')).toBe('wires_bank_reference');
    expect(await receive('HB-2026/002')).toBe('done');
    await expect(funding({ bankReference: 'HB2026002' })).rejects.toThrow('already-exists');
  });

  it('pays a credit by operators, which is refused without it', async () => {
    const credit = async (asset: string) => {
      const { rows } = await owner.query<{ id: string }>(
        `with entry as (
          insert into manual_entries (member_id, side, asset, amount, reason, proposed_by, created_at)
          select (select id from members), 'credit', $1, 5, 'Goodwill.', (select id from operators where login = 'anna'), now() returning id
        )
        insert into reviews (kind, subject_id, approvals, facts, facts_hash, created_at, updated_at)
        select 'manual', id, 2, '{}', 'same', now(), now() from entry returning subject_id as id`,
        [asset],
      );
      return agree('manual', Number(rows[0]!.id));
    };
    await expect(credit('USD')).rejects.toThrow('insufficient-balance');
    await funding({ account: 'liquidity', bankReference: 'HB-3' });
    const { rows } = await owner.query<{ id: string }>('select max(id) as id from house_fundings');
    await agree('funding', Number(rows[0]!.id));
    await credit('USD');
    expect(await has(exchangeAccounts.liquidity, 'USD')).toBe(amount('495'));
  });

  it('is not below zero in the liquidity or any sub-account of it', async () => {
    const { liquidity, fees } = exchangeAccounts;
    const below = (account: number) =>
      refusalOf(
        `insert into ledger_balances (owner_id, asset, available) values (${account}, 'BTC', -1)`,
      );
    for (const account of subAccountsOf(liquidity)) {
      expect(await below(account)).toBe('ledger_balances_floor');
    }
    await owner.query('begin');
    expect(await below(subAccountsOf(fees)[1]!)).toBe('done');
    await owner.query('rollback');
  });

  it('is found when it is not backed', async () => {
    const rule = invariants.find(({ id }) => id === 'live-backed');
    const since = { entry: 0, posting: 0, own: 0 } as never;
    const faults = () => live.database.snapshot((reader) => rule!.find(reader, since));
    expect(await faults()).toEqual([]);
    await owner.query(
      `insert into ledger_balances (owner_id, asset, available) values (1, 'DOGE', 7), (-1, 'DOGE', -7)`,
    );
    expect(await faults()).toEqual(['members own 7 DOGE, and 0 was received for them']);
    await owner.query(`delete from ledger_balances where asset = 'DOGE'`);
  });
});

describe('the book in live mode', () => {
  it('has no quotes of the exchange', async () => {
    const levels = async (mode: 'paper' | 'live') => {
      const deps = { ...(await spotDependencies(live.database, clock)), mode };
      const engines = createEngines(deps);
      await engines.open();
      deps.tick('btcusdt', '64000');
      // Now instead of with the next batch.
      engines.find('btcusdt')!.requoteQuietly();
      const { bids, asks } = deps.tape.depth('btcusdt', 5)!;
      await engines.close();
      return [bids.length, asks.length];
    };
    expect(await levels('live')).toEqual([0, 0]);
    expect(await levels('paper')).toEqual([5, 5]);
  });
});

describe('a member in live mode', () => {
  const verify = `update members set real_name_status = 2 where email = 'mika@tern.test'`;

  it('is not verified without documents that two operators approved, also by the owner of the database', async () => {
    expect(await refusalOf(verify)).toBe('members_verified_by_documents');
    const opened = `insert into members (email, country_code, phone, password_hash, invite_code, real_name_status, created_at, updated_at)
      values ('noa@tern.test', '41', '780000002', '', 'NOAH', 2, now(), now())`;
    expect(await refusalOf(opened)).toBe('members_verified_by_documents');
    await owner.query('begin');
    await owner.query(
      `insert into reviews (kind, subject_id, member_id, approvals, facts, facts_hash, created_at, updated_at)
        select 'identity', 1, id, 2, '{}', '', now(), now() from members where email = 'mika@tern.test'`,
    );
    const decide = (set: string) =>
      owner.query(logged(`update reviews set ${set} where kind = 'identity'`));
    const by = (login: string) => `(select id from operators where login = '${login}')`;
    await decide(`first_by = ${by('anna')}, first_hash = 'a', first_at = now()`);
    await owner.query('savepoint first');
    expect(await refusalOf(verify)).toBe('members_verified_by_documents');
    await owner.query('rollback to first');
    await decide(
      `state = 'approved', decided_by = ${by('ben')}, decided_hash = 'a', decided_at = now()`,
    );
    expect(await refusalOf(verify)).toBe('done');
    await owner.query('rollback');
  });
});
