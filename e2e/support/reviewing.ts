/** Members with requests under review, and two operators who review them by calls. */
import { dirname } from 'node:path';
import type {
  OperatorCallName,
  OperatorInput,
  OperatorOutput,
} from '@tern/protocol/operator/client';
import { verifyEmbedded } from '../../apps/server/tests/support/embedded-owner.ts';
import { type Operator, operator, operatorCall } from './console.ts';
import { type Member, PASSWORD, type World } from './world.ts';

export const PAY_PASSWORD = '135790';
export const TRON_ADDRESS = 'TCQETCiTGjpUZA2u3ggvXLc97icCU9WC4u';

const operators = new Map<string, Promise<Operator>>();

/** Makes a call as one of two operators with all decision roles; they sign in on first use. */
async function asOperator<N extends OperatorCallName>(
  world: World,
  number: 1 | 2,
  [name, input]: [N, OperatorInput<N>],
): Promise<OperatorOutput<N>> {
  const key = `${world.url} ${number}`;
  const signedIn = operators.get(key) ?? operator(world, 'reviewer', 'approver', 'support');
  operators.set(key, signedIn);
  const { token } = (await signedIn).session;
  return operatorCall(world, name, { input, token });
}

/** A member with a verified identity and no withdrawal password. */
export async function verifiedMember(world: World): Promise<Member> {
  const member = await world.member();
  const { token, user } = member.session;
  await verifyEmbedded(dirname(world.outboxFile), user.ID);
  const fresh = await world.api.data('GET /user/getUserInfo', {}, { token });
  return { ...member, session: { token, user: fresh.userInfo } };
}

/** A member who may withdraw: verified, with a withdrawal password. */
export async function withdrawingMember(world: World): Promise<Member> {
  const member = await verifiedMember(world);
  const { token } = member.session;
  const input = { password: PAY_PASSWORD, loginPassword: PASSWORD };
  await world.api.data('POST /user/changePayPassword', input, { token });
  const fresh = await world.api.data('GET /user/getUserInfo', {}, { token });
  return { ...member, session: { token, user: fresh.userInfo } };
}

/** Adds an address to a member's address book. */
export async function keepTronAddress(world: World, { session }: Member, name: string) {
  const wallet = { coin: 'USDT', czline: 'TRC20', addr: TRON_ADDRESS, name };
  const ask = { token: session.token };
  return (await world.api.data('POST /user_qianbao/createUser_qianbao', wallet, ask)).wallet;
}

let keys = 0;

/** A withdrawal of USDT over TRC20, under review. */
export async function submitWithdrawal(world: World, { session }: Member, num = '100') {
  keys += 1;
  const input = { num, czline: 'TRC20', address: TRON_ADDRESS, coinname: 'USDT' };
  const { withdraw } = await world.api.data(
    'POST /withdraw/createWithdraw',
    { ...input, pay_password: PAY_PASSWORD },
    { token: session.token, key: `withdrawal-${process.pid}-${keys}` },
  );
  return withdraw;
}

/** A withdrawal as its member sees it now. */
export async function withdrawalOf(world: World, { session }: Member, id: number) {
  const input = { ID: String(id) };
  const ask = { token: session.token };
  return (await world.api.data('GET /withdraw/findWithdraw', input, ask)).rewithdraw;
}

async function reviewOf(world: World, number: 1 | 2, recordNo: string) {
  const { list } = await asOperator(world, number, [
    'GET /operator/review/list',
    { search: recordNo },
  ]);
  const found = list.find((review) => review.recordNo === recordNo);
  if (found === undefined) throw new Error(`${recordNo} is not in the queue`);
  await asOperator(world, number, ['POST /operator/review/claim', { ID: found.ID }]);
  const input = { ID: found.ID };
  return (await asOperator(world, number, ['GET /operator/review/find', input])).rereview;
}

/** Both operators approve, one after the other. */
export async function approve(world: World, recordNo: string): Promise<void> {
  for (const [number, stage] of [
    [1, 'first'],
    [2, 'second'],
  ] as const) {
    const { ID, hash } = await reviewOf(world, number, recordNo);
    const input = { ID, stage, hash, acknowledged: true };
    await asOperator(world, number, ['POST /operator/review/approve', input]);
  }
}

export async function reject(world: World, recordNo: string, reason: string): Promise<void> {
  const { ID } = await reviewOf(world, 1, recordNo);
  await asOperator(world, 1, ['POST /operator/review/reject', { ID, reason }]);
}
