/** What the database refuses of contracts, rounds of orders and paper money when the program's own role forges them (ADR 0057). */
import { houseBooks, type Posting, type RecordType, recordTypes, transfer } from '@tern/ledger';
import { type Amount, decimal, type Price, type Rate } from '@tern/money';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order, Trade } from '../src/features/spot/order.ts';
import { writeSpot } from '../src/features/spot/store.ts';
import { takeOverDesk } from '../src/features/spot/store-desk.ts';
import type { Fact } from '../src/kernel/journal-lines.ts';
import { postEntries, postRound } from '../src/kernel/post-entries.ts';
import type { Tx } from '../src/platform/database/database.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';

const available = 'available' as const;
const UNFOUNDED = 'ledger_unfounded';
const amount = (text: string) => decimal<Amount>(text);

const statement = (name: string, sql: string) =>
  defineStatement({ name: `test.${name}`, text: sql, params: [] });
const moveDesk = statement(
  'moveDesk',
  `update spot_desks set last_batch = 'moved' where instrument_id = 1`,
);
const moveOther = statement(
  'moveOtherDesk',
  `insert into spot_desks (instrument_id, epoch, last_batch) values (2, 1, 'moved')`,
);
const goLive = statement('goLive', `update deployment_mode set mode = 'live'`);

let fresh: FreshDatabase;
let app: Client;
let member: number;
let other: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  app = new Client(fresh.appTarget);
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await fresh.drop();
});
beforeEach(async () => {
  member = await fundedMember(fresh.database, { USDT: '10000', BTC: '10' });
  other = await fundedMember(fresh.database, { USDT: '10000', BTC: '10' });
});

/** The constraint or code that refused; nothing of it stays. */
async function refusalOf(work: (tx: Tx) => Promise<unknown>): Promise<string> {
  try {
    await fresh.database.transaction(work);
    return 'done';
  } catch (error) {
    const { constraint, code } = error as { constraint?: string; code?: string };
    return constraint ?? code ?? String(error);
  }
}

/** In one transaction of the program's role. */
async function attempt(...statements: (readonly [string, unknown[]])[]): Promise<string> {
  await app.query('begin');
  try {
    for (const [sql, values] of statements) await app.query(sql, values);
    await app.query('commit');
    return 'done';
  } catch (error) {
    await app.query('rollback');
    const { constraint, code } = error as { constraint?: string; code?: string };
    return constraint ?? code ?? String(error);
  }
}

describe('a contract', () => {
  let world: FuturesWorld;
  beforeAll(async () => {
    world = await futuresWorld(fresh.database, WEDNESDAY_NOON);
    await world.tick('btcusdt', '64000');
  });
  afterAll(() => world.stop());

  const stakeOf = (owner: number, text: string, id: number) => ({
    kind: recordTypes.contractOpen,
    reference: `contract:${id}`,
    postings: transfer({
      from: { owner, purpose: available },
      to: { owner: houseBooks.contracts, purpose: available },
      asset: 'USDT',
      amount: amount(text),
    }),
  });
  const contract = (id: number, owner: number, over: Record<string, string> = {}) => {
    const columns: Record<string, string> = {
      id: String(id),
      member_id: String(owner),
      instrument_id: '1',
      direction: '1',
      stake: '100',
      rule: '1',
      duration_s: '30',
      payout_ratio: '0.8',
      open_within_ms: '2000',
      stale_after_ms: '10000',
      terms_hash: `sha256('terms')`,
      accepted_at: 'now()',
      receipt: `''`,
      updated_at: 'now()',
      ...over,
    };
    const sql = `insert into futures_contracts (${Object.keys(columns).join()}) values (${Object.values(columns).join()})`;
    return [sql, []] as const;
  };
  const stakeSql = (id: number, owner: number, text: string) =>
    [
      `select ledger_post('{3}', array['contract:${id}'], '{""}', array[now()], '{1,1}', '{3,3}', array[${owner}, -4]::bigint[], '{USDT,USDT}',
        array[-(${text}), ${text}]::numeric[], '{0,0}', '{0,0}', '{0,0}', '{0,0}', '{0,0}')`,
      [],
    ] as const;
  let id = 9_000_000;

  it('takes a stake from nobody else, of no other amount, once, and never without its contract', async () => {
    expect(await refusalOf((tx) => postEntries(tx, [stakeOf(member, '100', ++id)], 0))).toBe(
      UNFOUNDED,
    );
    expect(await attempt(stakeSql(++id, other, '100'), contract(id, member))).toBe(UNFOUNDED);
    expect(await attempt(stakeSql(++id, member, '10'), contract(id, member))).toBe(UNFOUNDED);
    expect(await attempt(stakeSql(++id, member, '-100'), contract(id, member))).toBe(UNFOUNDED);
    expect(await attempt(contract(++id, member))).toBe('futures_stake_paid');
    expect(
      await attempt(
        stakeSql(++id, member, '100'),
        contract(id, member),
        stakeSql(id, member, '100'),
      ),
    ).toBe('ledger_entries_once');
    expect(await attempt(stakeSql(++id, member, '100'), contract(id, member))).toBe('done');
  });

  it('cannot be written as one that has ended', async () => {
    const ended = {
      status: '3',
      reason: '1',
      payout: '100',
      settled_at: 'now()',
    };
    expect(await attempt(stakeSql(++id, member, '100'), contract(id, member, ended))).toBe(
      'futures_contracts_begin_pending',
    );
  });

  it('pays its own member what it became, once, and nobody before', async () => {
    const { order } = await world.place({ memberId: member });
    const pay = (owner: number, principal: string, gain: string, remainder = '0') =>
      attempt([
        `select ledger_pay_out('USDT', 'contract', -9, -2, 19::smallint, 4::smallint, now(), array[$1::bigint], array[$2::bigint], '{1}',
          array[$3::numeric], array[$4::numeric], array[$5::numeric])`,
        [owner, order.ID, principal, gain, remainder],
      ]);
    expect(await pay(member, '100', '80')).toBe(UNFOUNDED);
    world.clock.advance(1_000);
    await world.tick('btcusdt', '64001');
    await world.futures.stop?.();
    // It ends as the desk would end it, and is not paid yet.
    for (let second = 0; second < 30; second += 1) {
      world.clock.advance(1_000);
      await world.price('btcusdt', '64002');
    }
    const ended = await attempt([
      `update futures_contracts set status = 2, outcome = 1, payout = 180, profit = 80, settled_at = now(),
        close_seq = open_seq + 1, close_price = open_price + 1, close_at = open_at + interval '29 seconds' where id = $1 and open_seq is not null`,
      [order.ID],
    ]);
    expect(ended).toBe('done');
    expect(await pay(other, '100', '80')).toBe(UNFOUNDED);
    expect(await pay(member, '100', '1080')).toBe(UNFOUNDED);
    expect(await pay(member, '180', '80')).toBe(UNFOUNDED);
    expect(await pay(member, '100', '80', '1000')).toBe(UNFOUNDED);
    expect(await pay(member, '100', '80')).toBe('done');
    expect(await pay(member, '100', '80')).toBe('ledger_entries_once');
  });
});

describe('a round of orders', () => {
  const MARKET = 1;
  let desk: { epoch: number; lastBatch: string };
  let batches = 0;
  let ids = 50_000_000;
  beforeAll(async () => {
    desk = await fresh.database.transaction((tx) => takeOverDesk(tx, MARKET));
  });

  const order = (over: Partial<Order>): Order => ({
    id: 0,
    memberId: member,
    instrumentId: MARKET,
    side: 'buy',
    type: 'limit',
    limitPrice: decimal<Price>('100'),
    quantity: amount('2'),
    budget: undefined,
    filledQuantity: amount('2'),
    filledQuote: amount('200'),
    fee: amount('0.002'),
    makerFee: decimal<Rate>('0.001'),
    takerFee: decimal<Rate>('0.001'),
    status: 'filled',
    clientOrderId: undefined,
    createdAt: 0,
    updatedAt: 0,
    ...over,
  });

  interface Forged {
    orders?: Order[];
    trades?: Trade[];
    facts?: Fact[];
    reference?: string;
    kind?: RecordType;
  }

  /** The batch, and what is posted for it. */
  async function write(tx: Tx, { orders = [], trades = [] }: Forged): Promise<string> {
    const name = `batch ${++batches}`;
    const batch = {
      desk: { instrumentId: MARKET, epoch: desk.epoch },
      before: desk.lastBatch,
      name,
    };
    await writeSpot(tx, { batches: [batch], inserted: orders, changed: [], trades });
    return name;
  }
  const postFacts = (
    tx: Tx,
    { facts = [], kind = recordTypes.spotRound }: Forged,
    reference: string,
  ) => postRound(tx, { kind, reference, facts }, { at: 0, events: [], memberIds: [] });

  async function roundOf(forged: Forged): Promise<string> {
    let name = '';
    const outcome = await refusalOf(async (tx) => {
      name = await write(tx, forged);
      await postFacts(tx, forged, forged.reference ?? `round:${MARKET}:${name}`);
    });
    if (outcome === 'done') desk.lastBatch = name;
    return outcome;
  }

  /** `member` buys 2 BTC at 100 from `other`, who rested; each pays a thousandth. */
  function sound() {
    const [buy, sell, trade] = [++ids, ++ids, ++ids];
    const bought: Posting[] = [
      { owner: member, asset: 'USDT', purpose: 'available', amount: amount('-200') },
      { owner: member, asset: 'BTC', purpose: 'available', amount: amount('1.998') },
    ];
    const sold: Posting[] = [
      { owner: other, asset: 'BTC', purpose: 'held', amount: amount('-2') },
      { owner: other, asset: 'USDT', purpose: 'available', amount: amount('199.8') },
    ];
    const fees: Posting[] = [
      { owner: houseBooks.fees, asset: 'BTC', purpose: 'available', amount: amount('0.002') },
      { owner: houseBooks.fees, asset: 'USDT', purpose: 'available', amount: amount('0.2') },
    ];
    const kinds = new Map<number, RecordType>([
      [member, recordTypes.spotBuy],
      [other, recordTypes.spotSell],
    ]);
    const hold: Fact = {
      kind: recordTypes.orderHold,
      subjectId: sell,
      postings: [
        { owner: other, asset: 'BTC', purpose: 'available', amount: amount('-2') },
        { owner: other, asset: 'BTC', purpose: 'held', amount: amount('2') },
      ],
    };
    const orders = [
      order({ id: buy }),
      order({ id: sell, memberId: other, side: 'sell', fee: amount('0.2') }),
    ];
    const trades: Trade[] = [
      {
        id: trade,
        instrumentId: MARKET,
        makerOrderId: sell,
        takerOrderId: buy,
        takerSide: 'buy',
        price: decimal<Price>('100'),
        quantity: amount('2'),
        quoteAmount: amount('200'),
        makerFee: amount('0.2'),
        takerFee: amount('0.002'),
        createdAt: 0,
      },
    ];
    const factOf = (postings: Posting[], subjectId = trade): Fact => ({
      kind: recordTypes.spotBuy,
      subjectId,
      postings,
      recordTypeOf: kinds,
    });
    const facts = [hold, factOf([...bought, ...sold, ...fees])];
    return { orders, trades, facts, hold, bought, sold, fees, factOf, trade, sell };
  }
  const house = (asset: string, text: string, owner: number = houseBooks.liquidity): Posting => ({
    owner,
    asset,
    purpose: 'available',
    amount: amount(text),
  });

  it('is posted when it is what its desk wrote, and no second time', async () => {
    const round = sound();
    expect(await roundOf(round)).toBe('done');
    const reference = `round:${MARKET}:${desk.lastBatch}`;
    expect(await refusalOf((tx) => postFacts(tx, round, reference))).toBe(UNFOUNDED);
    // Trades of a round that was posted, under the name of a new batch.
    expect(await roundOf({ facts: [round.facts[1]!] })).toBe(UNFOUNDED);
  });

  it('is posted once for the trades of one transaction', async () => {
    const round = sound();
    const twice = await refusalOf(async (tx) => {
      const name = await write(tx, round);
      await postFacts(tx, round, `round:${MARKET}:${name}`);
      await tx.run(moveDesk, []);
      await postFacts(tx, { facts: [round.facts[1]!] }, `round:${MARKET}:moved`);
    });
    expect(twice).toBe('spot_desks_once');
    const beside = await refusalOf(async (tx) => {
      const name = await write(tx, round);
      await tx.run(moveOther, []);
      await postFacts(tx, round, `round:${MARKET}:${name}`);
      await postFacts(tx, { facts: [round.facts[1]!] }, 'round:2:moved');
    });
    expect(beside).toBe(UNFOUNDED);
  });

  const forgeries: Record<string, (round: ReturnType<typeof sound>) => Forged> = {
    'has no batch of its name': (round) => ({ ...round, reference: 'round:1:never' }),
    'names the batch of another market': (round) => ({ ...round, reference: 'round:2:x' }),
    'invents a gain beside the trade': ({ orders, trades, hold, bought, sold, fees, factOf }) => ({
      orders,
      trades,
      facts: [
        hold,
        factOf([...bought, ...sold, ...fees]),
        factOf([
          { owner: member, asset: 'USDT', purpose: 'available', amount: amount('1000') },
          house('USDT', '-1000'),
        ]),
      ],
    }),
    'pays the seller more': ({ orders, trades, hold, bought, sold, fees, factOf }) => ({
      orders,
      trades,
      facts: [
        hold,
        factOf([
          ...bought,
          sold[0]!,
          { ...sold[1]!, amount: amount('1199.8') },
          ...fees,
          house('USDT', '-1000'),
        ]),
      ],
    }),
    'leaves out what the buyer pays': ({ orders, trades, hold, bought, sold, fees, factOf }) => ({
      orders,
      trades,
      facts: [hold, factOf([bought[1]!, ...sold, ...fees, house('USDT', '-200')])],
    }),
    'gives a fee to a member': ({ orders, trades, hold, bought, sold, fees, factOf }) => ({
      orders,
      trades,
      facts: [
        hold,
        factOf([...bought, ...sold, fees[0]!, { ...fees[1]!, owner: houseBooks.liquidity }]),
      ],
    }),
    'takes from the book of paper money': ({
      orders,
      trades,
      hold,
      bought,
      sold,
      fees,
      factOf,
    }) => ({
      orders,
      trades,
      facts: [
        hold,
        factOf([
          ...bought,
          ...sold,
          ...fees,
          house('USDT', '1000'),
          house('USDT', '-1000', houseBooks.paperIssuance),
        ]),
      ],
    }),
    'is about a trade of nobody': ({
      orders,
      trades,
      hold,
      bought,
      sold,
      fees,
      factOf,
      trade,
    }) => ({
      orders,
      trades,
      facts: [hold, factOf([...bought, ...sold, ...fees], trade + 1_000)],
    }),
    'buys for another member': ({ orders, trades, hold, bought, sold, fees, factOf }) => ({
      orders,
      trades,
      facts: [
        hold,
        factOf([...bought.map((line) => ({ ...line, owner: other })), ...sold, ...fees]),
      ],
    }),
    'spends what is held for another order': ({
      orders,
      trades,
      hold,
      bought,
      sold,
      fees,
      factOf,
    }) => ({
      orders,
      trades,
      facts: [hold, factOf([{ ...bought[0]!, purpose: 'held' }, bought[1]!, ...sold, ...fees])],
    }),
    'holds more than the order may': ({ orders, trades, hold, facts }) => ({
      orders,
      trades,
      facts: [
        {
          ...hold,
          postings: hold.postings.map((line) => ({
            ...line,
            amount: (line.amount * 2n) as Amount,
          })),
        },
        facts[1]!,
      ],
    }),
    'releases an order that was not cancelled': ({ orders, trades, hold, facts, sell }) => ({
      orders,
      trades,
      facts: [
        ...facts,
        {
          kind: recordTypes.orderRelease,
          subjectId: sell,
          postings: hold.postings.map((line) => ({ ...line, amount: -line.amount as Amount })),
        },
      ],
    }),
    'is of another kind': (round) => ({ ...round, kind: recordTypes.spotBuy }),
  };
  it.each(Object.entries(forgeries))('is refused when it %s', async (_name, forge) => {
    expect(await roundOf(forge(sound()))).toBe(UNFOUNDED);
  });
});

describe('paper money', () => {
  const register = (name: string) =>
    [
      `insert into members (email, country_code, phone, password_hash, invite_code, created_at, updated_at)
        values ('${name}@tern.test', '86', '${name}', '', '${name}', now(), now())`,
      [],
    ] as const;
  const grant = (name: string) =>
    [`select grant_paper_funds(id, now()) from members where invite_code = '${name}'`, []] as const;

  it('is granted at registration, once, and in paper mode alone', async () => {
    expect(await attempt(register('at-once'), grant('at-once'))).toBe('done');
    expect(await attempt(grant('at-once'))).toBe('paper_grants_at_registration');
    expect(await attempt(register('twice'), grant('twice'), grant('twice'))).toBe(
      'paper_grants_pkey',
    );
    expect(await attempt(register('late'))).toBe('done');
    expect(await attempt(grant('late'))).toBe('paper_grants_at_registration');
    await fresh.owner.transaction((tx) => tx.run(goLive, []));
    expect(await attempt(register('live'), grant('live'))).toBe('paper_grants_at_registration');
    expect(await attempt([`update deployment_mode set mode = 'paper'`, []])).toBe('42501');
  });
});

describe('facts themselves', () => {
  const swap = (rate: string, received: string, fee = '0.01') =>
    [
      `insert into swaps (member_id, from_asset, to_asset, given, rate, spread, fee_ratio, fee, received, legs, created_at)
        values ($1, 'USDT', 'BTC', 1000, $2, 0.001, 0.001, $3, $4, '[{"symbol": "btcusdt", "seq": 1, "price": "100"}]', now())`,
      [member, rate, fee, received],
    ] as const;

  it('do not begin at their end', async () => {
    const now = `due_at, created_at, updated_at) values (${member}, 'USDT', `;
    const ended: Record<string, string> = {
      withdrawals_begin_reviewed: `insert into withdrawals (member_id, asset, network, address, memo, amount, fee, state, ${now} 'TRC20', '', '', 2, 1, 'approved', now(), now(), now())`,
      reviews_begin_open: `insert into reviews (kind, subject_id, approvals, facts, facts_hash, state, decided_at, created_at, updated_at)
        values ('manual', 1, 1, '', '', 'approved', now(), now(), now())`,
      fiat_begin_reviewed: `insert into wires (member_id, asset, amount, email, reference, received, state, due_at, created_at, updated_at)
        values (${member}, 'USD', 1, '', 'x', 1, 'completed', now(), now(), now())`,
    };
    for (const [constraint, sql] of Object.entries(ended))
      expect(await attempt([sql, []])).toBe(constraint);
  });

  it('are no swap beyond the prices that it names', async () => {
    expect(await attempt(swap('0.0101', '10'))).toBe('swaps_by_prices');
    expect(await attempt(swap('0.00999', '10'))).toBe('swaps_by_prices');
    expect(await attempt(swap('0.00999', '9.99', '0'))).toBe('swaps_by_prices');
    expect(await attempt(swap('0.00999', '9.98'))).toBe('done');
    expect(await attempt(['update swaps set received = 1', []])).toBe('42501');
  });
});
