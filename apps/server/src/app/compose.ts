/** Composes the features: their dependencies and the order in which they start. */
import type { Amount } from '@tern/money';
import { createAccountData } from '../features/account-data/index.ts';
import { createAnnouncements } from '../features/announcement/index.ts';
import { createAssets } from '../features/assets/index.ts';
import { type Auth, createAuth, paperAccounts } from '../features/auth/index.ts';
import { createEarn, earnRecords } from '../features/earn/index.ts';
import {
  createFunding,
  listAccountNames,
  listOutgoingFees,
  listPlatformCredit,
  measureWithdrawals,
  requestRecordSources,
} from '../features/funding/index.ts';
import {
  contractRecords,
  countContractsOf,
  createFutures,
  isAnyPending,
  measureContracts,
  nextDueAt,
} from '../features/futures/index.ts';
import { createInvitations, listPendingRewards } from '../features/invitation/index.ts';
import { createKeys } from '../features/keys/index.ts';
import {
  createPricing,
  measureGaps,
  type Pricing,
  type SourceSettings,
} from '../features/pricing/index.ts';
import { createMarketData } from '../features/market-data/index.ts';
import { createFeed } from '../features/feed/index.ts';
import { createHtxGateway } from '../features/htx-gateway/index.ts';
import {
  createIdentity,
  membersNamed,
  verificationRecords,
  verifiedName,
} from '../features/identity/index.ts';
import { createLiabilities } from '../features/liabilities/index.ts';
import { createLoans, loanRecords } from '../features/loan/index.ts';
import { createNotifications } from '../features/notification/index.ts';
import { createOffering, subscriptionRecords } from '../features/offering/index.ts';
import {
  createOperations,
  openReadOnlyIncident,
  type OperationsDeps,
  usageOf,
} from '../features/operations/index.ts';
import { countFrozen, createOperators, type Operators } from '../features/operators/index.ts';
import { createProducts } from '../features/products/index.ts';
import { createPublicLog, type PublicLog, type Witness } from '../features/public-log/index.ts';
import { createProfile } from '../features/profile/index.ts';
import { createService } from '../features/service/index.ts';
import { createSecondFactor } from '../features/second-factor/index.ts';
import { createSecurity } from '../features/security/index.ts';
import { createSite } from '../features/site/index.ts';
import { countOrdersOf, createSpot, orderRecords, type Spot } from '../features/spot/index.ts';
import { createStaking, stakingRecords } from '../features/staking/index.ts';
import { createStatements } from '../features/statement/index.ts';
import { createPublicFigures, createTransparency } from '../features/transparency/index.ts';
import { createSwap, swapRecords } from '../features/swap/index.ts';
import { type AssetRegistry, loadAssets } from '../kernel/catalog/assets.ts';
import { type InstrumentRegistry, loadInstruments } from '../kernel/catalog/instruments.ts';
import { createInvariantChecks } from '../kernel/invariants/check-invariants.ts';
import type { ReadOnly } from '../kernel/invariants/read-only.ts';
import { createRecordCounting, uncountedSince } from '../kernel/ledger/count-records.ts';
import { createImages } from '../kernel/images/images.ts';
import type { Leases } from '../kernel/leases/leases.ts';
import { networkTerms } from '../kernel/networks/network-terms.ts';
import { createLiveFeed } from '../kernel/events/live-feed.ts';
import { createMarketTape, type MarketTape } from '../kernel/prices/market-tape.ts';
import {
  createMemberEventReader,
  type MemberEventReader,
} from '../kernel/events/member-event-reader.ts';
import { countWaiting } from '../kernel/messaging/outgoing-messages.ts';
import { createDelivery } from '../kernel/messaging/delivery.ts';
import type { Passwords } from '../kernel/members/passwords.ts';
import { createEvmRail } from '../kernel/rails/evm/evm-rail.ts';
import { createProductRegistry } from '../kernel/products/product-registry.ts';
import type { EvmSettings } from '../kernel/rails/evm/evm-settings.ts';
import { createConfirmations } from '../kernel/second-factor/call-confirmations.ts';
import { createPasskeyLogins } from '../kernel/second-factor/passkey-logins.ts';
import { createPasskeyCeremony } from '../kernel/second-factor/passkey-ceremony.ts';
import { type Licence, phoneCodesServed } from '../kernel/licence/licence.ts';
import { paperRail } from '../kernel/rails/paper-rail.ts';
import { createRails, type Rail, type Rails } from '../kernel/rails/rail.ts';
import {
  createReferencePriceBoard,
  type ReferencePriceBoard,
} from '../kernel/prices/reference-prices.ts';
import { MemberRecords } from '../kernel/requests/member-records.ts';
import { createPresence } from '../kernel/programs/presence.ts';
import { createReviews } from '../kernel/review/reviews.ts';
import type { Settings } from '../kernel/settings/settings.ts';
import { createTermsRegistry } from '../kernel/terms/terms-registry.ts';
import { createValuation } from '../kernel/prices/valuation.ts';
import { invariants } from '../audit/invariants.ts';
import { actsSealed } from '../audit/seals.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Reader } from '../platform/database/database.ts';
import type { EventLoopCounters } from '../platform/event-loop-monitor.ts';
import type { Feature } from '../platform/feature.ts';
import type { CallMeter } from '../platform/http/call-meter.ts';
import type { Caller, OperatorCaller } from '../platform/http/route.ts';
import type { Files } from '../platform/files/files.ts';
import type { Log } from '../platform/log.ts';
import type { Mail } from '../platform/mail.ts';
import type { Random } from '../platform/random.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import type { Sms } from '../platform/sms.ts';
import type { Tracing } from '../platform/tracing/trace.ts';
import type { Code } from '@tern/protocol';
import { accountParts } from './account-parts.ts';
import type { PriceHistory } from '../kernel/prices/tick-history.ts';
import { createPruning } from './prune-outbox.ts';
import { VERSION } from './version.ts';
import type { DemoMember } from './seed.ts';

export interface Parts {
  database: Database;
  /** For lists that may be read from a standby; absent: the database. */
  lists?: Reader | undefined;
  clock: Clock;
  random: Random;
  log: Log;
  bus: Bus;
  /** Which work this program does of what only one program of the deployment may do at a time. */
  leases: Leases;
  settings: Settings;
  passwords: Passwords;
  secretBox: SecretBox;
  mail: Mail | undefined;
  sms: Sms | undefined;
  mode: 'paper' | 'live';
  /** In live mode. */
  licence?: Licence | undefined;
  /** Has orders from earlier days; only at the first start. */
  demo?: DemoMember | undefined;
  /** The prices of the demo member's past, which are not made again; absent: pricing makes them. */
  pastPrices?: { prices: ReferencePriceBoard; history: PriceHistory };
  marketSeed: string;
  /** Length of the simulated price history; absent: a year. */
  historyDays?: number | undefined;
  /** Absent: every price is simulated. */
  liveSources?: SourceSettings | undefined;
  /** Absent: the paper rail. */
  evm?: EvmSettings | undefined;
  /** In place of the paper rail; for tests. */
  paperRail?: Rail | undefined;
  captchaFixed: string | undefined;
  /** The public address of the app, for links in messages. */
  publicUrl: string;
  /** Origins of push services besides those of the browsers; for tests. */
  morePushServices?: readonly string[] | undefined;
  /** Programs of others that cosign the public log. */
  witnesses?: readonly Witness[] | undefined;
  /** In paper mode every outgoing message is also written to this file; absent: only recorded. */
  outboxFile: string | undefined;
  /** The store of private images. */
  files: Files;
  /** The folder of the program's data, whose disk is measured; absent: none is. */
  dataDir?: string | undefined;
  /** Absent: nothing is traced. */
  tracing?: Tracing | undefined;
  /** Absent: nothing here makes backups. */
  backups?: OperationsDeps['backups'];
}

/** `readOnly` is made before all features: it refuses their changes. */
interface ComposedParts extends Parts {
  readOnly: ReadOnly;
  /** Counts what the HTTP server answers. */
  meter: CallMeter;
  /** Measures how long the main thread was blocked. */
  monitor: { counters(): Pick<EventLoopCounters, 'blockedMs'> };
}

export interface Composition {
  /** In starting order; they stop in reverse. */
  features: Feature[];
  history: PriceHistory;
  authenticate(token: string): Promise<Caller | Code>;
  authenticateOperator(token: string): Promise<OperatorCaller | Code>;
}

export async function compose(parts: ComposedParts): Promise<Composition> {
  const { database, lists = database } = parts;
  const assets = await loadAssets(database);
  const instruments = await loadInstruments(database);
  const prices = parts.pastPrices?.prices ?? createReferencePriceBoard();
  const tape = createMarketTape();
  const valuation = createValuation({ assets, instruments });
  const events = createMemberEventReader(parts);
  const passkeys = createPasskeyCeremony(parts.publicUrl);
  const confirmations = createConfirmations({ ...parts, passkeys });
  const passkeyLogins = createPasskeyLogins({ ...parts, passkeys });
  const auth = createAuth({ ...parts, ...demandsOf(parts), confirmations, passkeyLogins });
  const reviews = createReviews(parts);
  const rails = await openRails(parts, assets);
  const terms = createTermsRegistry(networkTerms);
  const products = createProductRegistry();
  const acting = { ...parts, assets, reviews, terms, auth };
  const worthOf = (asset: string, amount: Amount) =>
    valuation.worth(asset, amount, (symbol) => prices.latest(symbol)?.price);
  const operators = createOperators({ ...acting, worthOf, ...customerFacts });
  const images = createImages(parts);
  const traded = { ...parts, lists, assets, instruments, prices };
  const { history, ...market } = createMarket({ ...traded, tape });
  const spot = createSpot({ ...traded, tape });
  const decided = { ...traded, valuation, reviews, terms, rails, images, auth, confirmations };
  const funding = createFunding({ ...decided, ...demandsOf(parts), verifiedName });
  const keys = createKeys({ ...parts, auth, confirmations });
  const stops = [spot.orders.cancelAll, funding.cancelReviewed];
  const members: Feature[] = [
    auth,
    createProfile({ ...parts, auth }),
    createSecurity({ ...acting, confirmations, stops }),
    createAccountData({ ...acting, confirmations, parts: accountParts({ ...acting, keys }) }),
    createIdentity({ ...parts, reviews, images, accountNames: listAccountNames }),
    createSecondFactor({ ...parts, auth, confirmations, passkeys }),
    ...Object.values(market),
    spot,
    createFutures({ ...traded, ...market, ticks: market.pricing.ticks, movements: market.pricing }),
    keys,
    createHtxGateway({
      ...traded,
      ...market,
      tape,
      events,
      keys,
      rails,
      orders: spot.orders,
      deposits: funding.deposits.programs,
      withdrawals: funding.withdrawals.programs,
      worthOf,
    }),
    funding.deposits,
    funding.withdrawals,
    createSwap({ ...traded, valuation }),
    funding.fiat,
    createEarn({ ...traded, worthOf, products }),
    createLoans({ ...acting, worthOf, products }),
    createOffering({ ...traded, products }),
    createStaking({ ...traded, products, history }),
    createInvitations({ ...traded, worthOf }),
    createNotifications({ ...parts, lists }),
    createAnnouncements({ ...parts, lists, reviews }),
    createAssets({ ...decided, lists, history }),
    createStatements({ ...parts, ...market, valuation, history, outgoingFees: listOutgoingFees }),
  ];
  const { live, presence, here } = createLive(parts, { events, auth, operators });
  const records = recordsOf(instruments);
  const service = createService({ ...parts, ...here, auth, images, records });
  const site = createSite({
    ...parts,
    version: VERSION,
    features: ['site', ...[...members, service].map((feature) => feature.slug)],
    priceSource: market.pricing.sourceNames.join(', '),
    demoInvitation: parts.mode === 'paper' ? paperAccounts.invitationCode : undefined,
  });
  const rules = [...invariants, actsSealed(parts.secretBox), spot.bookCheck];
  const sources = { ...figureSources, log: market.publicLog.measure };
  const measured = measuredOf({ parts, spot, rails, ...market });
  const features = [
    parts.settings,
    ...createHousekeeping(parts),
    createInvariantChecks({ ...parts, invariants: rules, begun: openReadOnlyIncident }),
    createOperations({ ...parts, invariants: rules, measured }),
    events,
    live,
    presence,
    images,
    site,
    ...members,
    operators,
    service,
    createProducts({ ...parts, assets, reviews, products, openedAt: parts.demo?.since }),
    createPublicFigures({ ...traded, sources }),
  ];
  const authenticateOperator = operators.authenticate;
  return { features, history, authenticate: auth.authenticate, authenticateOperator };
}

/** The members' socket, and who is connected to any program of the deployment. */
function createLive(
  parts: Parts,
  given: { events: MemberEventReader; auth: Auth; operators: Pick<Operators, 'connected'> },
) {
  const { events, auth, operators } = given;
  const { authenticate, openSessions } = auth;
  const live = createLiveFeed({ ...parts, events, authenticate, openSessions });
  const ofMembers = createPresence(parts, 'members', live.connected);
  const ofOperators = createPresence(parts, 'operators', {
    has: (operatorId) => operators.connected().has(operatorId),
    all: () => operators.connected(),
  });
  const presence: Feature = { slug: 'presence', jobs: [ofMembers.job, ofOperators.job] };
  const here = { operatorsHere: ofOperators.all, isMemberHere: ofMembers.isHere };
  return { live, presence, here };
}

/** What the operations page shows, from those who know it. */
function measuredOf(from: {
  parts: ComposedParts;
  spot: Pick<Spot, 'activity' | 'marketOf'>;
  rails: Rails;
  pricing: Pick<Pricing, 'sourceStates'>;
  publicLog: Pick<PublicLog, 'lag'>;
}): OperationsDeps['measured'] {
  const { parts, spot, rails, pricing, publicLog } = from;
  const { meter, monitor } = parts;
  const { lag: logLag } = publicLog;
  const usage = usageOf(() => monitor.counters().blockedMs);
  return {
    gauges: {
      meter,
      orders: spot.activity,
      usage,
      uncountedSince,
      nextDueAt,
      countWaiting,
      rewardsWaiting: async (reader) => (await listPendingRewards(reader)).length,
      logLag,
    },
    rails: rails.all,
    marketOf: spot.marketOf,
    sources: () => pricing.sourceStates(),
  };
}

/** Background work that belongs to no feature. */
const createHousekeeping = (parts: Parts): Feature[] => [
  createPruning(parts.database, parts.clock),
  createRecordCounting(parts.database, parts.clock),
  createDelivery(parts),
];

/** What real money and its licence demand of registrations, deposits and wires; paper money demands nothing. */
const demandsOf = ({ mode, licence }: Pick<Parts, 'mode' | 'licence'>) => ({
  asksIdentity: mode !== 'paper',
  servedCodes: licence && phoneCodesServed(licence),
  bankAccounts: licence?.bankAccounts ?? new Map<string, string>(),
});

/** Real money and paper never share a deployment. */
async function openRails(parts: Parts, assets: AssetRegistry): Promise<Rails> {
  if (parts.evm === undefined) return createRails([parts.paperRail ?? paperRail]);
  return createRails([await createEvmRail({ ...parts, assets }, parts.evm)]);
}

/** What members attach to messages to service. */
function recordsOf(instruments: InstrumentRegistry): MemberRecords {
  return new MemberRecords([
    verificationRecords,
    ...requestRecordSources,
    orderRecords(instruments),
    contractRecords(instruments),
    swapRecords,
    stakingRecords,
    earnRecords,
    subscriptionRecords,
    loanRecords,
  ]);
}

/** For the customer page of the console. */
const customerFacts = {
  tradingOf: countTradingOf,
  listCredit: listPlatformCredit,
  nameOf: verifiedName,
  membersNamed,
};

/** Numbers from spot and short contracts. */
async function countTradingOf(reader: Reader, memberId: number) {
  const orders = await countOrdersOf(reader, memberId);
  const contracts = await countContractsOf(reader, memberId);
  return {
    openOrders: orders.open,
    orders: orders.total,
    runningContracts: contracts.running,
    contracts: contracts.total,
  };
}

/** What the features measure for the public figures. */
const figureSources = {
  contracts: measureContracts,
  withdrawals: measureWithdrawals,
  gaps: measureGaps,
  frozen: countFrozen,
};

/** Prices, what is made of them, and what is published as proof, in starting order. */
function createMarket(
  deps: ComposedParts & {
    assets: AssetRegistry;
    instruments: InstrumentRegistry;
    prices: ReferencePriceBoard;
    tape: MarketTape;
  },
) {
  const { database, clock, assets, tape } = deps;
  const pricing = createPricing({
    ...deps,
    seed: deps.marketSeed,
    areTicksAwaited: () => isAnyPending(database),
  });
  const marketData = createMarketData({ database, clock, assets, pricing });
  const history = deps.pastPrices?.history ?? marketData.history;
  const publicLog = createPublicLog(deps);
  const { checkpoint } = publicLog;
  const feed = createFeed({ clock, tape, pricing, marketData, checkpoint });
  const transparency = createTransparency({ ...deps, ticks: pricing.ticks });
  const liabilities = createLiabilities({ ...deps, publicLog });
  return { pricing, marketData, publicLog, liabilities, feed, transparency, history };
}
