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
  verification: 'service.recordVerification',
  deposit: 'service.recordDeposit',
  withdrawal: 'service.recordWithdrawal',
  wire: 'service.recordWire',
  payout: 'service.recordPayout',
  order: 'service.recordOrder',
  contract: 'service.recordContract',
  swap: 'service.recordSwap',
  staking: 'service.recordStaking',
  earn: 'service.recordEarn',
  subscription: 'service.recordSubscription',
  loan: 'service.recordLoan',
} as const;

const STATES = {
  underReview: 'transfer.underReview',
  onItsWay: 'transfer.onItsWay',
  open: 'service.recordOpen',
  completed: 'transfer.completed',
  rejected: 'transfer.notApproved',
  cancelled: 'transfer.cancelled',
  returned: 'transfer.voided',
  overdue: 'service.recordOverdue',
} as const;

/** "Deposit D-20418" */
export const nameOf = ({ kind, recordNo }: RecordCard, t: Translate): string =>
  `${t(NAMES[kind])} ${recordNo}`;

export function stateOf({ kind, state }: RecordCard, t: Translate): string {
  const isVerified = kind === 'verification' && state === 'completed';
  return t(isVerified ? 'service.recordVerified' : STATES[state]);
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
