/** Cases on a whole server, and what people of compliance do in them. */
import { Client } from 'pg';
import { expect } from 'vitest';
import { changeSetting } from './change-setting.ts';
import { manualClock } from './market.ts';
import { type Console, createConsole, type EnrolledOperator } from './operator-client.ts';
import { startServer, type TestServer } from './server.ts';

export const FILER = {
  name: 'Tern Exchange',
  street: '1 Harbour Road',
  city: 'Wilmington',
  country: 'US',
  state: 'DE',
  zip: '19801',
  phone: '+1 302 555 0100',
  tin: '123456789',
  tcc: 'TBSATEST',
  contact: 'Ada Quill',
  entityId: '',
  currency: '',
};

/** A restriction ends by the clock of the database. */
export const clock = manualClock();
export let server: TestServer;
export let consoleApi: Console;
/** With all roles. */
export let staff: string[];
export let ada: EnrolledOperator;
export let ben: EnrolledOperator;
export let auditor: EnrolledOperator;

/** For `beforeAll`: a server with two people of compliance and an auditor. Stop it afterwards. */
export async function startWithCases(): Promise<void> {
  clock.set(Date.now());
  server = await startServer({
    clock,
    prices: 'still',
    ownJobs: [
      'screening.read-lists',
      'screening.screen-again',
      'cases.end-restrictions',
      'cases.prune',
      'settings.refresh',
    ],
  });
  await changeSetting(server.fresh.database, 'cases.filer', FILER);
  await server.runJob('settings.refresh');
  await server.runJob('screening.read-lists');
  consoleApi = createConsole(server, clock);
  staff = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  ada = await consoleApi.enrolled(['compliance']);
  ben = await consoleApi.enrolled(['compliance']);
  auditor = await consoleApi.enrolled(['auditor']);
}

export const list = (who = ada) => consoleApi.data('GET /operator/case/list', {}, who.token);
export const caseOf = async (memberId: number) =>
  (await list()).list.find((one) => one.memberId === memberId);
export const show = async (ID: number, who = ada) =>
  (await consoleApi.data('GET /operator/case/find', { ID }, who.token)).case;
export const open = async (memberId: number, who = ada) =>
  consoleApi.data(
    'POST /operator/case/open',
    { memberId, why: 'Deposits just under a limit', risk: 'high', reason: 'Four of 990.00.' },
    who.token,
  );
type Act = 'clear' | 'restrict' | 'lift' | 'report';
type Part = 'withdrawals' | 'payouts' | 'trading' | 'deposits';
const report = {
  suspicions: ['belowThreshold' as const, 'sourceOfFunds' as const],
  from: '2026-11-16',
  until: '2026-11-18',
  usd: 3950,
  narrative: 'Four deposits of 980.00 to 995.00 within 16 hours, no source stated.',
};
export const propose = (
  ID: number,
  act: Act,
  [who, ...parts]: readonly [EnrolledOperator, ...Part[]],
) =>
  consoleApi.call(
    'POST /operator/case/propose',
    {
      ID,
      act,
      reason: 'Structuring suspected.',
      ...(parts.length > 0 && { parts }),
      ...(act === 'report' && { report }),
    },
    who.token,
  );
export const decide = async (ID: number, isAgreed: boolean, who: EnrolledOperator) => {
  const proposal = (await show(ID)).proposals.find(({ state }) => state === 'open');
  const given = { ID, proposalId: proposal?.ID ?? 1, act: proposal?.act ?? ('clear' as const) };
  return consoleApi.call(
    'POST /operator/case/decide',
    { ...given, isAgreed, reason: 'I have read it.' },
    who.token,
  );
};
/** By Ada and Ben. */
export const agree = async (ID: number, act: Act, parts: readonly Part[] = []) => {
  expect((await propose(ID, act, [ada, ...parts])).code).toBe(0);
  expect((await decide(ID, true, ben)).code).toBe(0);
};
export const timeline = async (ID: number) =>
  (await consoleApi.data('GET /operator/case/timeline', { ID, group: 'case' }, ada.token)).list;
/** As the owner of the database, with every trigger in force. */
export async function sql<Row extends object>(text: string): Promise<Row[]> {
  const client = new Client(server.fresh.appTarget);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
