/** Fiat by calls: cards, payouts, wires and their receipts. */
import { type Operator, operator, operatorCall } from './console.ts';
import { PAY_PASSWORD } from './reviewing.ts';
import type { Member, World } from './world.ts';

export const CARD = {
  bankname: 'Bank of Terns',
  accountname: 'Ada Sterna',
  bankcard: '4242424242424242',
  bankaddress: '1 Harbour Road, Husum',
  ibna: 'DE89370400440532013000',
  payeeaddress: 'TERNDEFF',
  country: 'DE',
};

let keys = 0;

/** An attempt of its own. */
const asking = ({ session }: Member) => {
  keys += 1;
  return { token: session.token, key: `fiat-${process.pid}-${keys}` };
};

export async function keepBankCard(world: World, member: Member) {
  const { token } = member.session;
  return (await world.api.data('POST /user_bank/createUser_bank', CARD, { token })).bank;
}

/** A payout of USDT in US dollars, under review. */
export async function submitPayout(
  world: World,
  member: Member,
  payout: { card: number; num: string },
) {
  const { card: bank_id, num } = payout;
  const input = { num, bank_id, coinname: 'USDT', currency: 'USD', pay_password: PAY_PASSWORD };
  const call = 'POST /withdraw_bank/createWithdraw_bank';
  return (await world.api.data(call, input, asking(member))).withdraw_bank;
}

/** An announced wire of US dollars; returns its id. */
export async function announceWire(world: World, member: Member, num = '5000') {
  const input = { cate: 2, coin: 'USD', num, email: member.email };
  return (await world.api.data('POST /recharge/createRecharge', input, asking(member))).recharge;
}

/** An approver records that the bank sent an approved payout; gives the bank's reference. */
export async function sendPayout(world: World, recordNo: string): Promise<string> {
  const { token } = (await operator(world, 'approver')).session;
  const ID = recordNo.replace('B-', '');
  const bankReference = `OUT-${process.pid}-${ID}`;
  const valueDate = new Date().toISOString().slice(0, 10);
  const input = { ID, bankReference, valueDate };
  await operatorCall(world, 'POST /operator/payout/recordSent', { input, token });
  return bankReference;
}

let receipts = 0;
const clerks = new Map<string, Promise<Operator>>();

/** A third operator records the receipt of the announced amount. */
export async function recordReceipt(
  world: World,
  { recordNo, num }: { recordNo: string; num: string },
): Promise<void> {
  const signedIn = clerks.get(world.url) ?? operator(world, 'reviewer');
  clerks.set(world.url, signedIn);
  const { token } = (await signedIn).session;
  const search = { search: recordNo };
  const { list } = await operatorCall(world, 'GET /operator/review/list', { input: search, token });
  const ID = list.find((review) => review.recordNo === recordNo)?.ID;
  if (ID === undefined) throw new Error(`${recordNo} is not in the queue`);
  receipts += 1;
  const receipt = { num, bankReference: `ST-${process.pid}-${receipts}`, payer: 'Ada Sterna' };
  await operatorCall(world, 'POST /operator/review/claim', { input: { ID }, token });
  const input = { ID, ...receipt };
  await operatorCall(world, 'POST /operator/wire/recordReceipt', { input, token });
  await operatorCall(world, 'POST /operator/review/release', { input: { ID }, token });
}
