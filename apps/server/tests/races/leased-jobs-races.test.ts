/**
 * Each job that only one instance runs at a time, run by two at once, as after a pause of the first: everything is done once.
 * Beside it, the same deployment with one instance, which says what has to be done.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditBooks } from '../../src/audit/books.ts';
import { countWaiting } from '../../src/kernel/messaging/outgoing-messages.ts';
import { text } from '../../src/platform/database/columns.ts';
import type { Reader } from '../../src/platform/database/database.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { type DueWork, dueWork } from '../support/due-work.ts';
import { messagesIn } from '../support/people.ts';

/** Not what jobs do: who runs, and what each instance measured of itself. */
const OF_INSTANCES = ['programs', 'leases', 'operation_minutes', 'invariant_results'];
/** Its rows are packets of events; the events are counted. */
const PACKETS = 'member_events';

/** Those that the deployment has certainly work for; without it, nothing would be compared. */
const WITH_WORK = [
  'earn.pay',
  'staking.pay',
  'loan.collect',
  'loan.remind',
  'withdrawal.send',
  'invitation.reward',
  'invitation.notify',
  'notification.yields',
  'notification.email',
  'records.count',
  'public-log.seal',
  'liabilities.snapshot',
  'pricing.prune-ticks',
  'transparency.seal',
];

/** A month of files for each market takes a minute, and `history-files.test.ts` proves that two instances publish them once. */
const ELSEWHERE = 'history-files.publish';

const tables = defineQuery({
  name: 'test.tablesOfDeployment',
  text: `select relname::text as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    and not relispartition order by 1`,
  params: [],
  row: { name: text },
});

let alone: DueWork;
let pair: DueWork;
let counting: ReturnType<typeof countOf>;

beforeAll(async () => {
  [alone, pair] = await dueWork();
  const { owner } = alone.instances[0]!.fresh;
  const names = (await owner.many(tables, [])).map(({ name }) => name);
  counting = countOf(names.filter((name) => ![...OF_INSTANCES, PACKETS].includes(name)));
}, 120_000);
afterAll(async () => {
  await pair?.stop();
  await alone?.stop();
});

/** Rows of each table, and what the exchange and all members own of each asset. */
function countOf(names: readonly string[]) {
  const counts = names.map(
    (name) => `select 'rows of ${name}' as what, count(*)::text as much from ${name}`,
  );
  const sums = `select case when owner_id <= 0 then owner_id::text else 'members' end || ' ' || asset,
    sum(available) || ' ' || sum(held) from ledger_balances group by 1`;
  const events = `select 'events', coalesce(sum(json_array_length(events)), 0)::text from ${PACKETS}`;
  return defineQuery({
    name: 'test.countEverything',
    text: [...counts, events, sums].join(' union all '),
    params: [],
    row: { what: text, much: text },
  });
}

async function everything(reader: Reader): Promise<Record<string, string>> {
  const rows = await reader.many(counting, []);
  return Object.fromEntries(rows.map(({ what, much }) => [what, much]));
}

const stateOf = async ({ instances: [first], sent }: DueWork): Promise<Record<string, string>> => ({
  ...(await everything(first!.fresh.owner)),
  messages: String(messagesIn(first!.outboxFile).length),
  'transfers asked of the rail': String(sent()),
});

/** Mail that a job has written leaves a little later, in whichever instance. */
const untilMailHasLeft = ({ instances: [first] }: DueWork) =>
  expect.poll(async () => (await countWaiting(first!.fresh.owner)).waiting).toBe(0);

/**
 * Into how many batches a job that pays many at once divides them is a matter of who gets which rows first; each is a journal
 * entry, and the public log seals each. What it pays, and to whom, is not: payouts, postings and balances are compared. That
 * every entry is sealed once, the audit finds.
 */
const DIVIDED: Readonly<Record<string, readonly string[]>> = {
  'staking.pay': ['rows of staking_payout_batches', 'rows of ledger_entries', 'events'],
  'earn.pay': ['rows of fixed_term_payout_batches', 'rows of ledger_entries', 'events'],
  'public-log.seal': [
    'rows of public_log_entries',
    'rows of public_log_journal',
    'rows of public_log_rounds',
    'rows of public_log_tiles',
  ],
};

type State = Record<string, string>;

/** The state of both once mail has left. */
async function states(): Promise<[alone: State, pair: State]> {
  await Promise.all([alone, pair].map(untilMailHasLeft));
  return [await stateOf(alone), await stateOf(pair)];
}

/** Counts as what was added, other values as they are. */
function changeOf(before: State, after: State): State {
  const change = (key: string) => {
    const [from, to] = [before[key], after[key]!];
    const isCount = [from, to].every((value) => /^\d+$/.test(value ?? ''));
    return isCount ? String(Number(to) - Number(from)) : to;
  };
  return Object.fromEntries(Object.keys(after).map((key) => [key, change(key)]));
}

/** What differs, as `[alone, pair]`. */
function differences([left, right]: [State, State], but: readonly string[] = []) {
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  const differing = [...keys].filter((key) => left[key] !== right[key] && !but.includes(key));
  return Object.fromEntries(differing.map((key) => [key, [left[key], right[key]]]));
}

/** The jobs of the instance, whichever there are; each deployment runs them in this order. */
const runEverywhere = (name: string, { instances }: DueWork) =>
  Promise.all(instances.flatMap((instance) => [instance.runJob(name), instance.runJob(name)]));

it('every leased job that two instances run concurrently does everything once', async () => {
  const [instance] = alone.instances;
  /** How much of what is counted each job has changed. */
  const done: Record<string, number> = {};
  let before = await states();
  expect(differences(before)).toEqual({});
  for (const round of [1, 2]) {
    for (const name of instance!.leasedJobs().filter((each) => each !== ELSEWHERE)) {
      await runEverywhere(name, alone);
      await runEverywhere(name, pair);
      const after = await states();
      const changes: [State, State] = [
        changeOf(before[0], after[0]),
        changeOf(before[1], after[1]),
      ];
      expect([name, round, differences(changes, DIVIDED[name])]).toEqual([name, round, {}]);
      const changed = Object.keys(after[0]).filter((key) => after[0][key] !== before[0][key]);
      done[name] = (done[name] ?? 0) + changed.length;
      before = after;
    }
  }
  for (const { instances } of [alone, pair]) {
    const findings = await auditBooks(instances[0]!.fresh.database);
    expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  }
  expect(WITH_WORK.filter((name) => done[name] === 0)).toEqual([]);
});
