/** Every kind of entry names its fact, and the journal refuses the server's own role an entry without it (ADR 9). */
import {
  accountOf,
  type Entry,
  exchangeAccounts,
  type RecordType,
  recordTypes,
  transfer,
} from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paperFunds } from '../src/features/account/auth/open-account.ts';
import { postEntries } from '../src/kernel/ledger/post-entries.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { SEALED_NUMBER } from './support/fiat.ts';
import { post } from './support/journal.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';
import { logged } from './support/logged-decision.ts';

const KINDS = Object.values(recordTypes);
const NAMES = Object.fromEntries(Object.entries(recordTypes).map(([name, kind]) => [kind, name]));
const MIGRATIONS = join(import.meta.dirname, '../migrations');
const AMOUNT = decimal<Amount>('1000');
const NO_FACT = { constraint: 'ledger_unfounded' };

let fresh: FreshDatabase;
let app: Client;
let member: number;
let other: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  app = new Client(fresh.appTarget);
  await app.connect();
  const facts =
    'select kind, reference, feature, required_lines as "requiredLines" from ledger_facts';
  declared = (await app.query<Declared>(facts)).rows;
  member = await fundedMember(fresh.database, { USDT: '5000' });
  other = await fundedMember(fresh.database, { USDT: '5000' });
});
afterAll(async () => {
  await app.end();
  await fresh.drop();
});

const bookOf = (owner: number) => ({ owner, purpose: 'available' }) as const;

/** 1,000 USDT from the exchange liquidity. */
const createdBy = (kind: RecordType, reference: string, to = member): Entry => ({
  kind,
  reference,
  postings: transfer({
    from: bookOf(exchangeAccounts.liquidity),
    to: bookOf(to),
    asset: 'USDT',
    amount: AMOUNT,
  }),
});

const postAsServer = (...entries: Entry[]) =>
  fresh.database.transaction((tx) => postEntries(tx, entries, WEDNESDAY_NOON));

/** Runs statements of the server's role in one transaction; returns the constraint or code that refused them. */
async function attempt(...statements: readonly [string, unknown[]?][]): Promise<string> {
  await app.query('begin');
  try {
    for (const [sql, values = []] of statements) await app.query(sql, values);
    await app.query('commit');
    return 'done';
  } catch (error) {
    await app.query('rollback');
    const { constraint, code } = error as { constraint?: string; code?: string };
    return constraint ?? code ?? String(error);
  }
}

interface Declared {
  kind: number;
  reference: string;
  feature: string;
  requiredLines: string | null;
}

let declared: Declared[];
const factsOf = (kind: RecordType) => declared.filter((fact) => fact.kind === kind);

describe('the record types', () => {
  it('have the same names and numbers in the database, as do exchange accounts', async () => {
    const { rows } = await app.query('select kind, name from ledger_kinds order by kind');
    expect(rows).toEqual(
      KINDS.toSorted((a, b) => a - b).map((kind) => ({ kind, name: NAMES[kind] })),
    );
    for (const [name, kind] of Object.entries(recordTypes)) {
      const found = await app.query('select ledger_kind($1) as kind', [name]);
      expect([name, found.rows[0].kind]).toEqual([name, kind]);
    }
    for (const [name, owner] of Object.entries(exchangeAccounts)) {
      const found = await app.query('select ledger_house_account($1) as owner', [name]);
      expect([name, found.rows[0].owner]).toEqual([name, String(owner)]);
    }
    const accounts = await app.query(
      'select o::int4 as owner, ledger_account_of(o)::int4 as account from generate_series(-1200, 200) o',
    );
    for (const { owner, account } of accounts.rows)
      expect([owner, account]).toEqual([owner, accountOf(owner)]);
  });

  it('have their facts declared by the SQL file of the feature that stores them', async () => {
    const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
    const texts = files.map((name) => readFileSync(join(MIGRATIONS, name), 'utf8'));
    for (const { feature, reference, requiredLines } of declared) {
      const own = texts.filter((text) => text.startsWith(`-- feature: ${feature}\n`)).join('');
      expect([feature, own]).toEqual([
        feature,
        expect.stringContaining(`, '${reference}', '${feature}', '`),
      ]);
      if (requiredLines !== null) expect(own).toContain(`create view ${requiredLines} as`);
    }
    expect(new Set(declared.map(({ feature }) => feature)).size).toBeGreaterThanOrEqual(7);
  });

  it('have each declared view in the function that compares an entry with its fact, and in the view of the audit', async () => {
    const { rows } = await app.query<{ branches: string; audited: string }>(
      `select prosrc as branches, pg_get_viewdef('ledger_required'::regclass) as audited
        from pg_proc where proname = 'ledger_required_lines'`,
    );
    const { branches, audited } = rows[0]!;
    const views = new Map(declared.map((fact) => [fact.reference, fact.requiredLines]));
    const compared = [...views].filter(([, view]) => view !== null);
    for (const [reference, view] of compared) {
      const branch = `when '${reference}' then return query select [^;]* from ${view} f\\s`;
      expect(branches.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(branch));
      expect(audited).toContain(` ${view} f`);
    }
    expect(branches.match(/ when '/g)).toHaveLength(compared.length);
    expect(audited.match(/ FROM /g)).toHaveLength(compared.length);
  });

  it('grants the paper funds declared in the server', async () => {
    const { rows } = await app.query<{ body: string }>(
      `select prosrc as body from pg_proc where proname = 'grant_paper_funds'`,
    );
    const fallback = /'(\{"USDT".*\})'/.exec(rows[0]!.body)?.[1] ?? '';
    expect(JSON.parse(fallback)).toEqual(paperFunds.document);
  });
});

describe('1,000 USDT created with the rights of the server', () => {
  const references = (kind: RecordType, id: number) => {
    const words = factsOf(kind).map(({ reference }) => reference);
    return (words.length === 0 ? ['deposit'] : words).map((word) => `${word}:${id}`);
  };

  it.each(KINDS.map((kind) => [NAMES[kind], kind] as const))(
    'as %s are refused without a fact, under any name',
    async (_name, kind) => {
      const names = ['gift:1', 'x', 'deposit:', 'deposit:0', `member:${member}`, 'round:1:never'];
      for (const reference of [...references(kind, 999_999_999), ...names]) {
        const posted = postAsServer(createdBy(kind, reference));
        expect([reference, await posted.catch((error: unknown) => error)]).toMatchObject([
          reference,
          { constraint: expect.stringMatching(/^ledger_(unfounded|entries_once)$/) },
        ]);
      }
    },
  );

  it('are refused as a payment between members', async () => {
    for (const kind of KINDS) {
      const postings = transfer({
        from: bookOf(other),
        to: bookOf(member),
        asset: 'USDT',
        amount: AMOUNT,
      });
      const [reference = ''] = references(kind, 1);
      await expect(postAsServer({ kind, reference, postings })).rejects.toMatchObject(NO_FACT);
    }
  });

  it('are refused by the posting function of another kind', async () => {
    const past = `select ledger_write('{22}', '{manual:1}', '{""}', '{2026-01-01}', '{1,1}', '{22,22}', '{1,-3}', '{USDT,USDT}',
      '{1000,-1000}', '{0,0}', '{0,0}', '{0,0}', '{0,0}', '{0,0}')`;
    const paid = `select ledger_write_pay_out('USDT', 'contract', -9, -2, 19::smallint, 4::smallint, now(), '{1}', '{1}', '{1}', '{1000}',
      '{0}', '{0}')`;
    const grant = `insert into paper_grants (member_id, asset, amount) values (${member}, 'ETH', 1000)`;
    for (const sql of [past, paid, grant])
      expect([sql, await attempt([sql])]).toEqual([sql, '42501']);
    for (const change of ["kinds = '{4}'", "subject = 'gift'", 'payer = -7', "asset = 'BTC'"]) {
      const [name = '', value = ''] = change.split(' = ');
      const given: Record<string, string> = {
        asset: "'USDT'",
        subject: "'contract'",
        payer: '-9',
        kinds: "'{19}'",
        [name]: value,
      };
      const principal = `(${given['kinds']}::smallint[])[1]`;
      const call = `select ledger_pay_out(${given['asset']}, ${given['subject']}, ${given['payer']}, -2, ${principal}, 4::smallint, now(),
        '{${member}}', '{1}', '{1}', '{1000}', '{0}', '{0}')`;
      expect([change, await attempt([call])]).toEqual([change, 'ledger_unfounded']);
    }
  });
});

type Lines = readonly (readonly [
  owner: number | 'member',
  available: string,
  held?: string,
  asset?: string,
])[];

/** A fact as written by the server, and the postings it allows. */
interface Case {
  kind: RecordType;
  word: string;
  /** Returns the id of the fact. `$1` is the member. */
  fact: string;
  lines: Lines;
  /** Needs the approval of two operators by a review of this kind. */
  review?: string | undefined;
  /** Posted at submission, before the approval. */
  holds?: Pick<Case, 'kind' | 'word' | 'lines'>;
  /** After the approval. */
  ending?: string;
}

const WITHDRAWN = `insert into withdrawals (member_id, asset, network, address, memo, amount, fee, due_at, created_at, updated_at)
  values ($1, 'USDT', 'TRC20', 'T', '', 1000, 1, now(), now(), now()) returning id`;
const PAID_OUT = `insert into payouts (member_id, asset, amount, currency, rate, spread, legs, fee, received, quoted_rate, quoted_received, least_received, bank_name, account_name, card_number,
    bank_address, iban, payee_address, country, due_at, created_at, updated_at)
  values ($1, 'USDT', 1000, 'USD', 0.999, 0.001, '[]', 5, 994, 0.999, 994, 990, '', '', '${SEALED_NUMBER}', '', '${SEALED_NUMBER}', '', 'DE', now(), now(), now()) returning id`;
const WIRED = `insert into wires (member_id, asset, amount, email, reference, received, bank_reference, due_at, created_at, updated_at)
  values ($1, 'USD', 1000, '', gen_random_uuid(), 1000, gen_random_uuid(), now(), now(), now()) returning id`;
const BY_HAND = (
  side: string,
) => `insert into manual_entries (member_id, side, asset, amount, reason, proposed_by, created_at)
  select $1, '${side}', 'USDT', 1000, 'test', min(id), now() from operators returning id`;
const SEEN = `with of_member as (
    insert into deposit_addresses (network, address, member_id, created_at) select 'TRC20', 'paper-' || $1::bigint, $1::bigint, now() on conflict do nothing
  ), deposit as (
    insert into deposits (member_id, asset, network, address, amount, fee, source, state, due_at, created_at, decided_at, updated_at)
    values ($1::bigint, 'USDT', 'TRC20', 'paper-' || $1::bigint, 1000, 1, 'network', 'completed', now(), now(), now(), now()) returning id
  )
  insert into deposits_seen (reference, network, asset, address, amount, txid, deposit_id, seen_at)
  select gen_random_uuid(), 'TRC20', 'USDT', 'paper-' || $1::bigint, 1000, '', id, now() from deposit returning deposit_id as id`;
const SWAPPED = `insert into swaps (member_id, from_asset, to_asset, given, rate, spread, fee_ratio, fee, received, legs, created_at)
  values ($1, 'USDT', 'BTC', 1000, 0.00999, 0.001, 0.001, 0.00999, 9.98001, '[{"symbol": "btcusdt", "seq": 1, "price": "100"}]', now())
  returning id`;
const FEES = exchangeAccounts.fees;
const LIQUIDITY = exchangeAccounts.liquidity;

const cases: Record<string, Case> = {
  'a withdrawal that is submitted': {
    kind: 2,
    word: 'withdrawal',
    fact: WITHDRAWN,
    lines: [['member', '-1000', '1000']],
  },
  'a withdrawal that comes back': {
    kind: 16,
    word: 'withdrawal',
    fact: WITHDRAWN,
    lines: [['member', '1000', '-1000']],
    ending: `update withdrawals set state = 'rejected', reason = 'no' where id = $1`,
  },
  'a withdrawal that is paid': {
    kind: 31,
    word: 'withdrawal',
    fact: WITHDRAWN,
    review: 'withdrawal',
    holds: { kind: 2, word: 'withdrawal', lines: [['member', '-1000', '1000']] },
    lines: [
      ['member', '0', '-1000'],
      [-1010, '999'],
      [FEES, '1'],
    ],
    ending: `update withdrawals set state = 'approved' where id = $1;
      update withdrawals set state = 'sending' where id = $1; update withdrawals set state = 'completed' where id = $1`,
  },
  'a payout that is submitted': {
    kind: 2,
    word: 'payout',
    fact: PAID_OUT,
    lines: [['member', '-1000', '1000']],
  },
  'a payout that comes back': {
    kind: 16,
    word: 'payout',
    fact: PAID_OUT,
    lines: [['member', '1000', '-1000']],
    ending: `update payouts set state = 'cancelled' where id = $1`,
  },
  'a payout that is paid': {
    kind: 31,
    word: 'payout',
    fact: PAID_OUT,
    review: 'payout',
    holds: { kind: 2, word: 'payout', lines: [['member', '-1000', '1000']] },
    lines: [
      ['member', '0', '-1000'],
      [LIQUIDITY, '1000'],
      [LIQUIDITY, '-999', '0', 'USD'],
      [exchangeAccounts.custody, '994', '0', 'USD'],
      [FEES, '5', '0', 'USD'],
    ],
    ending: `update payouts set state = 'approved' where id = $1;
      update payouts set state = 'completed', bank_reference = 'OUT-' || id, value_date = current_date where id = $1`,
  },
  'a deposit that a rail has seen': {
    kind: 17,
    word: 'deposit',
    fact: SEEN,
    lines: [
      ['member', '999'],
      [FEES, '1'],
      [-1010, '-1000'],
    ],
  },
  'a wire': {
    kind: 17,
    word: 'wire',
    fact: WIRED,
    review: 'wire',
    lines: [
      ['member', '1000', '0', 'USD'],
      [exchangeAccounts.custody, '-1000', '0', 'USD'],
    ],
    ending: `update wires set state = 'completed' where id = $1`,
  },
  'a swap': {
    kind: 20,
    word: 'swap',
    fact: SWAPPED,
    lines: [
      ['member', '-1000'],
      [LIQUIDITY, '1000'],
      ['member', '9.99', '0', 'BTC'],
      [LIQUIDITY, '-9.99', '0', 'BTC'],
    ],
  },
  'the fee of a swap': {
    kind: 21,
    word: 'swap',
    fact: SWAPPED,
    lines: [
      ['member', '-0.00999', '0', 'BTC'],
      [FEES, '0.00999', '0', 'BTC'],
    ],
  },
  'a manual credit': {
    kind: 22,
    word: 'manual',
    fact: BY_HAND('credit'),
    review: 'manual',
    lines: [
      ['member', '1000'],
      [exchangeAccounts.paperIssuance, '-1000'],
    ],
  },
  'a manual debit': {
    kind: 23,
    word: 'manual',
    fact: BY_HAND('debit'),
    review: 'manual',
    lines: [
      ['member', '-1000'],
      [exchangeAccounts.paperIssuance, '1000'],
    ],
  },
};

/** The entry of a case, with everything that can be forged. */
function entryOf(
  { kind, word, lines }: Pick<Case, 'kind' | 'word' | 'lines'>,
  { id, owner, times = 1n, book }: { id: number; owner: number; times?: bigint; book?: number },
): Entry {
  return {
    kind,
    reference: `${word}:${id}`,
    postings: lines.flatMap(([of, available, held = '0', asset = 'USDT']) => {
      const whose = of === 'member' ? owner : (book ?? of);
      const amounts = { available: decimal<Amount>(available), held: decimal<Amount>(held) };
      return (['available', 'held'] as const)
        .filter((purpose) => amounts[purpose] !== 0n)
        .map((purpose) => ({
          owner: whose,
          asset,
          purpose,
          amount: (amounts[purpose] * times) as Amount,
        }));
    }),
  };
}

/** The fact as written by the server's role, with approvals where required. */
async function factOf({ fact, review, holds, ending = '' }: Case, owner: number): Promise<number> {
  const { rows } = await app.query<{ id: string }>(fact, [owner]);
  const id = Number(rows[0]!.id);
  if (holds !== undefined) await postAsServer(entryOf(holds, { id, owner }));
  if (review !== undefined) await approved(review, id);
  for (const sql of ending.split(';').filter((each) => each.trim() !== ''))
    await app.query(sql, [id]);
  return id;
}

/** Two approvals, as written by the server. */
async function approved(kind: string, id: number): Promise<void> {
  await app.query(
    `insert into reviews (kind, subject_id, approvals, facts, facts_hash, created_at, updated_at)
      values ($1, $2, 2, '{}', '', now(), now())`,
    [kind, id],
  );
  const one = 'kind = $1 and subject_id = $2';
  await app.query(
    logged(
      `update reviews set first_by = (select min(id) from operators), first_hash = 'a', first_at = now() where ${one}`,
    ),
    [kind, id],
  );
  await app.query(
    logged(
      `update reviews set state = 'approved', decided_by = (select max(id) from operators), decided_hash = 'a', decided_at = now()
        where ${one}`,
    ),
    [kind, id],
  );
}

describe.each(Object.entries(cases))('the entry of %s', (_name, given) => {
  beforeAll(async () => {
    for (const login of ['ann', 'bob']) {
      const sql = `insert into operators (login, password_hash, created_at) values ($1, '', now()) on conflict do nothing`;
      await app.query(sql, [login]);
    }
    // Enough for all outgoing entries.
    for (const owner of [member, other]) {
      const lines: Lines = [
        ['member', '9000', '9000'],
        ['member', '9', '9', 'BTC'],
        [LIQUIDITY, '-18000'],
        [LIQUIDITY, '-18', '0', 'BTC'],
      ];
      await post(
        fresh.database,
        entryOf({ kind: 12, word: 'enough', lines }, { id: Math.random(), owner }),
      );
    }
  });

  it('is posted once, and refused for another member, amount or exchange account', async () => {
    const id = await factOf(given, member);
    const refused = { postings: expect.anything(), error: NO_FACT };
    const forged = [
      entryOf(given, { id, owner: other }),
      entryOf(given, { id, owner: member, times: 2n }),
      ...(given.lines.some(([of]) => of !== 'member')
        ? [entryOf(given, { id, owner: member, book: -5 })]
        : []),
      entryOf({ ...given, word: 'gift' }, { id, owner: member }),
      ...KINDS.filter((kind) => kind !== given.kind).map((kind) =>
        entryOf({ ...given, kind }, { id, owner: member }),
      ),
    ];
    for (const entry of forged) {
      const error = await postAsServer(entry).catch((thrown: unknown) => thrown);
      expect({ postings: [entry.kind, entry.reference], error }).toMatchObject(refused);
    }
    const sound = entryOf(given, { id, owner: member });
    const twice = await postAsServer(sound, sound).catch((thrown: unknown) => thrown);
    expect(twice).toMatchObject({ constraint: 'ledger_entries_once' });
    await postAsServer(sound);
    await expect(postAsServer(sound)).rejects.toMatchObject({ constraint: 'ledger_entries_once' });
  });

  it.runIf(given.review !== undefined)(
    'is refused before two operators have approved it',
    async () => {
      const { review: _approval, ending, ...unapproved } = given;
      const early = factOf({ ...given, review: undefined }, member);
      if (ending !== undefined)
        await expect(early).rejects.toMatchObject({ constraint: 'funding_agreed' });
      const id = ending === undefined ? await early : await factOf(unapproved, member);
      await expect(postAsServer(entryOf(given, { id, owner: member }))).rejects.toMatchObject(
        NO_FACT,
      );
    },
  );
});
