/** What the pictures of the README show: the demo member with balances and orders, and a deposit that one operator has approved. */
import type { OperatorCallName, OperatorInput } from '@tern/protocol/operator/client';
import type { Browser } from 'playwright-core';
import { codeAt } from '../../apps/server/tests/support/operator-client.ts';
import { paperAccounts } from '../../apps/server/src/features/account/auth/seed-accounts.ts';
import { PAPER_ONE_TIME_SECRET } from '../../apps/server/src/features/backoffice/operators/seed-operators.ts';
import { announceWire, keepBankCard, submitPayout } from './banking.ts';
import { type Operator, operatorCall } from './console.ts';
import { typeface } from './picture-page.ts';
import { receiptPicture } from './picture-receipt.ts';
import { keepTronAddress, PAY_PASSWORD, submitWithdrawal } from './reviewing.ts';
import type { Member, World } from './world.ts';

export interface Scene {
  member: Member;
  /** Has approved nothing yet; the deposit waits for a second person. */
  secondOperator: Operator;
  /** The deposit's record number, as the queue shows it. */
  deposit: string;
}

const COIN = 'USDT';
const NETWORK = 'TRC20';
const DEPOSITED = '1500';

/** `root` is the folder of the whole project. */
export async function prepareScene(
  root: string,
  { world, browser }: { world: World; browser: Browser },
): Promise<Scene> {
  const member = await demoMember(world);
  await trade(world, member);
  await fillQueue(world, member);
  const [first, secondOperator] = await Promise.all([signIn(world, 0), signIn(world, 1)]);
  await publishNews(world, [first, secondOperator]);
  const picture = await depositProof(world, { member, browser, typeface: typeface(root) });
  const deposit = await submitDeposit(world, { member, picture });
  const search = { search: deposit };
  const { list } = await acting(world, first)('GET /operator/review/list', search);
  await approve(world, { operator: first, ID: list[0]!.ID, stage: 'first' });
  await readNotices(world, member);
  return { member, secondOperator, deposit };
}

/** The member whom `npm start` names, with a withdrawal password. */
async function demoMember(world: World): Promise<Member> {
  const { email, phone, password } = paperAccounts.member;
  const { token } = await world.logInElsewhere({ email }, password);
  const change = { password: PAY_PASSWORD, loginPassword: password };
  await world.api.data('POST /user/changePayPassword', change, { token });
  const { userInfo } = await world.api.data('GET /user/getUserInfo', {}, { token });
  return { email, phone, session: { token, user: userInfo } };
}

async function trade(world: World, member: Member): Promise<void> {
  await world.buyAtMarket(member, { symbol: 'btcusdt', spend: '1250' });
  await world.buyAtMarket(member, { symbol: 'ethusdt', spend: '900' });
  await world.buyAtMarket(member, { symbol: 'solusdt', spend: '400' });
  await world.bid(member, { symbol: 'ethusdt', share: '0.97', spend: '300' });
  await world.bid(member, { symbol: 'btcusdt', share: '0.985', spend: '500' });
  await world.bid(member, { symbol: 'btcusdt', share: '0.995', spend: '750' });
}

/** Other requests under review. */
async function fillQueue(world: World, member: Member): Promise<void> {
  await keepTronAddress(world, member, 'Cold wallet');
  await submitWithdrawal(world, member, '240');
  const card = await keepBankCard(world, member);
  await submitPayout(world, member, { card: card.ID, num: '300' });
  await announceWire(world, member, '5000');
}

async function signIn(world: World, number: 0 | 1): Promise<Operator> {
  const { login, password } = paperAccounts.operators[number];
  const code = codeAt(Date.now(), PAPER_ONE_TIME_SECRET);
  const { session } = await operatorCall(world, 'POST /operator/login', {
    input: { login, password, code },
  });
  if (session === null) throw new Error(`${login} could not sign in`);
  return { login, session };
}

const acting =
  (world: World, { session }: Operator) =>
  <N extends OperatorCallName>(name: N, input: OperatorInput<N>) =>
    operatorCall(world, name, { input, token: session.token });

/** A receipt that names the member's own address. */
async function depositProof(
  world: World,
  given: { member: Member; browser: Browser; typeface: string },
): Promise<Buffer> {
  const { token } = given.member.session;
  const input = { coin: COIN, czline: NETWORK };
  const { address } = await world.api.data('GET /recharge/address', input, { token });
  return receiptPicture(given.browser, {
    amount: '1,500.00',
    coin: COIN,
    network: NETWORK,
    to: address,
    typeface: given.typeface,
  });
}

async function submitDeposit(
  { api }: World,
  { member, picture }: { member: Member; picture: Buffer },
): Promise<string> {
  const { token } = member.session;
  const base64Str = picture.toString('base64');
  const { ID: payimg } = await api.data('POST /user/uploadBase64', { base64Str }, { token });
  const input = { cate: 1, coin: COIN, czline: NETWORK, num: DEPOSITED, payimg };
  const key = 'deposit-of-the-pictures';
  return (await api.data('POST /recharge/createRecharge', input, { token, key })).recharge.recordNo;
}

/** One line under the balance on the home screen. */
async function publishNews(world: World, [writer, approver]: [Operator, Operator]): Promise<void> {
  const draft = {
    cate: 1,
    title: 'ERC20 withdrawals pause on Sunday',
    body: 'From 08:00 to 09:00 UTC.',
  } as const;
  const { ID, revision } = await acting(world, writer)('POST /operator/announcement/begin', draft);
  const proposal = { ID, revision, reason: 'Maintenance of the network.' };
  const { reviewId } = await acting(world, writer)('POST /operator/announcement/propose', proposal);
  await approve(world, { operator: approver, ID: reviewId, stage: 'second' });
}

async function approve(
  world: World,
  { operator, ID, stage }: { operator: Operator; ID: number; stage: 'first' | 'second' },
): Promise<void> {
  const call = acting(world, operator);
  await call('POST /operator/review/claim', { ID });
  const { hash } = (await call('GET /operator/review/find', { ID })).rereview;
  await call('POST /operator/review/approve', { ID, stage, hash, acknowledged: true });
}

async function readNotices(world: World, { session: { token } }: Member): Promise<void> {
  const { list } = await world.api.data('GET /notice/getNoticeList', {}, { token });
  await world.api.data('POST /notice/readAllNotices', { ID: list[0]!.ID }, { token });
}
