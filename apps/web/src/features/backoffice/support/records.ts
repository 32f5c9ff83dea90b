/** Records of the member at messages: their names, states and pages. Pure. */
import type { RecordCard } from '@tern/protocol/client';
import type { Translate } from '../../../platform/i18n/translate.ts';
import {
  type Params,
  parseHash,
  type Path,
  type RouteDef,
} from '../../../platform/navigation/route.ts';

const NAMES = {
  verification: 'support.recordVerification',
  deposit: 'support.recordDeposit',
  withdrawal: 'support.recordWithdrawal',
  wire: 'support.recordWire',
  payout: 'support.recordPayout',
  order: 'support.recordOrder',
  contract: 'support.recordContract',
  swap: 'support.recordSwap',
  staking: 'support.recordStaking',
  earn: 'support.recordEarn',
  subscription: 'support.recordSubscription',
  loan: 'support.recordLoan',
} as const;

const STATES = {
  underReview: 'transfer.underReview',
  onItsWay: 'transfer.onItsWay',
  open: 'support.recordOpen',
  completed: 'transfer.completed',
  rejected: 'transfer.notApproved',
  cancelled: 'transfer.cancelled',
  returned: 'transfer.voided',
  overdue: 'support.recordOverdue',
} as const;

/** "Deposit D-20418" */
export const nameOf = ({ kind, recordNo }: RecordCard, t: Translate): string =>
  `${t(NAMES[kind])} ${recordNo}`;

export function stateOf({ kind, state }: RecordCard, t: Translate): string {
  const isVerified = kind === 'verification' && state === 'completed';
  return t(isVerified ? 'support.recordVerified' : STATES[state]);
}

/** Under review or on its way: what members ask about most. */
export const isAwaited = ({ state }: RecordCard): boolean =>
  state === 'underReview' || state === 'onItsWay';

/** Undefined when this version of the app has no such page. */
export function pageOf(
  { link }: Pick<RecordCard, 'link'>,
  routes: ReadonlyMap<string, RouteDef>,
): { path: Path; params: Params } | undefined {
  const { path, params } = parseHash(`#${link}`);
  const route = routes.get(path);
  return route === undefined ? undefined : { path: route.path, params };
}
