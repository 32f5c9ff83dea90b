/** One of everything that a member can own, created through member calls. */
import { formatDecimal, parseDecimal } from '@tern/money';
import type { Input, Name } from '@tern/protocol/client';
import { CARD } from './fiat.ts';
import type { OpenProducts } from './open-products.ts';
import { createApiKey } from './signed-client.ts';
import { verifyMember } from './operator-decisions.ts';
import { PASSWORD, type Person } from './people.ts';
import type { TestServer } from './server.ts';
import { png } from './uploads.ts';
import { PAY_PASSWORD, TRON_ADDRESS } from './withdrawals.ts';

export type RecordKind =
  | 'order'
  | 'conditional'
  | 'financialRecord'
  | 'contract'
  | 'priceAlert'
  | 'recurringPlan'
  | 'apiKey'
  | 'device'
  | 'notice'
  | 'wallet'
  | 'withdrawal'
  | 'card'
  | 'wire'
  | 'payout'
  | 'swap'
  | 'memberTransfer'
  | 'deposit'
  | 'staking'
  | 'machineShare'
  | 'image'
  | 'identity'
  | 'fixedTerm'
  | 'loan'
  | 'conversation'
  /** Sent in the conversation, and uploaded for it. */
  | 'supportImage'
  | 'supportUpload';

export type Records = Record<RecordKind, number>;

/** A limit price far enough from the market to rest: a twentieth below, in whole units. */
export async function restingPrice(server: TestServer): Promise<string> {
  const { list } = await server.api.data('POST /base/tradelist', { from: 1, pageSize: 100 });
  const { price } = list.find(({ symbol }) => symbol === 'btcusdt')!;
  const [whole = ''] = formatDecimal((parseDecimal(price)! * 95n) / 100n).split('.');
  return whole;
}

/** Money of each kind, and a withdrawal password. */
export async function equip(server: TestServer, { memberId, token }: Person): Promise<void> {
  await server.fund(memberId, { USD: '20000', USDT: '20000', BTC: '1' });
  const input = { password: PAY_PASSWORD, loginPassword: PASSWORD };
  await server.api.data('POST /user/changePayPassword', input, { token });
}

async function uploadPicture(server: TestServer, token: string, side = 16) {
  const base64Str = (await png(side, side)).toString('base64');
  return (await server.api.data('POST /user/uploadBase64', { base64Str }, { token })).ID;
}

/** A conversation with an image, and another image that is not sent yet. */
async function converse(server: TestServer, token: string) {
  const { conversation } = await server.api.data('POST /service/open', { lang: 'en' }, { token });
  const { ID } = conversation;
  const upload = async (side: number) => {
    const base64Str = (await png(side, side)).toString('base64');
    return (await server.api.data('POST /service/uploadImage', { ID, base64Str }, { token })).ID;
  };
  const imageId = await upload(24);
  const message = { ID, clientId: 'the-first-of-them-all', text: 'Hello', imageId };
  await server.api.data('POST /service/send', message, { token });
  return { conversation: ID, supportImage: imageId, supportUpload: await upload(28) };
}

/**
 * Creates one record of each kind for a verified member, including held money and the member's own limits. The image is
 * no proof yet. The notice is of an earlier action; `earlier` has the contract, the loan, the documents and the products to
 * buy.
 */
export async function createRecords(
  server: TestServer,
  person: Person,
  earlier: Pick<Records, 'contract' | 'loan' | 'identity'> & OpenProducts,
): Promise<Records> {
  const { token } = person;
  const ask = <N extends Name>(name: N, input: Input<N>) => server.api.data(name, input, { token });
  const mprice = await restingPrice(server);
  const buy = { symbol: 'btcusdt', mprice, mnum: '0.01', buytype: 1 };
  const { order } = await ask('POST /bborder/upbbbuy', buy);
  await ask('POST /bborder/upbbbuy', { symbol: 'btcusdt', musdt: '500', buytype: 2 });
  const stop = { symbol: 'btcusdt', side: 2, kind: 1, watches: 2, mprice, mnum: '0.01' };
  const waiting = { ...stop, triggerPrice: mprice };
  const { conditional } = await ask('POST /bborder/placeConditional', waiting);
  const place = { coin: 'USDT', czline: 'TRC20' };
  const address = { ...place, addr: TRON_ADDRESS, name: 'my wallet' };
  const { wallet } = await ask('POST /user_qianbao/createUser_qianbao', address);
  const out = { num: '50', address: TRON_ADDRESS, coinname: 'USDT', czline: 'TRC20' };
  const password = { pay_password: PAY_PASSWORD };
  const { withdraw } = await ask('POST /withdraw/createWithdraw', { ...out, ...password });
  const { bank } = await ask('POST /user_bank/createUser_bank', CARD);
  const payout = { num: '200', bank_id: bank.ID, coinname: 'USD', currency: 'USD', ...password };
  const { withdraw_bank } = await ask('POST /withdraw_bank/createWithdraw_bank', payout);
  const fiat = { cate: 2, coin: 'USD', num: '5000', email: person.email };
  const wire = await ask('POST /recharge/createRecharge', fiat);
  const traded = { num: '20', from_coin: 'USDT', to_coin: 'BTC' };
  const { exchange } = await ask('POST /recharge/exchange', traded);
  const receiver = await server.register();
  await server.fresh.owner.transaction((tx) => verifyMember(tx, receiver.memberId));
  const gift = { member: receiver.memberId, coinname: 'USDT', num: '3', ...password };
  const { transfer } = await ask('POST /transfer/send', gift);
  const payimg = await uploadPicture(server, token, 20);
  const created = await ask('POST /recharge/createRecharge', { ...place, num: '1500', payimg });
  await ask('POST /issue/buySubmit', { pid: earlier.pid, num: '100' });
  const term = { financing_id: earlier.financing_id, money: '500' };
  const fixedTerm = await ask('POST /financing_order/createFinancing_order', term);
  const [staking] = (await ask('GET /mining_machine/getMining_machineList', { type: 3 })).list;
  const staked = { id: staking!.ID, num: '1' };
  const stakingOrder = await ask('POST /mining_machine/buySingleMining_machine', staked);
  const [machine] = (await ask('GET /mining_machine/getMining_machineList', { type: 2 })).list;
  const { gxfe } = machine!.shares.find(({ heldAt }) => heldAt === null)!;
  const share = { id: machine!.ID, sharbltxt: machine!.sharbltxt, gxfe };
  const shareOrder = await ask('POST /mining_machine/buyShareMining_machine', share);
  await ask('POST /hyorder/setLimits', { dailyStake: '5000' });
  await ask('POST /notice/setSwitch', { category: 'yield', channel: 'email', isOn: true });
  const alert = { symbol: 'btcusdt', kind: 'above', level: '1000000' } as const;
  const ways = { repeats: false, push: false, email: false };
  const { alerts } = await ask('POST /alert/set', { ...alert, ...ways });
  const { plan } = await ask('POST /recurring/start', {
    amount: '5',
    coins: [{ symbol: 'btcusdt', share: 100 }],
    rhythm: 'month',
    day: 28,
    time: '09:00',
    timeZone: 'UTC',
  });
  const { keyId } = await createApiKey(server, person);
  const support = await converse(server, token);
  const { list } = await ask('GET /notice/getNoticeList', {});
  const devices = await ask('GET /user/devices', {});
  const records = await ask('GET /user_money_log/getUser_money_logList', {});
  return {
    order: order.ID,
    conditional: conditional.ID,
    financialRecord: records.list[0]!.ID,
    contract: earlier.contract,
    loan: earlier.loan,
    identity: earlier.identity,
    fixedTerm: fixedTerm.order.ID,
    priceAlert: alerts[0]!.ID,
    recurringPlan: plan.ID,
    apiKey: keyId,
    device: devices.list[0]!.ID,
    notice: list[0]!.ID,
    wallet: wallet.ID,
    withdrawal: withdraw.ID,
    card: bank.ID,
    wire: wire.recharge.ID,
    payout: withdraw_bank.ID,
    swap: exchange.ID,
    memberTransfer: transfer.ID,
    deposit: created.recharge.ID,
    staking: stakingOrder.order.ID,
    machineShare: shareOrder.order.ID,
    image: await uploadPicture(server, token),
    ...support,
  };
}
