import { exchangeAccounts, recordTypes } from '@tern/ledger';
import { type Amount, decimal, formatDecimal } from '@tern/money';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../src/audit/ledger.ts';
import { payOut, type Share } from '../src/kernel/ledger/pay-out.ts';
import { listRecords } from '../src/kernel/ledger/records.ts';
import { clusterAdmin } from './support/cluster.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { balanceOf } from './support/journal.ts';
import { fundedMember } from './support/market.ts';

const NOW = Date.parse('2026-11-18T12:00:00.000Z');
let fresh: FreshDatabase;
let app: Client;
let admin: Client;
let lastId = 1_000;

beforeAll(async () => {
  fresh = await freshDatabase();
  app = new Client(fresh.appTarget);
  admin = new Client({ ...clusterAdmin(), database: fresh.appTarget.database });
  await Promise.all([app.connect(), admin.connect()]);
  // Results of contracts are inserted directly.
  await admin.query('set session_replication_role = replica');
});
afterAll(async () => {
  await Promise.all([app.end(), admin.end()]);
  await fresh.drop();
});

const member = () => fundedMember(fresh.database, { USDT: '100' });
const newId = () => (lastId += 1);

const share = (owners: number[], gain = '8', remainder = '0'): Share => ({
  principal: decimal<Amount>('10'),
  gain: decimal<Amount>(gain),
  remainder: decimal<Amount>(remainder),
  owners,
  ids: owners.map(newId),
});

/** Contracts that ended with this payout: a win if there is a gain, otherwise a tie. */
async function endedWith({ owners, ids, gain, remainder }: Share): Promise<void> {
  const ratio = formatDecimal(
    (((gain + remainder) * 10n ** 18n) / decimal<Amount>('10')) as Amount,
  );
  await admin.query(
    `insert into futures_contracts (id, member_id, instrument_id, direction, stake, rule, duration_s, payout_ratio, open_within_ms,
        stale_after_ms, terms_hash, accepted_at, receipt, status, outcome, open_seq, open_price, open_at, due_at, close_seq, close_price,
        close_at, payout, profit, settled_at, updated_at)
      select c.id, c.owner, 1, 1, 10, 1, 30, greatest($3::numeric, 0.5), 2000, 10000, sha256('terms'), t.at - interval '1 second', '',
        2, case when $4::numeric > 0 then 1 else 3 end, 1, 100, t.at, t.at + interval '30 seconds', 2,
        case when $4 > 0 then 101 else 100 end, t.at + interval '30 seconds', 10 + $4, $4, t.at, t.at
      from unnest($1::bigint[], $2::bigint[]) as c(id, owner), (select now() as at) t
      on conflict do nothing`,
    [ids, owners, ratio, formatDecimal(gain)],
  );
}

const pay = async (...shares: Share[]) => {
  for (const each of shares) await endedWith(each);
  const kinds = { principal: recordTypes.contractPrincipalReturn, gain: recordTypes.contractClose };
  const paid = {
    asset: 'USDT',
    book: exchangeAccounts.contractPayouts,
    kinds,
    subject: 'contract',
  };
  return fresh.database.transaction((tx) => payOut(tx, { ...paid, shares }, NOW));
};

async function recordsOf(memberId: number) {
  const filter = { memberId, asset: null, kind: null };
  const { records } = await listRecords(fresh.database, filter, { limit: 20, offset: 0 });
  return records.map(({ kind, amount, availableAfter, reference }) => [
    kind,
    `${amount / 10n ** 18n}`,
    `${availableAfter / 10n ** 18n}`,
    reference,
  ]);
}

async function expectCleanJournal() {
  const findings = await fresh.database.snapshot(auditLedger);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
}

describe('paying many members in one entry', () => {
  it('is one entry with one posting of the exchange, and each member sees the payment of each record', async () => {
    const [twice, once] = [await member(), await member()];
    const won = share([twice, once]);
    const tied = share([twice], '0');
    await pay(won, tied);
    const { rows } = await app.query<{ owner: string; kind: number; total: string }>(
      `select p.owner_id as owner, p.kind, trim_scale(p.total) as total from ledger_postings p
       where p.entry_id = (select max(id) from ledger_entries) and p.owner_id < 0`,
    );
    expect(rows).toEqual([{ owner: '-9', kind: 4, total: '-46' }]);
    expect((await recordsOf(twice)).slice(0, 3)).toEqual([
      [19, '10', '128', `contract:${tied.ids[0]}`],
      [4, '8', '118', `contract:${won.ids[0]}`],
      [19, '10', '110', `contract:${won.ids[0]}`],
    ]);
    expect((await recordsOf(once)).slice(0, 2)).toEqual([
      [4, '8', '118', `contract:${won.ids[1]}`],
      [19, '10', '110', `contract:${won.ids[1]}`],
    ]);
    await expectCleanJournal();
  });

  it('posts the remainders to the rounding account', async () => {
    const owners = [await member(), await member()];
    const before = await balanceOf(fresh.database, exchangeAccounts.rounding, 'USDT');
    await pay(share(owners, '8', '0.0000001'));
    const after = await balanceOf(fresh.database, exchangeAccounts.rounding, 'USDT');
    expect([before, after]).toEqual([{}, { available: '0.0000002' }]);
    await expectCleanJournal();
  });

  it('is refused as a whole for a record that was paid before', async () => {
    const [paid, other] = [await member(), await member()];
    const first = share([paid]);
    await pay(first);
    const again = { ...share([other, paid]), ids: [newId(), first.ids[0]!] };
    await expect(pay(again)).rejects.toMatchObject({ constraint: 'ledger_postings_subject' });
    expect(await balanceOf(fresh.database, other, 'USDT')).toEqual({ available: '100' });
    expect(await balanceOf(fresh.database, paid, 'USDT')).toEqual({ available: '118' });
    await expectCleanJournal();
  });

  it('to the same members from two concurrent callers pays both', async () => {
    const owners = await Promise.all(Array.from({ length: 30 }, member));
    const backwards = owners.toReversed();
    await Promise.all([pay(share(owners)), pay(share(backwards)), pay(share(owners))]);
    for (const owner of owners) {
      expect(await balanceOf(fresh.database, owner, 'USDT')).toEqual({ available: '154' });
    }
    await expectCleanJournal();
  });

  const sound = {
    payer: '-9',
    rounding: '-2',
    owners: '{1}',
    ids: '{1}',
    sizes: '{1}',
    principals: '{10}',
    gains: '{8}',
    remainders: '{0}',
  };
  const payRaw = ({ payer, rounding, owners, ids, ...amounts }: typeof sound) =>
    admin.query(
      `select ledger_write_pay_out('USDT', 'contract', $1, $2, 19::smallint, 4::smallint, now(), $3, $4, $5, $6, $7, $8)`,
      [payer, rounding, owners, ids, ...Object.values(amounts)],
    );

  it('is accepted if it balances', async () => {
    await admin.query('begin');
    const { rows } = await payRaw(sound);
    await admin.query('rollback');
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['takes from a member', { principals: '{-10}', gains: '{18}' }],
    ['takes a profit', { gains: '{-1}' }],
    ['rounds up', { remainders: '{-0.1}' }],
    ['pays nothing', { principals: '{0}', gains: '{0}' }],
    ['pays an unknown amount', { gains: '{null}' }],
    ['pays nobody', { owners: '{null}' }],
    ['pays the exchange', { owners: '{-3}' }],
    ['lets a member pay', { payer: '1' }],
    ['pays the rounding remainder to a member', { rounding: '1' }],
    ['is for no record', { ids: '{0}' }],
    ['names more records than members', { ids: '{1,2}' }],
    ['counts more members than it names', { sizes: '{2}' }],
    ['counts backwards', { sizes: '{-1}' }],
    ['is empty', { owners: '{}', ids: '{}', sizes: '{}', principals: '{}', gains: '{}' }],
  ])('is refused when it %s', async (_name, wrong) => {
    await expect(payRaw({ ...sound, ...wrong })).rejects.toMatchObject({
      constraint: 'ledger_unbalanced',
    });
  });
});
