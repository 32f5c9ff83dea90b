/** Read-only mode at the edge: calls that change something are refused, jobs that move money wait (ADR 52). */
import type { Call } from '@tern/protocol';
import type { AnyOperatorCall } from '@tern/protocol/operator';
import { paused, type ReadOnly, readOnlyRefusal } from '../kernel/invariants/read-only.ts';
import type { Feature, Job } from '../platform/feature.ts';
import type { Route } from '../platform/http/route.ts';

/** Members' changes that stay possible: signing in, freezing one's own account, asking customer support. */
const MEMBERS_MAY = new Set([
  '/base/captcha',
  '/base/confirmLogin',
  '/base/beginPasskeyLogin',
  '/base/passkeyLogin',
  '/base/endedSession',
  '/base/securityAlert',
  '/base/freezeAccount',
  '/user/freeze',
]);
const MEMBERS_MAY_BELOW = /^\/service\//;

type OperatorChange = Exclude<Exclude<AnyOperatorCall, { method: 'GET' }>, { rate: 'read' }>;
/** A call is possible, or not, or depends on what is asked for. */
type Rule = 'possible' | 'refused' | ((input: unknown) => boolean);

const stopsMember = (input: unknown) =>
  ['ban', 'freeze', 'unverify'].includes((input as { act: string }).act);

/**
 * Each change of operators. Refused: what moves money, sells, or lifts a stop. Possible: what informs (announcements, support,
 * notes), what stops (a member, a network, a product, an announced change), who operates, and lifting the mode itself.
 */
const OPERATORS_IN_READ_ONLY: Readonly<Record<OperatorChange['path'], Rule>> = {
  '/operator/login': 'possible',
  '/operator/enrol': 'possible',
  '/operator/loginWithPasskey': 'possible',
  '/operator/provider/begin': 'possible',
  '/operator/provider/finish': 'possible',
  '/operator/provider/confirm': 'possible',
  '/operator/logout': 'possible',
  '/operator/start': 'possible',
  '/operator/account/propose': 'possible',
  '/operator/role/propose': 'possible',
  '/operator/account/startHalf': 'possible',
  '/operator/own/endSession': 'possible',
  '/operator/own/endOtherSessions': 'possible',
  '/operator/own/changePassword': 'possible',
  '/operator/own/beginPasskey': 'possible',
  '/operator/own/finishPasskey': 'possible',
  '/operator/own/withdrawPasskey': 'possible',
  '/operator/own/removePasskey': 'possible',
  '/operator/own/beginLink': 'possible',
  '/operator/own/finishLink': 'possible',
  '/operator/own/withdrawLink': 'possible',
  '/operator/own/removeLink': 'possible',
  '/operator/account/lock': 'possible',
  '/operator/account/confirmLock': 'possible',
  '/operator/account/unlock': 'possible',
  '/operator/announcement/begin': 'possible',
  '/operator/announcement/write': 'possible',
  '/operator/announcement/propose': 'possible',
  '/operator/announcement/takeBack': 'possible',
  '/operator/customer/addNote': 'possible',
  '/operator/customer/setStanding': stopsMember,
  '/operator/customerFile/propose': 'possible',
  '/operator/customerFile/link': 'possible',
  '/operator/outbox/sendAgain': 'possible',
  // Two who say that it is someone else lift a stop.
  '/operator/screening/decide': (input) => (input as { finding: string }).finding === 'match',
  '/operator/screening/reopen': 'possible',
  '/operator/case/open': 'possible',
  '/operator/case/take': 'possible',
  '/operator/case/handOver': 'possible',
  '/operator/case/note': 'possible',
  '/operator/case/propose': 'possible',
  // Two who clear a case or lift a restriction let money go.
  '/operator/case/decide': (input) =>
    !(input as { isAgreed: boolean }).isAgreed ||
    ['restrict', 'report'].includes((input as { act: string }).act),
  '/operator/case/withdraw': 'possible',
  '/operator/case/receipt': 'possible',
  '/operator/monitoring/replay': 'possible',
  '/operator/monitoring/propose': 'possible',
  '/operator/monitoring/decide': 'possible',
  '/operator/monitoring/withdraw': 'possible',
  '/operator/review/claimSeveral': 'possible',
  '/operator/review/claim': 'possible',
  '/operator/review/release': 'possible',
  '/operator/review/hold': 'possible',
  // By the kind of the review: `ReviewKind.isDecidedInReadOnly`.
  '/operator/review/approve': 'possible',
  '/operator/review/reject': 'possible',
  '/operator/service/claim': 'possible',
  '/operator/service/handOver': 'possible',
  '/operator/service/answer': 'possible',
  '/operator/service/uploadImage': 'possible',
  '/operator/service/close': 'possible',
  '/operator/service/signAs': 'possible',
  '/operator/service/writeReply': 'possible',
  '/operator/service/publishReply': 'possible',
  '/operator/service/removeReply': 'possible',
  '/operator/resultAlarm/review': 'possible',
  '/operator/staffAccount/declare': 'possible',
  '/operator/staffAccount/confirm': 'possible',
  // An account trades again only once the books are checked.
  '/operator/staffAccount/release': 'refused',
  '/operator/market/halt': 'possible',
  '/operator/market/confirmHalt': 'possible',
  // A halt ends by itself; reopening by hand waits until the books are checked.
  // A draft is visible to operators only; what was agreed opens, and takes no orders yet.
  '/operator/listing/save': 'possible',
  '/operator/listing/uploadPicture': 'possible',
  '/operator/listing/check': 'possible',
  '/operator/listing/discard': 'possible',
  '/operator/listing/propose': 'refused',
  '/operator/listing/move': 'refused',
  '/operator/listing/withdraw': 'possible',
  '/operator/market/proposeDelisting': 'refused',
  '/operator/market/withdrawDelisting': 'refused',
  '/operator/market/reopen': 'refused',
  '/operator/market/proposeTerms': 'refused',
  '/operator/terms/pause': 'possible',
  '/operator/terms/resume': 'refused',
  '/operator/terms/propose': 'refused',
  '/operator/setting/propose': 'refused',
  '/operator/setting/withdraw': 'possible',
  '/operator/product/write': 'refused',
  '/operator/product/propose': 'refused',
  '/operator/product/withdraw': 'possible',
  '/operator/product/close': 'possible',
  '/operator/product/fund': 'refused',
  '/operator/treasury/propose': 'refused',
  // What explains a difference is found while the mode lasts; a day is signed once the books are checked.
  '/operator/dayFile/make': 'possible',
  '/operator/dayFile/link': 'possible',
  '/operator/dayClose/explain': 'possible',
  '/operator/dayClose/removeItem': 'possible',
  '/operator/dayClose/settle': 'possible',
  '/operator/dayClose/handOver': 'possible',
  '/operator/dayClose/refuse': 'possible',
  '/operator/dayClose/sign': 'refused',
  '/operator/manual/propose': 'refused',
  '/operator/wire/recordReceipt': 'refused',
  '/operator/bank/import': 'refused',
  '/operator/bank/match': 'refused',
  '/operator/paymentFile/make': 'refused',
  '/operator/paymentFile/download': 'refused',
  '/operator/paymentFile/decide': 'possible',
  '/operator/payout/recordSent': 'refused',
  '/operator/payout/proposeReturn': 'refused',
  '/operator/loan/lowerAmount': 'refused',
  '/operator/chain/proposeVerdict': 'refused',
  '/operator/chain/proposeStray': 'refused',
  // A lower cap stops; a higher one is a proposal, which is not decided in the mode.
  '/operator/outflow/setCap': 'possible',
  '/operator/outflow/proposeRelease': 'refused',
  '/operator/hedging/stop': 'possible',
  '/operator/hedging/proposeResume': 'refused',
  '/operator/hedging/proposeMove': 'refused',
  // No snapshot is taken: balances may be wrong.
  '/operator/liabilities/ask': 'refused',
  '/operator/readOnly/propose': 'possible',
  '/operator/readOnly/lift': 'possible',
  '/operator/logKeys/propose': 'possible',
  '/operator/logKeys/declare': 'possible',
};

/** What read-only mode says to a call. */
function ruleOf({ method, path, rate }: Call): Rule {
  if (method === 'GET' || rate === 'read') return 'possible';
  if (path.startsWith('/operator/')) {
    return OPERATORS_IN_READ_ONLY[path as OperatorChange['path']];
  }
  return MEMBERS_MAY.has(path) || MEMBERS_MAY_BELOW.test(path) ? 'possible' : 'refused';
}

/** The same route; in read-only mode refused by its rule. */
export function refuseChanges(route: Route, readOnly: Pick<ReadOnly, 'since'>): Route {
  const rule = ruleOf(route.call);
  if (rule === 'possible') return route;
  return {
    ...route,
    answer(context) {
      const since = readOnly.since();
      const isPossible = typeof rule === 'function' && rule(context.input);
      if (since !== undefined && !isPossible) return Promise.reject(readOnlyRefusal(since));
      return route.answer(context);
    },
  };
}

/**
 * Jobs that pay, send or take over terms, and the one that publishes what members are owed: their balances may be wrong. The
 * database refuses the entries of all others.
 */
const PAUSED = new Set([
  'earn.pay',
  'staking.pay',
  'loan.collect',
  'offering.release',
  'liabilities.snapshot',
  'invitation.reward',
  'withdrawal.send',
  'hedging.run',
  'withdrawal.watch-resolutions',
  'withdrawal.sweep-deposits',
  'withdrawal.book-network-fees',
  'bank.read-folder',
  'operators.apply-settings',
  'products.apply-versions',
  'security.stop-frozen',
  'account-data.end-closings',
  'htx-gateway.cancel-all-after',
]);

/** All jobs, those that move money made to wait. */
export function jobsOf(features: readonly Feature[], readOnly: Pick<ReadOnly, 'since'>): Job[] {
  const jobs = features.flatMap((feature) => feature.jobs ?? []);
  return jobs.map((job) => (PAUSED.has(job.name) ? paused(job, readOnly) : job));
}
