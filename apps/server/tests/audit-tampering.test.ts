/** The audit finds changes made with every right and all guards disabled (ADR 27). */
import { recordTypes } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks, linesOf } from '../src/audit/books.ts';
import { auditEntries } from '../src/audit/entries.ts';
import { int4, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { changeSetting } from './support/change-setting.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { agreeVersion, setFrozen, verifyMember } from './support/operator-decisions.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { moveByHand } from './support/journal.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';
import { failedRulesAfter as rulesFailingAfter, failedRulesOf } from './support/tampering.ts';

const factsOf = defineQuery({
  name: 'test.factsOf',
  text: 'select reference from ledger_facts where kind = $1',
  params: [int4],
  row: { reference: text },
});

/** The words that entries of a kind may begin their reference with. */
async function wordsOf(kind: number): Promise<string[]> {
  const words = (await fresh.database.many(factsOf, [kind])).map(({ reference }) => reference);
  return words.length === 0 ? ['deposit'] : words;
}

let fresh: FreshDatabase;
let world: FuturesWorld;
let member: number;
let frozen: number;
let lost: number;

/** A day of the exchange: a lost contract with sealed ticks, one not sealed yet, changed settings, a frozen member, a manual credit. */
beforeAll(async () => {
  fresh = await freshDatabase();
  const { database, owner } = fresh;
  member = await fundedMember(database, { USDT: '1000' });
  frozen = await fundedMember(database, { USDT: '1000' });
  await owner.transaction(async (tx) => {
    await moveByHand(tx, { memberId: member, asset: 'USDT', amount: decimal<Amount>('5') }, 0);
    await setFrozen(tx, frozen, true);
    await verifyMember(tx, member);
    await agreeVersion(tx, { key: 'network.USDT.TRC20', value: { outFee: '1' }, kind: 'terms' });
  });
  await changeSetting(owner, 'deposit.openMax', 3);
  world = await futuresWorld(database, WEDNESDAY_NOON);
  await world.tick('btcusdt', '64000');
  lost = (await world.place({ memberId: member })).order.ID;
  for (let second = 0; second < 32; second += 1) {
    world.clock.advance(1_000);
    await world.tick('btcusdt', second === 0 ? '64001' : '63990');
  }
  await world.sealChains();
  await world.place({ memberId: member });
  for (let second = 0; second < 32; second += 1) {
    world.clock.advance(1_000);
    await world.tick('btcusdt', second === 0 ? '63985' : '63980');
  }
});
afterAll(async () => {
  await world.stop();
  await fresh.drop();
});

const failedRulesAfter = (...statements: string[]) => rulesFailingAfter(fresh, ...statements);

const PRICES = 'every price that moved money is the one of its sealed chain';
const HEADS = 'every signed head of a price chain is in the public log';
const SETTINGS = 'every setting is as two operators approved it';
const FACTS = 'every published fact is stated as it is, for the public log';
const TERMS = 'the terms of networks, currencies and markets are as two operators approved them';
const ACCOUNT_STATUS = 'account statuses are as operators decided, and logged';
const ENTRIES = 'every entry is what its fact requires, and every fact has its entry';
const FORMS = 'every entry is of a kind that a feature posts';
const CHAIN = expect.stringMatching(/^the audit log is one chain, whose link \d+ is [0-9a-f]{64}$/);

/** A contract turned from loss to win together with the tick it closed at, its payment and the balances. */
const forgedWin = (id: number) => [
  `update ticks t set price = c.open_price + 10 from futures_contracts c
    where c.id = ${id} and t.instrument_id = c.instrument_id and t.seq = c.close_seq`,
  `update futures_contracts set outcome = 1, close_price = open_price + 10, profit = trunc(stake * payout_ratio, 6),
    payout = stake + trunc(stake * payout_ratio, 6) where id = ${id}`,
  `select ledger_write_pay_out('USDT', 'contract', -9, -2, 19::smallint, 4::smallint, now(), array[member_id], array[id], '{1}',
    array[stake], array[profit], array[stake * payout_ratio - profit]) from futures_contracts where id = ${id}`,
];

describe('the audit', () => {
  it('passes on an honest history', async () => {
    expect(await failedRulesAfter('select 1')).toEqual([]);
    const findings = await auditBooks(fresh.database);
    expect(findings.map((finding) => linesOf(finding)[0])).toContainEqual(
      expect.stringMatching(
        /^PASS {2}the audit log is one chain, whose link \d+ is [0-9a-f]{64} \(\d+ checked\)$/,
      ),
    );
  });

  it('finds a result changed together with its tick, sealed or not', async () => {
    expect(await failedRulesAfter(...forgedWin(lost))).toEqual([PRICES]);
    expect(await failedRulesAfter(...forgedWin(lost + 1))).toEqual([PRICES]);
  });

  it('finds a head that the public log does not contain', async () => {
    const later = `update transparency_segments set signed_at = signed_at + '1 second' where instrument_id = 1`;
    expect(await failedRulesAfter(later)).toContain(HEADS);
    const outside = `insert into transparency_segments (instrument_id, from_seq, to_seq, from_at, to_at, hash_before, hash, signed_at, key_id, signature, ticks)
      select instrument_id, to_seq + 1, to_seq + 1, to_at, to_at, hash, hash, signed_at + '1 minute', key_id, signature, ticks
      from transparency_segments where instrument_id = 1`;
    expect(await failedRulesAfter(outside)).toContain(HEADS);
  });

  it('finds a sealed range of ticks rewritten without the signing key', async () => {
    const sql = `update transparency_segments set hash = sha256(hash) where instrument_id = 1`;
    expect(await failedRulesAfter(sql)).toEqual([PRICES, HEADS]);
  });

  it.each([
    ['was changed', `update settings set value = '9' where key = 'deposit.openMax'`, [SETTINGS]],
    ['was added', `insert into settings (key, value) values ('swap.spread', '"0"')`, [SETTINGS]],
    ['was removed', `delete from settings where key = 'deposit.openMax'`, [SETTINGS]],
    [
      'was changed with a version that nobody approved',
      `with changed as (update settings set value = '9' where key = 'deposit.openMax' returning key, value)
        insert into setting_versions (key, value, reason, announced_at, effective_at, state, proposed_by, created_at)
        select key, value, 'mine', now() - interval '1 hour', now(), 'inForce', (select min(id) from operators), now() from changed`,
      [SETTINGS, FACTS],
    ],
  ])('finds a setting that %s', async (_name, sql, broken) => {
    expect(await failedRulesAfter(sql)).toEqual(broken);
  });

  it.each([
    `update asset_networks set withdraw_fee = 0.5 where asset = 'USDT' and network = 'TRC20'`,
    `update asset_networks set takes_deposits = false where asset = 'BTC'`,
    `update fiat_currencies set payout_fee = 1 where asset = 'EUR'`,
  ])('finds terms that were changed: %s', async (sql) => {
    expect(await failedRulesAfter(sql)).toEqual([TERMS]);
  });

  it.each([
    ['unfroze', () => `update members set is_frozen = false where id = ${frozen}`],
    [
      'unfroze, and ended the block of',
      () => `with ended as (update member_blocks set until = now(), ended_at = now() where member_id = ${frozen})
        update members set is_frozen = false where id = ${frozen}`,
    ],
    ['froze', () => `update members set is_frozen = true where id = ${member}`],
    ['banned', () => `update members set is_banned = true where id = ${member}`],
    ['verified', () => `update members set real_name_status = 2 where id = ${frozen}`],
  ])('finds that no operator %s a member', async (_name, sql) => {
    expect(await failedRulesAfter(sql())).toEqual([ACCOUNT_STATUS]);
  });

  it.each([
    [
      'edited',
      `update audit_log set reason = 'for another reason' where action = 'member.freeze'`,
      [CHAIN],
    ],
    [
      'given to another member',
      `update audit_log set member_id = member_id + 1 where action = 'member.freeze'`,
      [ACCOUNT_STATUS, CHAIN],
    ],
    ['removed', `delete from audit_log where action = 'member.verify'`, [ACCOUNT_STATUS, CHAIN]],
    [
      'inserted',
      `insert into audit_log (operator_login, action, subject, reason, detail, address, is_shown, created_at)
        values ('', 'member.verify', '', '', '{}', '', true, now())`,
      [CHAIN],
    ],
    ['unlinked', `delete from audit_log_links where seq = 2`, [CHAIN]],
    [
      'linked to another entry',
      `update audit_log_links set hash = sha256(hash) where seq = 2`,
      [CHAIN],
    ],
  ])('finds a row of its log that was %s', async (_name, sql, rules) => {
    expect(await failedRulesAfter(sql)).toEqual(rules);
  });

  it('finds a fact without its entry', async () => {
    const entry = `(select id from ledger_entries where kind = 22)`;
    const broken = await failedRulesAfter(
      `delete from ledger_postings where entry_id = ${entry}`,
      `delete from ledger_entries where kind = 22`,
      `update ledger_balances set available = available - 5 where owner_id = ${member} and asset = 'USDT'`,
      `update ledger_balances set available = available + 5 where owner_id = -7 and asset = 'USDT'`,
    );
    expect(broken).toEqual(expect.arrayContaining([ENTRIES]));
  });

  it('finds an entry moved to another member together with the balances', async () => {
    const broken = await failedRulesAfter(
      `update ledger_postings set owner_id = ${frozen} where kind = 22 and owner_id = ${member}`,
    );
    expect(broken).toEqual(expect.arrayContaining([ENTRIES]));
  });

  it.each(Object.entries(recordTypes))(
    'finds 1,000 USDT credited as %s with every guard bypassed',
    async (_name, kind) => {
      const words = await wordsOf(kind);
      for (const reference of [
        ...words.map((word) => `${word}:999999`),
        'gift:1',
        `member:${member}x`,
      ]) {
        const broken = await failedRulesOf(auditEntries, fresh, [
          `select ledger_write('{${kind}}', '{${reference}}', '{""}', '{2026-11-18T12:00:00Z}', '{1,1}', '{${kind},${kind}}',
          '{${member},-3}', '{USDT,USDT}', '{1000,-1000}', '{0,0}', '{0,0}', '{0,0}', '{0,0}', '{0,0}')`,
        ]);
        expect([
          reference,
          broken.filter((rule) => rule === ENTRIES || rule === FORMS).length,
        ]).not.toEqual([reference, 0]);
      }
    },
  );

  it('finds a trade for which the exchange account paid too much', async () => {
    const broken = await failedRulesAfter(
      `insert into spot_orders (id, member_id, instrument_id, side, type, limit_price, quantity, filled_quantity, filled_quote, fee,
          maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at)
        values (1, ${member}, 1, 1, 1, 640, 1, 1, 640, 0, 0, 0, 2, now(), now())`,
      `insert into spot_trades (id, instrument_id, taker_order_id, taker_side, price, quantity, quote_amount, maker_fee, taker_fee, created_at)
        values (1, 1, 1, 1, 640, 1, 640, 0, 0, '${new Date(WEDNESDAY_NOON + 30_000).toISOString()}')`,
    );
    expect(broken).toContain('the exchange trades near the reference price');
  });
});
