/** The public API of funding: deposits, withdrawals, wires and payouts, with the address book and bank cards. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { DepositSeen, NetworkFeeSeen } from '../../../kernel/rails/rail.ts';
import type { TransferRange } from '../../../kernel/requests/page.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { walletsOfMember, type Wallet } from './address-book/store.ts';
import type { FundingDeps } from './deps.ts';
import { bankOperatorRoutes } from './bank/operator.ts';
import { readFolder } from './bank/read-folder.ts';
import { currencyTerms } from './currencies/currencies.ts';
import { creditSeen } from './deposit/credit-seen.ts';
import { type Place, showAddress } from './deposit/own-address.ts';
import { reviewDeposits } from './deposit/review-deposits.ts';
import { type Deposit, depositsAfter } from './deposit/store.ts';
import { discrepancyKind } from './manual-resolution/discrepancies.ts';
import { resolutionKind } from './manual-resolution/resolution-kind.ts';
import { watchResolutions } from './manual-resolution/watch-resolutions.ts';
import { bookFees } from './network-fee/book-fees.ts';
import { recordFee } from './network-fee/record-fee.ts';
import { capKind } from './outflow/caps.ts';
import { releaseKind } from './outflow/releases.ts';
import {
  outflowOperatorRoutes,
  payoutOperatorRoutes,
  resolutionOperatorRoutes,
  unmatchedOperatorRoutes,
  wireOperatorRoutes,
} from './operator.ts';
import { deposits as depositKind } from './deposit/deposits.ts';
import { payouts as payoutKind } from './payout/payouts.ts';
import { payoutReturnKind } from './payout/return-kind.ts';
import { reviewPayouts } from './payout/review-payouts.ts';
import { cancelOpen } from './request/lifecycle.ts';
import { requestRecords } from './request/member-records.ts';
import {
  addressRoutes,
  cardRoutes,
  currencyRoutes,
  depositRoutes,
  lockRoutes,
  payoutRoutes,
  wireRoutes,
  withdrawalRoutes,
} from './routes.ts';
import { unmatchedKind } from './unmatched/unmatched-kind.ts';
import { sweepDeposits } from './sweep/sweep-deposits.ts';
import { countWallets } from './wallet-count/count-wallets.ts';
import { reviewWires } from './wire/review-wires.ts';
import { wires as wireKind } from './wire/wires.ts';
import { reviewWithdrawals } from './withdrawal/review-withdrawals.ts';
import { sendWithdrawals } from './withdrawal/send-withdrawals.ts';
import { type Withdrawal, withdrawalsAfter } from './withdrawal/store.ts';
import { withdrawals as withdrawalKind } from './withdrawal/withdrawals.ts';
import { deleteDestinations, fundingRows } from './export-rows.ts';
import { fundingNotices } from './request/notices.ts';

export { transferSources } from './file-sources.ts';
export { measureOpenWork, type OpenWork, type Waiting } from './figures/open-work.ts';
export { measureWithdrawals } from './figures/measure-withdrawals.ts';
export { listOutgoingFees } from './figures/store-outgoing-fees.ts';
export { assertSaved } from './address-book/address-lock.ts';
export { assertAvailable, assertWithin, readAmount } from './request/read-amount.ts';
export { listAccountNames, sharingBankAccounts } from './account-names.ts';
export { sharedAddresses } from './store-shared-addresses.ts';
export { findAddresses } from './address-book/search-addresses.ts';
export { listPlatformCredit } from './deposit/deposits.ts';

/** The requests of all kinds as records of their member. */
export const requestRecordSources = [
  requestRecords(depositKind, { name: 'deposit', page: '/pages/bitcoin/paymentDetail' }),
  requestRecords(withdrawalKind, { name: 'withdrawal', page: '/pages/bitcoin/withdrawDetail' }),
  requestRecords(wireKind, { name: 'wire', page: '/pages/bitcoin/wireTransfer' }),
  requestRecords(payoutKind, { name: 'payout', page: '/pages/bitcoin/bankDetail' }),
];

/** What a member's programs may read of deposits. */
export interface DepositApi {
  list(range: TransferRange): Promise<Deposit[]>;
  /** @throws account-frozen, not-listed, not-verified, not-available */
  address(memberId: number, place: Place): Promise<{ address: string }>;
}

/** What a member's programs may read of withdrawals. */
export interface WithdrawalApi {
  list(range: TransferRange): Promise<Withdrawal[]>;
  /** The address book, newest first. */
  addresses(memberId: number): Promise<Wallet[]>;
}

/** One feature of the server. Clients know it by three slugs, which the site configuration lists. */
export interface Funding {
  /** Cancels the member's withdrawals and payouts that are still under review; returns how many there were. */
  cancelReviewed(memberId: number): Promise<number>;
  deposits: NotifyingFeature & { bots: DepositApi };
  withdrawals: Feature & { bots: WithdrawalApi };
  fiat: Feature;
}

export function createFunding(deps: FundingDeps): Funding {
  return {
    fiat: fiat(deps),
    deposits: deposits(deps),
    withdrawals: withdrawals(deps),
    cancelReviewed: async (memberId) =>
      (await cancelOpen(deps, withdrawalKind, memberId)) +
      (await cancelOpen(deps, payoutKind, memberId)),
  };
}

function fiat(deps: FundingDeps): Funding['fiat'] {
  const { statementFolder: folder } = deps;
  deps.terms.register(currencyTerms(deps.assets));
  deps.reviews.register(reviewWires(deps));
  deps.reviews.register(reviewPayouts(deps));
  deps.reviews.register(payoutReturnKind());
  return {
    slug: 'fiat',
    routes: [
      ...currencyRoutes(deps),
      ...cardRoutes(deps),
      ...wireRoutes(deps),
      ...payoutRoutes(deps),
      ...wireOperatorRoutes(deps),
      ...payoutOperatorRoutes(deps),
      ...bankOperatorRoutes(deps),
    ],
    jobs: folder === undefined ? [] : [readJob(() => readFolder(deps, folder))],
  };
}

function deposits(deps: FundingDeps): Funding['deposits'] {
  deps.reviews.register(reviewDeposits(deps));
  deps.reviews.register(unmatchedKind(deps));
  return {
    slug: 'deposit',
    notices: fundingNotices,
    bots: {
      list: ({ memberId, asset, from, direction, limit }) =>
        deps.database.many(depositsAfter[direction], [memberId, asset, from, limit]),
      address: (memberId, place) => showAddress(deps, memberId, place),
    },
    routes: [...depositRoutes(deps), ...unmatchedOperatorRoutes(deps)],
    async start() {
      const reports = {
        deposit: (seen: DepositSeen) => creditSeen(deps, seen),
        fee: (seen: NetworkFeeSeen) => recordFee(deps, seen),
      };
      for (const rail of deps.rails.all) rail.watch?.(reports);
    },
    async stop() {
      for (const rail of deps.rails.all) await rail.stop?.();
    },
  };
}

const READ_FOLDER_MS = 60_000;
const readJob = (run: () => Promise<void>) => ({
  name: 'bank.read-folder',
  everyMs: READ_FOLDER_MS,
  run,
});

const SEND_MS = 1_000;
const WATCH_MS = 10_000;
const COUNT_MS = 60_000;
const SWEEP_MS = 30_000;

/** More than a member may save. */
const ADDRESSES_MAX = 500;

function withdrawals(deps: FundingDeps): Funding['withdrawals'] {
  let sending: Promise<unknown> = Promise.resolve();
  const send = () => {
    sending = sending
      .then(() => sendWithdrawals(deps))
      .catch((error: unknown) => {
        deps.log.warn({ err: error }, 'withdrawals were not sent');
      });
    return sending;
  };
  deps.reviews.register(reviewWithdrawals(deps.rails, () => void send()));
  deps.reviews.register(capKind());
  deps.reviews.register(releaseKind(() => void send()));
  deps.reviews.register(resolutionKind(deps));
  deps.reviews.register(discrepancyKind());
  return {
    slug: 'withdrawal',
    bots: {
      list: ({ memberId, asset, from, direction, limit }) =>
        deps.database.many(withdrawalsAfter[direction], [memberId, asset, from, limit]),
      addresses: (memberId) =>
        deps.database.many(walletsOfMember, [memberId, null, ADDRESSES_MAX, 0]),
    },
    routes: [
      ...addressRoutes(deps),
      ...lockRoutes(deps),
      ...withdrawalRoutes(deps),
      ...resolutionOperatorRoutes(deps),
      ...outflowOperatorRoutes(deps),
    ],
    jobs: [
      {
        name: 'withdrawal.send',
        everyMs: SEND_MS,
        run: async () => {
          await send();
        },
      },
      { name: 'withdrawal.count-wallets', everyMs: COUNT_MS, run: () => countWallets(deps) },
      { name: 'withdrawal.sweep-deposits', everyMs: SWEEP_MS, run: () => sweepDeposits(deps) },
      { name: 'withdrawal.book-network-fees', everyMs: WATCH_MS, run: () => bookFees(deps) },
      {
        name: 'withdrawal.watch-resolutions',
        everyMs: WATCH_MS,
        run: () => watchResolutions(deps),
      },
    ],
    stop: async () => {
      await sending;
    },
  };
}

/** What it holds about a member, for exports and closing. */
export const fundingAccount = (box: SecretBox): AccountPart => ({
  held: fundingRows(box),
  async end(tx, memberId) {
    await tx.run(deleteDestinations, [memberId]);
  },
});
