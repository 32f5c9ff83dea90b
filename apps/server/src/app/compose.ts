/** Composes the features, subject by subject, and the order in which they start. */
import type { Code } from '@tern/protocol';
import { type Auth, paperAccounts } from '../features/account/auth/index.ts';
import { createMarketVersions, type Operators } from '../features/backoffice/operators/index.ts';
import { createSite } from '../features/backoffice/site/index.ts';
import { isAnyPending } from '../features/trading/futures/index.ts';
import { createLiveFeed } from '../kernel/events/live-feed.ts';
import { createExchangeDays } from '../kernel/ledger/exchange-days.ts';
import { createRecordCounting } from '../kernel/ledger/count-records.ts';
import { createDelivery } from '../kernel/messaging/delivery.ts';
import { type NotifyingFeature, registerNotices } from '../kernel/messaging/notice-kinds.ts';
import type { PriceHistory } from '../kernel/prices/tick-history.ts';
import { createPresence } from '../kernel/instances/presence.ts';
import { reviewNotices } from '../kernel/review/notices.ts';
import { factorNotices } from '../kernel/second-factor/notices.ts';
import type { Feature } from '../platform/feature.ts';
import type { Caller, OperatorCaller } from '../platform/http/route.ts';
import { composeAccount, composeAuth } from './compose/account.ts';
import { composeBackoffice, composeOperators } from './compose/backoffice.ts';
import { composeGateway, composeKeys } from './compose/gateway.ts';
import { composeKernel, type Kernel } from './compose/kernel.ts';
import { composeFeed, composeMarket } from './compose/market.ts';
import { composeMoney } from './compose/money.ts';
import type { ComposedParts, Parts } from './compose/parts.ts';
import { composeProducts } from './compose/products.ts';
import { composeProof, composePublicFigures } from './compose/proof.ts';
import { composeTrading } from './compose/trading.ts';
import { createPruning } from './prune-outbox.ts';
import { VERSION } from './version.ts';

export interface Composition {
  /** In starting order; they stop in reverse. */
  features: Feature[];
  history: PriceHistory;
  authenticate(token: string): Promise<Caller | Code>;
  authenticateOperator(token: string): Promise<OperatorCaller | Code>;
}

export async function compose(parts: ComposedParts): Promise<Composition> {
  const kernel = await composeKernel(parts);
  const auth = composeAuth(parts, kernel);
  const operators = composeOperators(parts, kernel, auth);
  const market = composeMarket(parts, kernel, isAnyPending);
  const { pricing, marketData, history, gaps } = market;
  const { publicLog, balances, transparency } = composeProof(parts, kernel, pricing);
  const { checkpoint } = publicLog;
  const feed = composeFeed(parts, kernel, { pricing, marketData, checkpoint });
  const { spot, ...trading } = composeTrading(parts, kernel, {
    ...market,
    transparency,
    publicLog,
  });
  const { funding, memberTransfers, assets, statements } = composeMoney(parts, kernel, {
    auth,
    history,
    gaps,
    publicLog,
  });
  const keys = composeKeys(parts, kernel, auth);
  const account = composeAccount(parts, kernel, { auth, keys, spot, funding });
  const gateway = composeGateway(parts, kernel, { market, feed, keys, spot, funding, publicLog });
  const products = composeProducts(parts, kernel, history);
  const { live, presence, here } = createLive(parts, kernel, { auth, operators });
  const backoffice = composeBackoffice(parts, kernel, {
    ...market,
    publicLog,
    transparency,
    auth,
    spot,
    presence: here,
  });
  const members: Feature[] = [
    auth,
    account.profile,
    account.security,
    account.accountData,
    account.identity,
    account.secondFactor,
    pricing,
    marketData,
    publicLog,
    ...balances,
    feed,
    transparency,
    trading.feeLevels,
    spot,
    trading.futures,
    keys,
    ...gateway,
    funding.deposits,
    funding.withdrawals,
    memberTransfers,
    trading.swap,
    trading.priceAlerts,
    trading.recurringBuys,
    funding.fiat,
    products.earn,
    products.loans,
    products.offering,
    products.staking,
    account.invitations,
    account.notifications,
    backoffice.announcements,
    assets,
    statements,
  ];
  const site = createSite({
    ...parts,
    version: VERSION,
    features: ['site', ...[...members, backoffice.support].map((feature) => feature.slug)],
    priceSource: pricing.sourceNames.join(', '),
    demoInvitation: parts.mode === 'paper' ? paperAccounts.invitationCode : undefined,
  });
  const features = [
    parts.settings,
    ...createHousekeeping(parts, kernel),
    backoffice.invariantChecks,
    backoffice.operations,
    kernel.events,
    kernel.halts,
    createMarketVersions({ ...parts, instruments: kernel.instruments }),
    live,
    presence,
    kernel.images,
    site,
    ...members,
    operators,
    backoffice.support,
    ...backoffice.administration,
    products.catalogue,
    composePublicFigures(parts, kernel, publicLog),
  ];
  for (const notices of [reviewNotices, factorNotices, ...features.flatMap(noticesOf)]) {
    registerNotices(notices);
  }
  const authenticateOperator = operators.authenticate;
  return { features, history, authenticate: auth.authenticate, authenticateOperator };
}

const noticesOf = (feature: Feature | NotifyingFeature) =>
  'notices' in feature ? [feature.notices] : [];

/** The members' socket, and who is connected to any instance of the deployment. */
function createLive(
  parts: Parts,
  { events }: Kernel,
  { auth, operators }: { auth: Auth; operators: Pick<Operators, 'connected'> },
) {
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

/** Background work that belongs to no feature. */
const createHousekeeping = (parts: Parts, { catalogue }: Kernel): Feature[] => [
  catalogue,
  createPruning(parts.database, parts.clock),
  createRecordCounting(parts.database, parts.clock),
  createExchangeDays(parts.database),
  createDelivery(parts),
];
