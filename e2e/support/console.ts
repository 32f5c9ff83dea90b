/** Operators at their desks: a wide window, a session of their own, and calls beside the screen. */
import { dirname } from 'node:path';
import type {
  Answer,
  OperatorCallName,
  OperatorInput,
  OperatorOutput,
} from '@tern/protocol/operator/client';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { addEmbeddedOperator } from '../../apps/server/tests/support/embedded-owner.ts';
import { codeAt } from '../../apps/server/tests/support/operator-client.ts';
import type { Open } from './story.ts';
import { type Member, PASSWORD, type World } from './world.ts';

export const desk: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: 1,
  isMobile: false,
  hasTouch: false,
};

export const OPERATOR_PASSWORD = 'tern at the console 9';

export interface Operator {
  login: string;
  session: NonNullable<OperatorOutput<'POST /operator/login'>['session']>;
}

let count = 0;

/** Gives the name of an operator who has never signed in. */
export async function newOperator(world: World, roles: readonly string[]): Promise<string> {
  count += 1;
  const login = `op-${process.pid}-${count}`;
  const operator = { login, password: OPERATOR_PASSWORD, roles };
  await addEmbeddedOperator(dirname(world.outboxFile), operator);
  return login;
}

/** Calls as the console does. Fails with: a thrown error for any refusal. */
export async function operatorCall<N extends OperatorCallName>(
  world: World,
  name: N,
  given: { input: OperatorInput<N>; token?: string },
): Promise<OperatorOutput<N>> {
  const [method = '', path = ''] = name.split(' ');
  const isQuery = method === 'GET';
  const query = isQuery ? `?${new URLSearchParams(given.input as Record<string, string>)}` : '';
  const { text } = await world.api.raw(`/api${path}${query}`, {
    method,
    headers: {
      'content-type': 'application/json',
      lang: 'en',
      ...(given.token === undefined ? {} : { 'x-token': given.token }),
    },
    ...(isQuery ? {} : { body: JSON.stringify(given.input) }),
  });
  const answer = JSON.parse(text) as Answer;
  if (answer.code !== 0) throw new Error(`${name} was refused with ${answer.code}: ${answer.msg}`);
  return answer.data as OperatorOutput<N>;
}

/** Somebody with these roles, signed in. */
export async function operator(world: World, ...roles: readonly string[]): Promise<Operator> {
  const login = await newOperator(world, roles);
  const { enrolment } = await operatorCall(world, 'POST /operator/login', {
    input: { login, password: OPERATOR_PASSWORD },
  });
  if (enrolment === null) throw new Error(`${login} has signed in before`);
  const code = codeAt(Date.now(), enrolment.secret);
  const { session } = await operatorCall(world, 'POST /operator/enrol', {
    input: { ticket: enrolment.ticket, code },
  });
  return { login, session };
}

/** The console as an operator who is signed in sees it; `path` stands behind the hash. */
export function openConsole(open: Open, who: Operator, path = '/queue'): Promise<Page> {
  return open(`/console#${path}`, {
    device: desk,
    before: (page) =>
      page.addInitScript((session) => {
        sessionStorage.setItem('tern.console.session', session);
      }, JSON.stringify(who.session)),
  });
}

const PAY_PASSWORD = '135790';
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** A verified member who may withdraw. */
export async function verifiedMember(world: World, reviewer: Operator): Promise<Member> {
  const member = await world.member();
  const { token, user } = member.session;
  await operatorCall(world, 'POST /operator/customer/setVerified', {
    input: { ID: String(user.ID), isVerified: true, reason: 'Seen in person.' },
    token: reviewer.session.token,
  });
  const input = { password: PAY_PASSWORD, loginPassword: PASSWORD };
  await world.api.data('POST /user/changePayPassword', input, { token });
  return member;
}

let keys = 0;

export async function withdraw(world: World, member: Member, num = '100') {
  keys += 1;
  const { withdraw: made } = await world.api.data(
    'POST /withdraw/createWithdraw',
    { num, czline: 'TRC20', address: ADDRESS, coinname: 'USDT', pay_password: PAY_PASSWORD },
    { token: member.session.token, key: `console-${process.pid}-${keys}` },
  );
  return made;
}

export async function withdrawalOf(world: World, member: Member, id: number) {
  const ask = { token: member.session.token };
  return (await world.api.data('GET /withdraw/findWithdraw', { ID: String(id) }, ask)).rewithdraw;
}
