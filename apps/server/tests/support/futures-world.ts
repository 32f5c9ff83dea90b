/** Timed contracts over a market with prices and clock of the test, on a fresh database. */
import { decimal, formatDecimal, type Price, ZERO } from '@tern/money';
import { futuresCalls, type InputOf } from '@tern/protocol';
import { auditBooks } from '../../src/audit/books.ts';
import {
  createFutures,
  type Futures,
  type FuturesDeps,
  isAnyPending,
} from '../../src/features/trading/futures/index.ts';
import { placeContract } from '../../src/features/trading/futures/place-contract.ts';
import type { PlaceContractInput } from '../../src/features/trading/futures/check-placement.ts';
import type {
  GeneratedSource,
  LiveSource,
  PriceSource,
  SourceQuote,
} from '../../src/features/market/pricing/price-source.ts';
import {
  createTransparency,
  type Transparency,
} from '../../src/features/proof/transparency/index.ts';
import { loadAssets } from '../../src/kernel/catalog/assets.ts';
import { balancesOf } from '../../src/kernel/ledger/balances.ts';
import { createProductRules, type ProvenResidence } from '../../src/kernel/products/withheld.ts';
import { createSettings } from '../../src/kernel/settings/settings.ts';
import { createSoleLeases, type Leases } from '../../src/kernel/leases/leases.ts';
import { type Bus, createLocalBus } from '../../src/platform/bus.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { WEDNESDAY_NOON } from './market.ts';
import { openPublicLog } from './open-public-log.ts';
import { type RunningMarket, runMarket } from './running-market.ts';
import { withSecond } from './second-source.ts';

export interface FuturesWorld extends RunningMarket {
  readonly database: Database;
  futures: Futures;
  readonly deps: FuturesDeps;
  /** Signs the current heads of the chains. */
  sealChains(): Promise<void>;
  /** A reference tick of the symbol now, created by the sources some time ago, and its consequences. */
  tick(symbol: string, price: string, agoMs?: number): Promise<void>;
  /** The same without running the settlement scheduler. */
  price(symbol: string, price: string, agoMs?: number): Promise<void>;
  /** Moves the clock without a tick, and runs the settlement scheduler. */
  wait(ms: number): Promise<void>;
  place(
    input: Partial<PlaceContractInput> & { memberId: number },
  ): ReturnType<typeof placeContract>;
  /** The `data` of a call as the member. */
  ask(
    memberId: number,
    call: (typeof futuresCalls)[keyof typeof futuresCalls],
    input?: object,
  ): Promise<unknown>;
  contract(memberId: number, id: number): Promise<Row>;
  /** Available USDT as decimal text. */
  usdt(memberId: number): Promise<string>;
  /** The findings of the audit. */
  faults(): Promise<string[]>;
  /** Kills the server and starts it again on the same database at the clock's time. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export type Row = Awaited<ReturnType<typeof placeContract>>['order'];

/** Two that always agree, because a single new source is not accepted immediately. */
function scriptedSources() {
  const receivers = new Map<string, (quote: SourceQuote) => void>();
  const sources = ['north', 'south'].map((name): GeneratedSource & LiveSource => ({
    name,
    start: (receive) => {
      receivers.set(name, receive);
    },
    // Generated, as by the simulator: there is no other record of these prices.
    quotesAt: () => [],
    stop: () => undefined,
  }));
  const quote = (symbol: string, price: string, at: number) => {
    for (const receive of receivers.values()) {
      receive({ symbol, price: decimal<Price>(price), quantity: ZERO, takerSide: 'buy', at });
    }
  };
  return { sources, quote };
}

const SECRET_KEY = new Uint8Array(32).fill(7);

interface Begun {
  transparency: Transparency;
  running: RunningMarket;
  deps: FuturesDeps;
  futures: Futures;
  quote(symbol: string, price: string, at: number): void;
}

interface FuturesWorldOptions {
  /** Replaces the two scripted sources of `tick` and `price`. */
  readonly sources?: readonly PriceSource[];
  /** A live one among them has no second one that quotes the same. */
  readonly isAlone?: boolean;
  /** Replaces them by the simulator. */
  readonly isSimulated?: boolean;
  /** By member: the country that their documents proved. */
  readonly residences?: ReadonlyMap<number, ProvenResidence>;
  /** Of one instance of several; absent: it is the only one. */
  readonly bus?: Bus;
  readonly leases?: Leases;
}

async function begin(database: Database, at: number, options: FuturesWorldOptions): Promise<Begun> {
  const scripted = scriptedSources();
  const { quote } = scripted;
  const { isAlone = false } = options;
  const given = isAlone ? options.sources : options.sources?.flatMap(withSecond);
  const sources = given ?? scripted.sources;
  const areTicksAwaited = () => isAnyPending(database);
  const { leases = createSoleLeases(), isSimulated = false } = options;
  const log = createLog('silent');
  const bus = options.bus ?? createLocalBus((error) => log.error(error));
  const scriptedOrNone = isSimulated ? {} : { sources };
  const shared = { bus, leases, areTicksAwaited };
  const running = await runMarket(database, at, { ...shared, ...scriptedOrNone });
  const { market, clock, prices, instruments } = running;
  const settings = createSettings(database, log);
  await settings.refresh();
  const transparency = createTransparency({
    database,
    clock,
    log,
    instruments,
    ticks: market.ticks,
    secretBox: createSecretBox(SECRET_KEY),
    marketSeed: 'test',
    publicLog: await openPublicLog(database, clock),
  });
  await transparency.start?.();
  const deps: FuturesDeps = {
    mode: 'paper',
    productRules: createProductRules({
      settings,
      mode: 'paper',
      residenceOf: async (_, memberId) => options.residences?.get(memberId),
    }),
    database,
    clock,
    log,
    settings,
    instruments,
    prices,
    transparency,
    bus,
    assets: await loadAssets(database),
    ticks: market.ticks,
    movements: market,
    readOnly: { since: () => undefined },
  };
  const futures = createFutures(deps);
  await futures.start?.();
  return { transparency, running, deps, futures, quote };
}

export async function futuresWorld(
  database: Database,
  at = WEDNESDAY_NOON,
  options: FuturesWorldOptions = {},
): Promise<FuturesWorld> {
  let begun = await begin(database, at, options);
  const world: FuturesWorld = {
    ...begun.running,
    database,
    futures: begun.futures,
    deps: begun.deps,
    sealChains: () => begun.transparency.sealChains(),
    async price(symbol, price, agoMs = 0) {
      begun.quote(symbol, price, begun.deps.clock.now() - agoMs);
      await begun.running.market.advanceTicks();
    },
    async tick(symbol, price, agoMs) {
      await world.price(symbol, price, agoMs);
      await begun.futures.settleNow();
    },
    async wait(ms) {
      begun.running.clock.advance(ms);
      await begun.futures.settleNow();
    },
    async place(input) {
      const wanted = {
        direction: 'up',
        stake: '100',
        market: 'btcusdt',
        seconds: 30,
        ratio: undefined,
        ...input,
      } as const;
      return database.transaction((tx) => placeContract(tx, begun.deps, wanted));
    },
    async ask(memberId, call, input = {}) {
      const route = begun.futures.routes?.find((each) => each.call === call);
      return route!.answer({
        input,
        lang: 'en',
        address: '127.0.0.1',
        idempotencyKey: undefined,
        caller: { memberId, sessionId: 0 },
      });
    },
    async contract(memberId, id) {
      const input: InputOf<typeof futuresCalls.findHyorder> = { ID: id };
      const found = await world.ask(memberId, futuresCalls.findHyorder, input);
      return (found as { rehyorder: Row }).rehyorder;
    },
    async usdt(memberId) {
      const balances = await balancesOf(database, memberId);
      const row = balances.find(({ asset }) => asset === 'USDT');
      return formatDecimal(row?.available ?? ZERO);
    },
    async faults() {
      return (await auditBooks(database)).flatMap(({ faults }) => faults);
    },
    async restart() {
      const now = begun.deps.clock.now();
      await begun.futures.stop?.();
      await begun.running.market.stop?.();
      begun = await begin(database, now, options);
      Object.assign(world, begun.running, { futures: begun.futures, deps: begun.deps });
    },
    async stop() {
      await begun.futures.stop?.();
      await begun.running.market.stop?.();
    },
  };
  return world;
}
