/** Operators and what they run: customers, support, announcements, operations. */
import { ZERO } from '@tern/money';
import { writeFincenSar } from '../../adapters/report-files/write-fincen-sar.ts';
import { writeGoaml } from '../../adapters/report-files/write-goaml.ts';
import { readList } from '../../adapters/sanction-lists/read-list.ts';
import { createWatchedFolder } from '../../adapters/watched-folder.ts';
import { actsSealed } from '../../audit/seals.ts';
import { invariants } from '../../audit/invariants.ts';
import type { Auth } from '../../features/account/auth/index.ts';
import {
  membersNamed,
  namesOf,
  verificationRecords,
  verifiedName,
} from '../../features/account/identity/index.ts';
import { noticeText } from '../../features/account/notification/index.ts';
import { listPendingRewards } from '../../features/account/invitation/index.ts';
import {
  createAnnouncements,
  findAnnouncements,
} from '../../features/backoffice/announcement/index.ts';
import {
  createOperations,
  openReadOnlyIncident,
  type OperationsDeps,
  usageOf,
} from '../../features/backoffice/operations/index.ts';
import { createCases } from '../../features/backoffice/cases/index.ts';
import { createMonitoring } from '../../features/backoffice/monitoring/index.ts';
import { createMarkets } from '../../features/backoffice/markets/index.ts';
import {
  createOperators,
  type Operators,
  type OperatorsDeps,
  timelinePage,
  type TimelineSources,
} from '../../features/backoffice/operators/index.ts';
import { createDayClose, newestClose } from '../../features/backoffice/day-close/index.ts';
import { createScreening, LIST_BYTES_MAX } from '../../features/backoffice/screening/index.ts';
import { createHedging, measureStop } from '../../features/backoffice/hedging/index.ts';
import { createTreasury } from '../../features/backoffice/treasury/index.ts';
import { chatsBefore, createSupport } from '../../features/backoffice/support/index.ts';
import type { Pricing } from '../../features/market/pricing/index.ts';
import {
  findAddresses,
  listPlatformCredit,
  measureOpenWork,
  requestRecordSources,
  sharedAddresses,
  sharingBankAccounts,
  transferSources,
} from '../../features/money/funding/index.ts';
import { cachePastPrices, pastWorths } from '../../features/money/assets/index.ts';
import { drawTablePdf } from '../../features/money/statement/index.ts';
import { productsWith, unsoldOfAll } from '../../features/products/catalogue/index.ts';
import { earnRecords } from '../../features/products/earn/index.ts';
import { loanRecords } from '../../features/products/loan/index.ts';
import { subscriptionRecords } from '../../features/products/offering/index.ts';
import { stakingRecords } from '../../features/products/staking/index.ts';
import type { PublicLog } from '../../features/proof/public-log/index.ts';
import type { Transparency } from '../../features/proof/transparency/index.ts';
import {
  contractRecords,
  contractsSource,
  countContractsOf,
  nextDueAt,
  payableAtMost,
  STAKE_ASSET,
} from '../../features/trading/futures/index.ts';
import {
  bookActs,
  countOpenOrders,
  membersTrading,
  countOrdersOf,
  numberBefore,
  orderRecords,
  ordersBefore,
  ordersSource,
  recordPositions,
  type Spot,
  tradesSource,
  tradingOf,
} from '../../features/trading/spot/index.ts';
import { swapRecords } from '../../features/trading/swap/index.ts';
import type { InstrumentRegistry } from '../../kernel/catalog/instruments.ts';
import { createInvariantChecks } from '../../kernel/invariants/check-invariants.ts';
import { uncountedSince } from '../../kernel/ledger/count-records.ts';
import { countWaiting } from '../../kernel/messaging/outgoing-messages.ts';
import { MemberRecords } from '../../kernel/requests/member-records.ts';
import type { PriceHistory } from '../../kernel/prices/tick-history.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Kernel } from './kernel.ts';
import type { ComposedParts } from './parts.ts';

/** Before the members' socket and the rest of the backoffice, which need to know who of them is connected. */
export function composeOperators(parts: ComposedParts, kernel: Kernel, auth: Auth): Operators {
  const { assets, instruments, reviews, terms, worthOf } = kernel;
  return createOperators({
    ...parts,
    assets,
    instruments,
    reviews,
    terms,
    auth,
    passkeys: kernel.operatorPasskeys,
    worthOf,
    tradingOf: countTradingOf,
    listCredit: listPlatformCredit,
    drawTable: drawTablePdf,
    nameOf: verifiedName,
    membersNamed,
    namesOf,
    findAddresses,
    findAnnouncements,
    ...timelineSources(instruments),
    records: recordsOf(instruments),
  });
}

export function composeBackoffice(
  parts: ComposedParts,
  kernel: Kernel,
  given: {
    auth: Auth;
    pricing: Pick<Pricing, 'sourceStates' | 'states' | 'health' | 'askSources' | 'liveSourceNames'>;
    publicLog: Pick<PublicLog, 'lag'>;
    transparency: Pick<Transparency, 'signer'>;
    spot: Pick<Spot, 'activity' | 'marketOf' | 'bookCheck'>;
    history: PriceHistory;
    presence: { operatorsHere(): ReadonlySet<number>; isMemberHere(memberId: number): boolean };
  },
) {
  const { auth, pricing, spot, presence } = given;
  const { assets, halts, images, instruments, lists, reviews, tape } = kernel;
  const rules = [...invariants, actsSealed(parts.secretBox), spot.bookCheck];
  const measured = measuredOf(parts, kernel, given);
  const records = recordsOf(instruments);
  return {
    support: createSupport({ ...parts, ...presence, auth, images, records }),
    announcements: createAnnouncements({ ...parts, lists, reviews }),
    invariantChecks: createInvariantChecks({
      ...parts,
      invariants: rules,
      begun: openReadOnlyIncident,
    }),
    operations: createOperations({ ...parts, invariants: rules, measured }),
    administration: [
      createMarkets({
        ...parts,
        instruments,
        halts,
        assets,
        images,
        catalogue: kernel.catalogue,
        rails: kernel.rails,
        pricing,
        tape,
        reviews,
        countOpenOrders,
        membersTrading,
        productsWith,
      }),
      createDayClose({
        ...parts,
        namesOf,
        signer: given.transparency.signer,
        records: {
          orders: ordersSource,
          trades: tradesSource,
          contracts: contractsSource,
          ...transferSources,
        },
      }),
      createScreening({
        ...parts,
        reviews,
        readList,
        listFolder:
          parts.screeningFolder === undefined
            ? undefined
            : createWatchedFolder(parts.screeningFolder, {
                clock: parts.clock,
                bytesMax: LIST_BYTES_MAX,
              }),
      }),
      createCases({
        ...parts,
        reviews,
        namesOf,
        reportFormats: { fincen: writeFincenSar, goaml: writeGoaml },
        sharingBankAccounts,
        timelineOf: (reader, page) =>
          timelinePage({ ...parts, ...timelineSources(instruments), reviews }, reader, page),
      }),
      createMonitoring({ ...parts, ...kernel, namesOf, ...monitoredOf(kernel, given.history) }),
      createTreasury({ ...parts, assets, instruments, reviews, needs: needsOf(kernel) }),
      createHedging({
        ...parts,
        venue: parts.venue,
        assets,
        instruments,
        reviews,
        prices: kernel.prices,
        worthOf: kernel.worthOf,
      }),
    ],
  };
}

/** What happened in an account, from those who know it. */
const timelineSources = (instruments: InstrumentRegistry): TimelineSources => ({
  ordersOf: ordersIn(instruments),
  chatsOf: chatsBefore,
  titleOf: ({ kind, values }) => noticeText({ kind, about: '', values }, 'en').title,
});

/** What the operations page shows, from those who know it. */
function measuredOf(
  { meter, monitor, mode }: ComposedParts,
  { rails }: Kernel,
  given: {
    pricing: Pick<Pricing, 'sourceStates'>;
    publicLog: Pick<PublicLog, 'lag'>;
    spot: Pick<Spot, 'activity' | 'marketOf'>;
  },
): OperationsDeps['measured'] {
  const { pricing, publicLog, spot } = given;
  return {
    gauges: {
      meter,
      orders: spot.activity,
      usage: usageOf(() => monitor.counters().blockedMs),
      uncountedSince,
      nextDueAt,
      countWaiting,
      rewardsWaiting: async (reader) => (await listPendingRewards(reader)).length,
      openWork: async (reader, at) => ({
        ...(await measureOpenWork(reader, { at, mode })),
        hedgingStopped: await measureStop(reader),
      }),
      newestClose,
      logLag: publicLog.lag,
    },
    rails: rails.all,
    marketOf: spot.marketOf,
    sources: () => pricing.sourceStates(),
  };
}

/** Facts that rules of monitoring look at, from those who know them. */
function monitoredOf({ valuation }: Kernel, past: PriceHistory) {
  const history = cachePastPrices(past);
  return {
    sharedAddresses,
    orders: { bookActs, numberBefore, recordPositions, tradingOf },
    pastWorths: (reader: Reader, amounts: Parameters<typeof pastWorths>[2]) =>
      pastWorths(reader, { valuation, history }, amounts),
  };
}

/** What was promised from accounts of the exchange: payouts of running contracts, rewards that wait, coins on sale. */
const needsOf =
  ({ products }: Pick<Kernel, 'products'>) =>
  async (reader: Reader, now: number) => [
    { account: 'contracts', asset: STAKE_ASSET, amount: await payableAtMost(reader) },
    ...(await listPendingRewards(reader)).map(({ asset, amount }) => ({
      account: 'rewards',
      asset,
      amount,
    })),
    ...(await unsoldOfAll(reader, products, now)).map(({ asset, amount }) => ({
      account: 'offerings',
      asset,
      amount,
    })),
  ];

/** What members attach to messages to support. */
const recordsOf = (instruments: InstrumentRegistry): MemberRecords =>
  new MemberRecords([
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

/** Numbers from orders and contracts. */
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

/** A member's spot orders for operators: the amount is the quantity, of a market buy what it may spend. */
const ordersIn =
  (instruments: InstrumentRegistry): OperatorsDeps['ordersOf'] =>
  async (reader, memberId, range) =>
    (await ordersBefore(reader, memberId, range)).map((order) => {
      const { base = '', quote = '' } = instruments.findById(order.instrumentId) ?? {};
      const { id, createdAt, side, status, quantity } = order;
      const asset = quantity === undefined ? quote : base;
      return { id, createdAt, side, status, asset, amount: quantity ?? order.budget ?? ZERO };
    });
