/** Operators in browser stories: a wide window, a session, and direct calls. */
import { dirname } from 'node:path';
import type {
  Answer,
  OperatorCallName,
  OperatorInput,
  OperatorOutput,
} from '@tern/protocol/operator/client';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { addEmbeddedOperator } from '../../apps/server/tests/support/embedded-owner.ts';
import { codeAt } from '../../apps/server/tests/support/operator-client.ts';
import { png } from '../../apps/server/tests/support/uploads.ts';
import { type Open, soon } from './story.ts';
import type { Member, World } from './world.ts';

export const desktop: BrowserContextOptions = {
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

/** Creates an operator who has never signed in. Returns the login. */
export async function newOperator(world: World, roles: readonly string[]): Promise<string> {
  count += 1;
  const login = `op-${process.pid}-${count}`;
  const operator = { login, password: OPERATOR_PASSWORD, roles };
  await addEmbeddedOperator(dirname(world.outboxFile), operator);
  return login;
}

/** Makes a call as the console does. Throws on any refusal. */
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

/** Creates an operator with these roles and signs in. */
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

/** Opens the console as a signed-in operator; `path` is the part after the hash, `before` runs before the page loads. */
export function openConsole(
  open: Open,
  who: Operator,
  path = '/queue',
  before: (page: Page) => Promise<unknown> = async () => {},
): Promise<Page> {
  return open(`/console#${path}`, {
    device: desktop,
    before: async (page) => {
      await page.addInitScript((session) => {
        sessionStorage.setItem('tern.console.session', session);
      }, JSON.stringify(who.session));
      await before(page);
    },
  });
}

/** Acknowledges every warning of the open review. */
export async function readWarnings(page: Page): Promise<void> {
  const warnings = page.getByRole('checkbox', { name: /I’ve reviewed this\.$/ });
  await warnings.first().waitFor();
  for (const warning of await warnings.all()) await warning.check();
}

/** Reports a deposit with a proof image, as the member. */
export async function deposit(world: World, member: Member, num: string) {
  const ask = { token: member.session.token };
  const base64Str = (await png(600, 400)).toString('base64');
  const { ID } = await world.api.data('POST /user/uploadBase64', { base64Str }, ask);
  const input = { coin: 'USDT', czline: 'TRC20', num, payimg: ID, cate: 1 };
  return (await world.api.data('POST /recharge/createRecharge', input, ask)).recharge;
}

export async function depositOf(world: World, member: Member, id: number) {
  const ask = { token: member.session.token };
  return (await world.api.data('GET /recharge/findRecharge', { ID: id }, ask)).rerecharge;
}

/** Shows a row that came while the list was read: "1 new" waits for a press, unless the list was empty. Others come too. */
export async function showNew(page: Page, row: Locator): Promise<void> {
  const bar = page.getByRole('button', { name: /^\d+ new$/ });
  await soon(async () => {
    if (!(await row.isVisible()) && (await bar.isVisible())) await bar.click();
    return row.isVisible();
  }).toBe(true);
}
