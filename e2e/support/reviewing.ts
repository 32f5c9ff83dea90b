/** The people who review: the two operators of paper mode, by their calls. */
import type {
  OperatorCallName,
  OperatorInput,
  OperatorOutput,
} from '@tern/protocol/operator/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeAt } from '../../apps/server/tests/support/operator-client.ts';
import { type Member, PASSWORD, type World } from './world.ts';

export const PAY_PASSWORD = '135790';
export const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const OPERATORS = [
  { login: 'operator-1', password: 'paper-review-1' },
  { login: 'operator-2', password: 'paper-review-2' },
] as const;

/** A one-time code is taken once; the next comes within half a minute. */
const NEXT_CODE_MS = 5_000;
const TRIES = 9;

const tokens = new Map<string, Promise<string>>();

interface Answer<Data> {
  code: number;
  msg: string;
  data: Data;
}

async function ask<N extends OperatorCallName>(
  world: World,
  name: N,
  { input, token }: { input: OperatorInput<N>; token?: string },
): Promise<Answer<OperatorOutput<N>>> {
  const [method = '', path = ''] = name.split(' ');
  const isQuery = method === 'GET';
  const query = isQuery ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const { text } = await world.api.raw(`/api${path}${query}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { 'x-token': token }),
    },
    ...(isQuery ? {} : { body: JSON.stringify(input) }),
  });
  return JSON.parse(text) as Answer<OperatorOutput<N>>;
}

async function signIn(world: World, number: 1 | 2): Promise<string> {
  const { login, password } = OPERATORS[number - 1]!;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const input = { login, password, code: codeAt(Date.now()) };
    const { code, data } = await ask(world, 'POST /operator/login', { input });
    if (code === 0 && data.session !== null) return data.session.token;
    await sleep(NEXT_CODE_MS);
  }
  throw new Error(`${login} cannot sign in`);
}

/** Calls as one of the two. Fails with: a thrown error for any refusal. */
async function asOperator<N extends OperatorCallName>(
  world: World,
  number: 1 | 2,
  [name, input]: [N, OperatorInput<N>],
): Promise<OperatorOutput<N>> {
  const key = `${world.url} ${number}`;
  const signedIn = tokens.get(key) ?? signIn(world, number);
  tokens.set(key, signedIn);
  const { code, msg, data } = await ask(world, name, { input, token: await signedIn });
  if (code !== 0) throw new Error(`${name} was refused with ${code}: ${msg}`);
  return data;
}

/** A member who may withdraw: verified, with a withdrawal password. */
export async function withdrawingMember(world: World): Promise<Member> {
  const member = await world.member();
  const { token, user } = member.session;
  const verdict = { ID: user.ID, isVerified: true, reason: 'Seen in person.' };
  await asOperator(world, 1, ['POST /operator/customer/setVerified', verdict]);
  const input = { password: PAY_PASSWORD, loginPassword: PASSWORD };
  await world.api.data('POST /user/changePayPassword', input, { token });
  const fresh = await world.api.data('GET /user/getUserInfo', {}, { token });
  return { ...member, session: { token, user: fresh.userInfo } };
}

/** Puts an address into a member's book. */
export async function keepTronAddress(world: World, { session }: Member, name: string) {
  const wallet = { coin: 'USDT', czline: 'TRC20', addr: TRON_ADDRESS, name };
  const ask = { token: session.token };
  return (await world.api.data('POST /user_qianbao/createUser_qianbao', wallet, ask)).wallet;
}

let keys = 0;

/** A withdrawal of USDT over TRC20, under review. */
export async function submitWithdrawal(world: World, { session }: Member, num = '100') {
  keys += 1;
  const wish = { num, czline: 'TRC20', address: TRON_ADDRESS, coinname: 'USDT' };
  const { withdraw } = await world.api.data(
    'POST /withdraw/createWithdraw',
    { ...wish, pay_password: PAY_PASSWORD },
    { token: session.token, key: `withdrawal-${process.pid}-${keys}` },
  );
  return withdraw;
}

async function reviewOf(world: World, number: 1 | 2, recordNo: string) {
  const { list } = await asOperator(world, number, [
    'GET /operator/review/list',
    { kind: 'withdrawal' },
  ]);
  const found = list.find((review) => review.recordNo === recordNo);
  if (found === undefined) throw new Error(`${recordNo} is not in the queue`);
  await asOperator(world, number, ['POST /operator/review/claim', { ID: found.ID }]);
  const input = { ID: found.ID };
  return (await asOperator(world, number, ['GET /operator/review/find', input])).rereview;
}

/** Both operators agree, one after the other. */
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
