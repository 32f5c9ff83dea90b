/** Valid inputs for every operator call, and the code each reaches. */
import { type AnyOperatorCall, operatorCalls } from '@tern/protocol/operator';

/** By field name; a call uses its required ones. */
const BY_FIELD: Record<string, unknown> = {
  verdict: 'unsent',
  proposal: 'dismiss',
  reference: '1:0xabc:0',
  ID: '999999999',
  login: 'nobody',
  password: 'wrong password 9',
  ticket: 'x'.repeat(32),
  code: '123456',
  image: 'front',
  until: '2100-01-01T00:00:00.000Z',
  effectiveAt: '2100-01-01T00:00:00.000Z',
  reason: 'The sender asked for it.',
  stage: 'first',
  hash: 'a'.repeat(64),
  act: 'freeze',
  isVerified: true,
  memberId: '999999999',
  side: 'credit',
  coinname: 'USDT',
  amount: '1',
  num: '5000',
  bankReference: 'MT103-77',
  payer: 'Kim Tester',
  key: 'auth.codeTries',
  value: '4',
  change: 'add',
  roles: ['support'],
  cate: 1,
  title: 'Maintenance on Sunday',
  body: 'Withdrawals pause for an hour.',
  lang: 'de',
  revision: 1,
  what: 'coming',
  firstHalf: 'ABCDEFGHJK',
  secondHalf: 'ABCDEFGHJL',
  way: 'in',
  note: 'Called from a new number.',
  kind: 'offering',
  version: 1,
  seenAt: '2026-11-21T00:00:00.000Z',
  account: 'yields',
  terms: {
    asset: 'HBAR',
    payAsset: 'USDT',
    content: { en: 'A coin.' },
    supply: '50000',
    unitPrice: '0.24',
    orderMin: '10',
    orderMax: '1000',
    memberMax: '1500',
    cap: '4000',
    lockDays: 49,
    opensAt: '2026-11-21T00:00:00.000Z',
    closesAt: '2026-12-21T00:00:00.000Z',
    isProhibited: false,
  },
};

/** The code that a valid request reaches, 0 by default. */
const REACHED: Record<string, number> = {
  '/operator/chain/proposeVerdict': 5007,
  '/operator/chain/proposeStray': 5007,
  '/operator/chain/candidates': 5007,
  '/operator/customer/addNote': 5007,
  '/operator/login': 4002,
  '/operator/enrol': 4002,
  '/operator/review/find': 5007,
  '/operator/review/image': 5007,
  '/operator/review/claim': 5007,
  '/operator/review/release': 5007,
  '/operator/review/hold': 5007,
  '/operator/review/approve': 5007,
  '/operator/review/reject': 5007,
  '/operator/customer/find': 5007,
  '/operator/customer/records': 5007,
  '/operator/customer/setStanding': 5007,
  '/operator/customer/setVerified': 5007,
  '/operator/manual/propose': 5007,
  '/operator/wire/recordReceipt': 5007,
  '/operator/loan/lowerAmount': 5007,
  '/operator/account/startHalf': 5007,
  '/operator/start': 4002,
  '/operator/announcement/find': 5007,
  '/operator/announcement/write': 5007,
  '/operator/announcement/propose': 5007,
  '/operator/announcement/takeBack': 5007,
  '/operator/terms/propose': 5007,
  '/operator/terms/pause': 5007,
  '/operator/terms/resume': 5007,
  '/operator/resultAlarm/review': 5007,
  '/operator/product/find': 5007,
  '/operator/product/propose': 5007,
  '/operator/product/withdraw': 5007,
  '/operator/product/close': 5007,
  '/operator/product/orders': 5007,
};

export const everyOperatorCall: readonly (readonly [string, AnyOperatorCall])[] = Object.values(
  operatorCalls,
).map((call) => [`${call.method} ${call.path}`, call] as const);

export function codeReachedByOperator(call: AnyOperatorCall): number {
  return REACHED[call.path] ?? 0;
}

/** The required fields of the call. */
export function validOperatorInput(call: AnyOperatorCall): Record<string, unknown> {
  const { required = [] } = call.input as { required?: string[] };
  return Object.fromEntries(required.map((field) => [field, BY_FIELD[field]]));
}
