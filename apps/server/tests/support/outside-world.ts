/** A live deployment's chain and bank, as a model of their own, and the days on which the ledger is compared with them. */
import {
  custodyAccount,
  exchangeAccounts,
  type RecordType,
  recordTypes,
  transfer,
} from '@tern/ledger';
import { add, type Amount, formatDecimal, subtract, ZERO } from '@tern/money';
import { closeDays, stateDays } from '../../src/features/backoffice/day-close/close-days.ts';
import { statementsOfDay } from '../../src/features/backoffice/day-close/store.ts';
import { insertCount } from '../../src/features/money/funding/wallet-count/store.ts';
import { findAssetNetwork } from '../../src/kernel/networks/networks.ts';
import { int8 } from '../../src/platform/database/columns.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { dayOf, isoTime } from '../../src/platform/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/durations.ts';
import { countAllRecords } from './counted-records.ts';
import { freshDatabase } from './database.ts';
import { postUnfounded } from './journal.ts';
import { manualClock } from './market.ts';
import { withoutGuards } from './tampering.ts';

const NETWORK = 'ERC20';
const COIN = 'ETH';
const CURRENCY = 'EUR';
/** Above the rows of the installation. */
const IDS = 1_000_000;
/** A block each minute; a rail reads it three minutes later. */
const CONFIRMED_MS = 3 * MINUTE_MS;

export interface Moved {
  readonly kind: 'deposit' | 'payout' | 'fee' | 'credit' | 'debit';
  /** Of its block, or of its entry at the bank, in minutes from the start. */
  readonly minute: number;
  readonly amount: Amount;
  /** When the ledger has it, in minutes after it was seen. Undefined: never. */
  readonly bookedAfter: number | undefined;
}

const differing = defineQuery({
  name: 'test.differingCounts',
  text: 'select count(*) as found from wallet_counts where difference <> 0',
  params: [],
  row: { found: int8 },
});

const isAtBank = (kind: Moved['kind']) => kind === 'credit' || kind === 'debit';

interface Due {
  readonly at: number;
  readonly sql: string;
  readonly entry?: {
    readonly reference: string;
    readonly parts: readonly [number, number];
    readonly amount: Amount;
    readonly asset: string;
    readonly kind?: RecordType;
  };
}

/** `first`: the first moment of a day, epoch ms. */
export async function outsideWorld(first: number) {
  const fresh = await freshDatabase();
  await withoutGuards(fresh, `update deployment_mode set mode = 'live', decided_at = now()`);
  const { networkId } = (await findAssetNetwork(fresh.database, COIN, NETWORK))!;
  const clock = manualClock(first);
  const moved: Moved[] = [];
  let due: Due[] = [];
  let made = IDS;
  const heightOf = (at: number) => Math.floor((at - first) / MINUTE_MS);
  const { liquidity, custody, fees } = exchangeAccounts;
  const chain = custodyAccount(networkId);

  /** What happens, and when what is known of it. */
  function happens(event: Moved): void {
    const { kind, minute, amount, bookedAfter } = event;
    moved.push(event);
    made += 1;
    const id = made;
    const at = first + minute * MINUTE_MS;
    const seen = at + CONFIRMED_MS;
    const booked = bookedAfter === undefined ? undefined : seen + bookedAfter * MINUTE_MS;
    const [sum, height] = [formatDecimal(amount), heightOf(at)];
    const time = (of: number) => `'${isoTime(of)}'`;
    const later = (entry: Due['entry'], sql = '') => {
      if (booked !== undefined) due.push({ at: booked, sql, ...(entry && { entry }) });
    };
    if (kind === 'deposit') {
      due.push({
        at: seen,
        sql: `insert into deposits_seen (reference, network, asset, address, amount, txid, fault, seen_at, height)
          values ('test:${id}', '${NETWORK}', '${COIN}', 'x', ${sum}, 'x', 'unknown-address', ${time(seen)}, ${height});`,
      });
      later(
        { reference: `housedeposit:${id}`, parts: [chain, liquidity], amount, asset: COIN },
        `update deposits_seen set house_at = ${time(booked ?? 0)} where reference = 'test:${id}';`,
      );
    }
    if (kind === 'payout') {
      due.push({
        at: seen,
        sql: `insert into withdrawals (id, member_id, asset, network, address, memo, amount, fee, state, due_at, created_at, updated_at)
          overriding system value values (${id}, 1, '${COIN}', '${NETWORK}', 'x', '', ${sum}, 0, 'sending', ${time(at)}, ${time(at)}, ${time(at)});
          insert into rail_transfers (reference, network, asset, address, amount, state, sender, nonce, txid, signed, mined_txid, mined_height,
            created_at, updated_at)
          values ('withdrawal:${id}', '${NETWORK}', '${COIN}', 'x', ${sum}, 'completed', 'hot', ${id}, 't${id}', 's', 't${id}', ${height},
            ${time(at)}, ${time(seen)});`,
      });
      later(
        { reference: `withdrawal:${id}`, parts: [liquidity, chain], amount, asset: COIN },
        `update withdrawals set state = 'completed', updated_at = ${time(booked ?? 0)} where id = ${id};`,
      );
    }
    if (kind === 'fee') {
      due.push({
        at: seen,
        sql: `insert into network_fees (id, network, txid, wallet, asset, amount, height, seen_at)
          overriding system value values (${id}, '${NETWORK}', 't${id}', 'hot', '${COIN}', ${sum}, ${height}, ${time(seen)});`,
      });
      later(
        { reference: `networkfee:${id}`, parts: [liquidity, chain], amount, asset: COIN },
        `update network_fees set booked_at = ${time(booked ?? 0)} where id = ${id};`,
      );
    }
    if (kind === 'credit')
      later(
        { reference: `funding:${id}`, parts: [custody, liquidity], amount, asset: CURRENCY },
        `insert into house_fundings (id, account, asset, amount, reason, bank_reference, proposed_by, created_at)
          overriding system value values (${id}, 'liquidity', '${CURRENCY}', ${sum}, 'x', 'B${id}', 1, ${time(at)});`,
      );
    if (kind === 'debit')
      later(
        {
          reference: `treasury:${id}`,
          parts: [fees, custody],
          amount,
          asset: CURRENCY,
          kind: recordTypes.revenueTaken,
        },
        `insert into treasury_moves (id, move, account, asset, amount, reference, reason, proposed_by, created_at)
          overriding system value values (${id}, 'takeOut', 'fees', '${CURRENCY}', ${sum}, 'b ${id}', 'x', 1, ${time(at)});
         insert into treasury_agreements (move_id, asset, reference, balance, held, owed, must_stay, agreed_at)
          values (${id}, '${CURRENCY}', bank_reference_key('b ${id}'), 0, 0, 0, 0, ${time(at)});`,
      );
  }

  /** All that is known by a time. */
  async function until(at: number): Promise<void> {
    const now = due.filter((each) => each.at <= at).toSorted((one, other) => one.at - other.at);
    due = due.filter((each) => each.at > at);
    const sql = now.map((each) => each.sql).join('\n');
    if (sql !== '') await withoutGuards(fresh, sql);
    await fresh.owner.transaction(async (tx) => {
      for (const { at: effective, entry } of now) {
        if (entry === undefined) continue;
        const { reference, parts, amount, asset, kind = recordTypes.increase } = entry;
        const [from, to] = parts.map((owner) => ({ owner, purpose: 'available' }) as const);
        const postings = transfer({ from: from!, to: to!, asset, amount });
        await postUnfounded(tx, [{ kind, reference, postings }], effective);
      }
    });
    clock.set(at);
  }

  const sumOf = (isWanted: (each: Moved) => boolean) =>
    moved
      .filter(isWanted)
      .reduce(
        (total, { kind, amount }) =>
          kind === 'payout' || kind === 'fee' || kind === 'debit'
            ? subtract(total, amount)
            : add(total, amount),
        ZERO,
      );

  return {
    fresh,
    clock,
    happens,
    moved,
    /** What the wallets have in the newest block before a time, counted a little later; `lost`: that left and nobody saw. */
    async count(at: number, lost = ZERO): Promise<void> {
      const minutes = (at - first) / MINUTE_MS;
      const held = sumOf(({ kind, minute }) => !isAtBank(kind) && minute < minutes);
      await until(at + CONFIRMED_MS + MINUTE_MS);
      const counted = {
        height: heightOf(at) - 1,
        block: '0xb',
        hot: ZERO,
        held: subtract(held, lost),
      };
      const about = { network: NETWORK, asset: COIN, until: at, countedAt: clock.now() };
      await fresh.database.transaction((tx) => insertCount(tx, { ...about, ...counted }));
    },
    /** Closes the day that ends then; its bank statement comes in the morning, if it comes. */
    async close(end: number, { hasStatement = true } = {}): Promise<void> {
      await until(end + 20 * MINUTE_MS);
      await countAllRecords(fresh.database);
      await closeDays({ database: fresh.database, clock });
      await until(end + 8 * HOUR_MS);
      if (hasStatement) await withoutGuards(fresh, statementSql(end));
      await stateDays({ database: fresh.database, clock });
    },
    differingCounts: async () => (await fresh.database.one(differing, [])).found,
    statements: (day: string) => fresh.database.many(statementsOfDay, [day]),
  };

  /** Of all days since the last one. */
  function statementSql(end: number): string {
    const day = dayOf(end - DAY_MS);
    const minutes = (end - first) / MINUTE_MS;
    const booked = moved
      .map((each, at) => ({ ...each, id: IDS + at + 1 }))
      .filter(({ kind, minute }) => isAtBank(kind) && minute < minutes);
    const closing = formatDecimal(sumOf(({ kind, minute }) => isAtBank(kind) && minute < minutes));
    const rows = booked.map(({ id, kind, amount, minute }) => {
      const on = dayOf(first + minute * MINUTE_MS);
      return `(${id}, ${kind === 'credit'}, ${formatDecimal(amount)}, date '${on}')`;
    });
    const entries =
      rows.length === 0
        ? ''
        : `insert into bank_entries (statement_id, account, asset, place, is_credit, amount, booked_on, value_date, entry_key, bank_reference,
            end_to_end_id, party, details, return_code)
          select (select max(id) from bank_statements), 'DE1234', '${CURRENCY}', v.id, v.is_credit, v.amount, v.day, v.day, 'k' || v.id, 'B' || v.id, '', '', '', ''
          from (values ${rows.join(', ')}) v(id, is_credit, amount, day)
          where not exists (select from bank_entries e where e.entry_key = 'k' || v.id);`;
    return `insert into bank_statements (asset, account, number, format, opening, closing, opened_on, closed_on, entries, content_hash, previous_id,
        imported_at)
      values ('${CURRENCY}', 'DE1234', '${day}', 'MT940', 0, ${closing}, '${day}', '${day}', ${rows.length},
        sha256('${day}'), (select max(id) from bank_statements), '${isoTime(end)}'); ${entries}`;
  }
}
