/** Valid inputs for every call. A new call adds its fields here. */
import type { AnyCall } from '@tern/protocol';
import { PASSWORD } from './people.ts';

/** A PNG of four by four pixels. */
const PIXELS =
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQImWNgWMWAQMRxABSDCqGtok9GAAAAAElFTkSuQmCC';

/** By field name; a call uses its required ones. */
const BY_FIELD: Record<string, unknown> = {
  email: 'nobody@tern.test',
  phone: '13900000001',
  countryCode: '86',
  smsCode: '123456',
  emailCode: '123456',
  password: 'wrong password 9',
  passWord: PASSWORD,
  loginPassword: 'wrong password 9',
  token: 'A'.repeat(24),
  newPassword: PASSWORD,
  invitationCode: 'TERN01',
  symbol: 'btcusdt',
  mprice: '64000',
  mnum: '0.001',
  id: '1',
  ID: '1',
  pid: '1',
  financing_id: '1',
  loan_id: '1',
  interval: '1min',
  name: 'my program',
  scopes: ['read'],
  lang: 'en',
  visitor: 'A'.repeat(43),
  clientId: 'a-message-of-this-test',
  text: 'Where is my deposit?',
  imageId: '999999999',
  base64Str: PIXELS,
  seq: 1,
  stars: 5,
  code: '123456',
  month: '2026-10',
  format: 'csv',
};

/** Of images that do not exist, so that no review is created. */
const DOCUMENTS = {
  type: 1,
  name: 'Kim Tester',
  card_front: '999999997',
  card_end: '999999998',
  card_hand: '999999999',
};

/** Well formed, and of no authenticator. */
const CREDENTIAL = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

const ASSERTION = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};

const RECURRING = {
  amount: '100',
  coins: [{ symbol: 'btcusdt', share: 100 }],
  rhythm: 'month',
  day: 28,
  time: '09:00',
  timeZone: 'UTC',
};

/** By path, if a name has another meaning, or an optional field is needed for a complete request. */
const BY_PATH: Record<string, Record<string, unknown>> = {
  '/base/getkdata': { id: 'btcusdt' },
  // Far enough from the market to rest while prices move: a fill would move money later.
  '/bborder/upbbbuy': { mprice: '61000', mnum: '0.001', buytype: 1 },
  '/bborder/upbbsell': { mprice: '67500', mnum: '0.001', type: 1 },
  '/user_qianbao/deleteUser_qianbao': { ID: '999999999' },
  '/user_bank/deleteUser_bank': { ID: '999999999' },
  '/bborder/clearorder': { id: 1 },
  '/alert/set': { kind: 'above', level: '1000000', repeats: false, push: false, email: false },
  '/alert/switch': { ID: '999999999', isOn: false },
  '/alert/remove': { ID: '999999999' },
  // Due once a month, so not while a test runs.
  '/recurring/start': RECURRING,
  ...Object.fromEntries(
    ['find', 'buys', 'pause', 'resume', 'end'].map((act) => [
      `/recurring/${act}`,
      { ID: '999999999' },
    ]),
  ),
  '/recurring/change': { ID: '999999999', ...RECURRING },
  '/recurring/skip': { ID: '999999999', dueAt: '2026-12-28T09:00:00.000Z' },
  // Far below the market, and not beyond the band of limit prices around it.
  '/bborder/placeConditional': {
    side: 2,
    kind: 1,
    watches: 2,
    triggerPrice: '40000',
    mprice: '40000',
    mnum: '0.001',
  },
  // A sell far above the market, within the largest value.
  '/bborder/placeOco': {
    side: 2,
    watches: 2,
    mprice: '900000',
    triggerPrice: '40000',
    stopLimitPrice: '40000',
    mnum: '0.001',
  },
  '/bborder/cancelConditional': { id: 1 },
  '/bborder/clearorders': { ids: [1] },
  '/user/giveUpMachines': { machines: [{ ID: 1, toCome: '1', frozen: '0' }] },
  // A duration that is not offered, because an accepted contract would move money again when it ends.
  '/hyorder/createHyorder': { cate: 1, usdt: '10', coinname: 'btcusdt', ctime_num: 7 },
  '/hyorder/setLimits': { dailyStake: '1000', pauseHours: 0 },
  // Two different coins would also need a current price.
  '/recharge/exchangeFind': { symbol: 'USDT_USDT' },
  '/recharge/exchange': { num: '100', from_coin: 'USDT', to_coin: 'USDT' },
  '/recharge/address': { coin: 'USDT', czline: 'TRC20' },
  // Below the minimum: every field is valid, and no review is created.
  '/recharge/createRecharge': { cate: 1, coin: 'USDT', czline: 'TRC20', num: '1', payimg: '1' },
  '/user/findImage': { ID: '999999999' },
  '/user/uploadBase64': {
    base64Str: PIXELS,
  },
  '/user_card/createUser_card': DOCUMENTS,
  '/user_card/updateUser_card': { ID: '1', ...DOCUMENTS },
  '/user/invitees': { level: 1 },
  '/user/confirm': { method: 'totp', confirmationId: 'A'.repeat(32), code: '000000' },
  '/base/confirmLogin': { method: 'totp', confirmationId: 'A'.repeat(32), code: '000000' },
  '/base/passkeyLogin': { loginId: 'A'.repeat(32), assertion: ASSERTION },
  '/user/finishTotp': { code: '000000' },
  '/user/finishPasskey': { name: 'phone', credential: CREDENTIAL },
  '/transparency/ticks': { symbol: 'btcusdt', from: 1_763_700_000_000 },
  '/user/changePayPassword': { password: '135790', loginPassword: 'wrong password 9' },
  '/user/emailCode': { purpose: 'resetPayPassword' },
  '/user/resetPayPassword': { password: '135790' },
  '/user/setMailWord': { word: 'heron tide' },
  '/user_qianbao/setAddressLock': { isOn: false, password: 'wrong password 9' },
  '/user_qianbao/createUser_qianbao': {
    coin: 'USDT',
    czline: 'TRC20',
    name: 'my wallet',
    addr: 'TCQETCiTGjpUZA2u3ggvXLc97icCU9WC4u',
  },
  '/user_bank/createUser_bank': {
    bankname: 'Hafenbank',
    accountname: 'Kim Tester',
    bankcard: '4000 1234 5678 4821',
    bankaddress: '1 Harbour Street, Hamburg',
    ibna: 'DE89370400440532013000',
    payeeaddress: 'HAFBDEFF',
    country: 'DE',
  },
  '/withdraw_bank/terms': { coinname: 'USD' },
  '/withdraw_bank/createWithdraw_bank': {
    num: '100',
    bank_id: '999999999',
    coinname: 'USD',
    currency: 'USD',
    pay_password: '135790',
  },
  '/transfer/findMember': { by: 'id', to: '999999999' },
  '/transfer/send': { member: '999999999', coinname: 'USDT', num: '20', pay_password: '135790' },
  '/withdraw/createWithdraw': {
    num: '20',
    czline: 'TRC20',
    coinname: 'USDT',
    pay_password: '135790',
    address: 'TCQETCiTGjpUZA2u3ggvXLc97icCU9WC4u',
  },
  '/issue/quote': { num: '100' },
  '/issue/buySubmit': { num: '100' },
  '/mining_machine/buySingleMining_machine': { num: '1' },
  '/mining_machine/buyShareMining_machine': { sharbltxt: '40|60', gxfe: 40 },
  '/financing/quote': { money: '500' },
  // Above the maximum: every field is valid, and no later yield moves money.
  '/financing_order/createFinancing_order': { money: '1000000' },
  '/loan/quote': { amount: '1000' },
  '/loan_order/createLoan_order': { amount: '1000', consent: true },
  '/loan_order/repay': { num: '1' },
  '/notice/setSwitch': { category: 'contracts', channel: 'email', isOn: true },
  '/notice/setQuietHours': { timeZone: 'UTC' },
  '/notice/setPushDetails': { isOn: false },
  // Of no push service that we call.
  '/notice/addPushDevice': { endpoint: 'https://push.invalid/1', p256dh: 'BA', auth: 'AA' },
  '/notice/removePushDevice': { endpoint: 'https://push.invalid/1' },
  '/apiKey/createApiKey': { ips: ['192.0.2.7'], password: 'wrong password 9' },
};

/** The code that a valid request reaches, 0 by default. */
const REACHED: Record<string, number> = {
  '/base/registerUser': 4009,
  '/base/checkEmailCode': 4009,
  '/base/endedSession': 5007,
  '/base/securityAlert': 5007,
  '/base/freezeAccount': 5007,
  '/base/login': 4002,
  '/base/resetPwd': 4009,
  '/base/resetPwdByPhone': 4009,
  '/user/changePassword': 4011,
  '/user/changePayPassword': 4011,
  '/user/resetPayPassword': 4009,
  '/user/provePhone': 5016,
  '/user/forgetDevice': 5011,
  '/user/setMailWord': 4011,
  '/user/exportAccount': 4011,
  '/user/closeAccount': 4011,
  '/user/giveUpMachines': 4011,
  '/user_qianbao/setAddressLock': 4011,
  '/public-log/receipt': 5007,
  '/liabilities/proof': 5007,
  '/user/statement/month': 5007,
  '/user/statement/file': 5007,
  '/alert/switch': 5007,
  '/alert/remove': 5007,
  '/bborder/clearorder': 5007,
  '/bborder/clearorders': 5007,
  '/bborder/findBborder': 5007,
  '/bborder/cancelConditional': 5007,
  '/bborder/findConditional': 5007,
  '/bborder/triggerReceipt': 5007,
  '/hyorder/createHyorder': 5004,
  '/hyorder/findHyorder': 5007,
  '/hyorder/evidence': 5007,
  '/recharge/exchangeFind': 4021,
  '/recharge/exchange': 4021,
  '/recharge/findExchange': 5007,
  '/recharge/createRecharge': 5013,
  '/recharge/findRecharge': 5007,
  '/recharge/cancelRecharge': 5007,
  '/user/findImage': 5007,
  '/user_card/createUser_card': 5001,
  '/user_card/updateUser_card': 5007,
  '/user_qianbao/findUser_qianbao': 5007,
  '/user_qianbao/deleteUser_qianbao': 5007,
  '/user_bank/findUser_bank': 5007,
  '/user_bank/deleteUser_bank': 5007,
  '/recharge/findWire': 5007,
  '/recharge/cancelWire': 5007,
  '/withdraw_bank/findWithdraw_bank': 5007,
  '/withdraw_bank/createWithdraw_bank': 4025,
  '/withdraw_bank/cancelWithdraw_bank': 5007,
  '/transfer/findMember': 4025,
  '/transfer/send': 4025,
  '/transfer/find': 5007,
  '/withdraw/findWithdraw': 5007,
  '/withdraw/createWithdraw': 4025,
  '/withdraw/cancelWithdraw': 5007,
  '/apiKey/createApiKey': 4011,
  '/apiKey/deleteApiKey': 5007,
  '/service/messages': 5007,
  '/service/send': 5007,
  '/service/uploadImage': 5007,
  '/service/image': 5007,
  '/service/read': 5007,
  '/service/typing': 5007,
  '/service/end': 5007,
  '/service/rate': 5007,
  '/service/transcript': 5007,
  '/service/visitor/messages': 5007,
  '/service/visitor/send': 5007,
  '/service/visitor/uploadImage': 5007,
  '/service/visitor/image': 5007,
  '/service/visitor/read': 5007,
  '/service/visitor/typing': 5007,
  '/service/visitor/end': 5007,
  '/service/visitor/rate': 5007,
  '/service/visitor/transcriptCode': 5007,
  '/service/visitor/transcript': 5007,
  '/issue/detail': 5007,
  '/issue/buySubmit': 4025,
  '/mining_machine/findMining_machine': 5007,
  '/mining_machine/quote': 5007,
  '/mining_machine/buySingleMining_machine': 5007,
  '/mining_machine/buyShareMining_machine': 5007,
  '/mining_machine_order/findMyorder': 5007,
  '/mining_machine_order/redemptionFind': 5007,
  '/mining_machine_order/redemption': 5007,
  '/mining_machine_order/refund': 5007,
  '/financing/findFinancing': 5007,
  '/financing_order/createFinancing_order': 4018,
  '/financing_order/findFinancing_order': 5007,
  '/financing_order/redemptionFind': 5007,
  '/financing_order/redemption': 5007,
  '/loan_order/findLoan_order': 5007,
  '/loan_order/createLoan_order': 4025,
  '/loan_order/repay': 5007,
  '/notice/findNotice': 5007,
  '/notice/readNotice': 5007,
  '/notice/addPushDevice': 5001,
  '/financing_order/payoutList': 5007,
  '/user/unfreeze': 5011,
  '/user/confirm': 5019,
  '/base/confirmLogin': 5019,
  '/base/passkeyLogin': 5019,
  '/user/finishTotp': 5019,
  '/user/finishPasskey': 5019,
  '/user/beginTotp': 5010,
  '/user/beginPasskey': 5010,
  '/user/removeTotp': 5007,
  '/user/renamePasskey': 5007,
  '/user/removePasskey': 5007,
  '/user/newRecoveryCodes': 5011,
};

export function codeReachedBy(call: AnyCall): number {
  return REACHED[call.path] ?? 0;
}

/** The required fields, with `given` for values known at runtime only. */
export function validInputOf(
  call: AnyCall,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const values = { ...BY_FIELD, ...given, ...BY_PATH[call.path] };
  const { required = [] } = call.input as { required?: string[] };
  const captcha = 'captchaId' in given ? ['captcha', 'captchaId'] : [];
  const chosen = new Set([...required, ...captcha, ...Object.keys(BY_PATH[call.path] ?? {})]);
  return Object.fromEntries([...chosen].map((field) => [field, values[field]]));
}
