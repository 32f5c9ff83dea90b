/** The fields of member calls that name a record of a member. Every new field of this kind is listed here. */
import { type Answer, type Call, calls } from '@tern/protocol';
import type { RecordKind } from './member-records.ts';

/** An unused identifier. */
export const NO_RECORD = 999_999_999_999;

/**
 * `everyone`: names a public record, such as an asset. `factors`: tested in second-factor.test.ts, because a member with a
 * second factor confirms many calls. `service`: kind and id, tested in support-records.test.ts. `figures`: with the figures shown of
 * it, tested in staking-given-up.test.ts.
 */
const ELSEWHERE = ['everyone', 'factors', 'service', 'figures'] as const;
type Elsewhere = (typeof ELSEWHERE)[number];
const isElsewhere = (kind: RecordKind | Elsewhere): kind is Elsewhere =>
  ELSEWHERE.some((each) => each === kind);
const NAMED: Record<string, RecordKind | Elsewhere> = {
  'POST /alert/switch ID': 'priceAlert',
  'POST /alert/remove ID': 'priceAlert',
  'GET /recurring/find ID': 'recurringPlan',
  'GET /recurring/buys ID': 'recurringPlan',
  'POST /recurring/change ID': 'recurringPlan',
  'POST /recurring/pause ID': 'recurringPlan',
  'POST /recurring/resume ID': 'recurringPlan',
  'POST /recurring/skip ID': 'recurringPlan',
  'POST /recurring/end ID': 'recurringPlan',
  'POST /bborder/amendorder id': 'order',
  'POST /bborder/clearorder id': 'order',
  'POST /bborder/clearorders ids': 'order',
  'GET /bborder/findBborder ID': 'order',
  'GET /bborder/orderReceipt ID': 'order',
  'POST /bborder/amendConditional id': 'conditional',
  'POST /bborder/cancelConditional id': 'conditional',
  'GET /bborder/attachedOrders ID': 'order',
  'GET /bborder/findConditional ID': 'conditional',
  'GET /bborder/triggerReceipt ID': 'conditional',
  'GET /public-log/receipt ID': 'financialRecord',
  'GET /hyorder/findHyorder ID': 'contract',
  'GET /hyorder/evidence ID': 'contract',
  'DELETE /apiKey/deleteApiKey ID': 'apiKey',
  'POST /user/forgetDevice ID': 'device',
  'POST /user/giveUpMachines machines': 'figures',
  'POST /user/phoneCode captchaId': 'everyone',
  'GET /notice/findNotice ID': 'notice',
  'POST /notice/readNotice ID': 'notice',
  'POST /notice/readAllNotices ID': 'notice',
  'GET /user_qianbao/findUser_qianbao ID': 'wallet',
  'DELETE /user_qianbao/deleteUser_qianbao ID': 'wallet',
  'POST /user/confirm confirmationId': 'factors',
  'POST /user/renamePasskey ID': 'factors',
  'POST /user/removePasskey ID': 'factors',
  'GET /withdraw/findWithdraw ID': 'withdrawal',
  'POST /withdraw/createWithdraw coin_id': 'everyone',
  'POST /withdraw/cancelWithdraw ID': 'withdrawal',
  'GET /transfer/find ID': 'memberTransfer',
  'POST /transfer/send member': 'everyone',
  'GET /user_bank/findUser_bank ID': 'card',
  'DELETE /user_bank/deleteUser_bank ID': 'card',
  'GET /recharge/findWire ID': 'wire',
  'POST /recharge/cancelWire ID': 'wire',
  'GET /recharge/findExchange ID': 'swap',
  'GET /withdraw_bank/findWithdraw_bank ID': 'payout',
  'POST /withdraw_bank/createWithdraw_bank bank_id': 'card',
  'POST /withdraw_bank/createWithdraw_bank coin_id': 'everyone',
  'POST /withdraw_bank/cancelWithdraw_bank ID': 'payout',
  'GET /user/findImage ID': 'image',
  'POST /user_card/createUser_card card_front': 'image',
  'POST /user_card/createUser_card card_end': 'image',
  'POST /user_card/createUser_card card_hand': 'image',
  'PUT /user_card/updateUser_card ID': 'identity',
  'PUT /user_card/updateUser_card card_front': 'image',
  'PUT /user_card/updateUser_card card_end': 'image',
  'PUT /user_card/updateUser_card card_hand': 'image',
  'POST /user_card/createUser_card uid': 'everyone',
  'PUT /user_card/updateUser_card uid': 'everyone',
  'POST /recharge/createRecharge payimg': 'image',
  'GET /recharge/findRecharge ID': 'deposit',
  'POST /recharge/cancelRecharge ID': 'deposit',
  'GET /issue/detail ID': 'everyone',
  'GET /issue/quote pid': 'everyone',
  'POST /issue/buySubmit version': 'everyone',
  'POST /issue/buySubmit pid': 'everyone',
  'GET /mining_machine/findMining_machine ID': 'everyone',
  'GET /mining_machine/quote id': 'everyone',
  'POST /mining_machine/buySingleMining_machine version': 'everyone',
  'POST /mining_machine/buySingleMining_machine id': 'everyone',
  'POST /mining_machine/buyShareMining_machine version': 'everyone',
  'POST /mining_machine/buyShareMining_machine id': 'everyone',
  'GET /mining_machine_order/findMyorder ID': 'staking',
  'GET /mining_machine_order/redemptionFind ID': 'staking',
  'POST /mining_machine_order/redemption ID': 'staking',
  'POST /mining_machine_order/refund ID': 'machineShare',
  'GET /mining_machine_order/earningsList orderId': 'staking',
  'GET /mining_machine_order/earningsCurve orderId': 'staking',
  'GET /financing/findFinancing ID': 'everyone',
  'GET /financing/quote financing_id': 'everyone',
  'POST /financing_order/createFinancing_order version': 'everyone',
  'POST /financing_order/createFinancing_order financing_id': 'everyone',
  'GET /financing_order/findFinancing_order ID': 'fixedTerm',
  'GET /financing_order/payoutList ID': 'fixedTerm',
  'GET /financing_order/redemptionFind ID': 'fixedTerm',
  'POST /financing_order/redemption ID': 'fixedTerm',
  'GET /loan/quote loan_id': 'everyone',
  'POST /loan_order/createLoan_order version': 'everyone',
  'POST /loan_order/createLoan_order loan_id': 'everyone',
  'GET /loan_order/findLoan_order ID': 'loan',
  'POST /loan_order/repay ID': 'loan',
  'GET /service/messages ID': 'conversation',
  'POST /service/send ID': 'conversation',
  'POST /service/send clientId': 'everyone',
  'POST /service/send imageId': 'supportUpload',
  'POST /service/send record': 'service',
  'POST /service/uploadImage ID': 'conversation',
  'GET /service/image ID': 'conversation',
  'GET /service/image imageId': 'supportImage',
  'POST /service/read ID': 'conversation',
  'POST /service/typing ID': 'conversation',
  'POST /service/end ID': 'conversation',
  'POST /service/rate ID': 'conversation',
  'POST /service/transcript ID': 'conversation',
};

/** Accepts any number: the limit or the filter of a list of the member's own records. */
export const BOUNDS: readonly string[] = [
  'POST /notice/readAllNotices ID',
  'GET /mining_machine_order/earningsList orderId',
  'GET /mining_machine_order/earningsCurve orderId',
];

/**
 * A verified member sends no documents, and no member forgets the device they use: the tests of identity and security prove
 * what the owner reaches.
 */
export const isLocked = ({ path }: Call): boolean =>
  ['/user_card/createUser_card', '/user_card/updateUser_card', '/user/forgetDevice'].includes(path);

export const memberCalls: readonly Call[] = Object.values(calls).filter(
  ({ auth }) => auth === 'member',
);

export const nameOf = ({ method, path }: Call) => `${method} ${path}`;

/** An identifier may be one of several forms, such as empty text, or in a list. */
const ID_SHAPE = JSON.stringify(calls.findBborder.input.properties.ID.anyOf);
const ID_NAME = /id$|ids$|key$|image$|img$|(order|record)no$|reference$/i;

/** Fields of the call that have the shape or the name of an identifier, as `POST /path field`. */
function identifiersOf(call: Call): { name: string; field: string }[] {
  const { properties } = call.input as unknown as { properties: Record<string, object> };
  return Object.entries(properties)
    .filter(([field, shape]) => JSON.stringify(shape).includes(ID_SHAPE) || ID_NAME.test(field))
    .map(([field]) => ({ name: `${nameOf(call)} ${field}`, field }));
}

/** The field with one identifier, in a list where the call takes several. */
export function namingOf({ call, field }: Pick<NamedRecord, 'call' | 'field'>, id: number): object {
  const { properties } = call.input as unknown as { properties: Record<string, { type?: string }> };
  return { [field]: properties[field]?.type === 'array' ? [id] : id };
}

export interface NamedRecord {
  name: string;
  call: Call;
  field: string;
  kind: RecordKind;
}

const found = memberCalls.flatMap((call) => identifiersOf(call).map((each) => ({ ...each, call })));

/** Unlisted fields, and entries of removed fields: both should be none. */
export const misplaced = [
  ...found.map(({ name }) => name).filter((name) => NAMED[name] === undefined),
  ...Object.keys(NAMED).filter((name) => !found.some((each) => each.name === name)),
];

export const namedRecords: readonly NamedRecord[] = found.flatMap((each) => {
  const kind = NAMED[each.name];
  return kind === undefined || isElsewhere(kind) ? [] : [{ ...each, kind }];
});

/**
 * Reads of what is offered to all members. Their rows have the same ids for everyone; the fields listed here change when
 * any member orders. A new read that is not listed must show a member's own records only.
 */
const SHARED: Record<string, readonly string[]> = {
  // No snapshot is published; liabilities.test.ts has one.
  'GET /liabilities/proof': [],
  // Months have no ids, and neither member has a past one; statement-files.test.ts has members who do.
  'GET /user/statement/list': [],
  'GET /user/statement/cost': [],
  'GET /user/statement/month': [],
  // Neither member has a factor; second-factor.test.ts has those who do.
  'GET /user/factors': [],
  // Neither invites anybody or changes their security; invitation.test.ts and security.test.ts have those who do.
  'GET /user/invitees': [],
  'GET /user/inviteRewards': [],
  'GET /user/security': [],
  'GET /user_qianbao/addressLock': [],
  'GET /hyorder/config': [],
  'GET /user/mycoin': [],
  // Both came today and have no day yet; assets-worth.test.ts has members who do.
  'GET /user/worthDays': [],
  'GET /financing/getFinancingList': [],
  'GET /financing/findFinancing': [],
  'GET /loan/getLoanList': [],
  'GET /loan/quote': [],
  'GET /issue/list': ['sold'],
  'GET /issue/detail': ['sold'],
  'GET /mining_machine/getMining_machineList': ['heldAt', 'state'],
  'GET /mining_machine/findMining_machine': ['heldAt', 'state'],
};

export const isShared = (name: string) => Object.hasOwn(SHARED, name.split(' ', 2).join(' '));

/** Without the fields that the orders of others change. */
export function withoutTotals(name: string, answer: Answer): Answer {
  const changing = SHARED[name.split(' ', 2).join(' ')] ?? [];
  const text = JSON.stringify(answer, (field, value: unknown) =>
    changing.includes(field) ? undefined : value,
  );
  return JSON.parse(text) as Answer;
}

/** Calls of a member without a record id. */
export const plainReads: readonly Call[] = memberCalls.filter((call) => {
  const isRead =
    call.method === 'GET' ||
    'list' in (call.output as unknown as { properties: object }).properties;
  return isRead && !namedRecords.some((each) => each.call === call);
});

/** Each value of each small choice that a list offers, one at a time, and none. */
export function choicesOf({ input }: Call): Record<string, number>[] {
  const { properties } = input as unknown as { properties: Record<string, { anyOf?: object[] }> };
  const chosen = Object.entries(properties).flatMap(([field, { anyOf = [] }]) => {
    const { maximum = 0 } = (anyOf[0] ?? {}) as { maximum?: number };
    if (maximum < 1 || maximum > 9) return [];
    return Array.from({ length: maximum }, (_, at) => ({ [field]: at + 1 }));
  });
  return [{}, ...chosen];
}
