/** W16: what operators search for in the console, among 100,000 and 1,000,000 members. */
import { permissions } from '@tern/protocol/operator';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  membersNamed,
  namesOf,
  verificationRecords,
} from '../../../apps/server/src/features/account/identity/index.ts';
import { findAnnouncements } from '../../../apps/server/src/features/backoffice/announcement/index.ts';
import { findEverything } from '../../../apps/server/src/features/backoffice/operators/find/find-everything.ts';
import {
  findAddresses,
  requestRecordSources,
} from '../../../apps/server/src/features/money/funding/index.ts';
import { reviewDeposits } from '../../../apps/server/src/features/money/funding/deposit/review-deposits.ts';
import { reviewWithdrawals } from '../../../apps/server/src/features/money/funding/withdrawal/review-withdrawals.ts';
import { MemberRecords } from '../../../apps/server/src/kernel/requests/member-records.ts';
import { int8, text } from '../../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { startEmbedded } from '../../../apps/server/src/platform/database/embedded.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrate.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { defineQuery } from '../../../apps/server/src/platform/database/query.ts';
import { compare } from '../compare.ts';
import { whenInterrupted } from '../interrupted.ts';
import { randomFrom } from '../random.ts';
import type { RunOptions, Workload } from '../workload.ts';
import { fillFound } from './fill.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../apps/server/migrations', import.meta.url));
const MEMBERS = '100000,1000000';
/** Each way of searching, this often, with words of another member each time. */
const TIMES = 100;
const TO_PERCENTILE = 100;

const memberQuery = defineQuery({
  name: 'bench.foundMember',
  text: `select m.id, m.email, m.phone, d.name, a.address, w.txid from members m
    join identity_documents d on d.member_id = m.id
    join deposit_addresses a on a.member_id = m.id and a.network = 'TRC20'
    join withdrawals w on w.member_id = m.id
    where m.id = $1`,
  params: [int8],
  row: { id: int8, email: text, phone: text, name: text, address: text, txid: text },
});
const rangeQuery = defineQuery({
  name: 'bench.foundRange',
  text: 'select min(id) as first, max(id) as last from members',
  params: [],
  row: { first: int8, last: int8 },
});

interface Person {
  id: number;
  email: string;
  phone: string;
  name: string;
  address: string;
  txid: string;
}

/** What finds the member, and words that very many have. */
const WAYS: Readonly<Record<string, (person: Person) => string>> = {
  'whole name': ({ name }) => name,
  'rare part of a name': ({ name }) => name.split(' ')[1]!,
  'surname of a thirtieth': ({ name }) => name.split(' ')[2]!,
  'part of an e-mail address': ({ email }) => email.slice(1, 10),
  'provider of an eighth': ({ email }) => email.split('@')[1]!,
  'last digits of a phone': ({ phone }) => phone.slice(-6),
  id: ({ id }) => String(id),
  'record number': ({ id }) => `W-${id}`,
  'last four of an address': ({ address }) => address.slice(-4),
  'whole address': ({ address }) => address,
  'first four of each address': () => 'TSim',
  transaction: ({ txid }) => txid,
};

export const find: Workload = {
  name: 'find',
  title: 'The console’s search (W16)',
  async run({ rounds, seed, log }) {
    const sizes = (process.env.TERN_BENCH_MEMBERS ?? MEMBERS).split(',').map(Number);
    const comparison = await compare({
      title: 'searches of one operator, one after the other, with their line in the audit log',
      contenders: sizes.map((members) => ({
        name: `${members} members`,
        measure: () => measure(members, seed, log),
      })),
      rounds,
      log,
    });
    return { comparisons: [comparison], facts: {} };
  },
};

async function measure(members: number, seed: number, log: RunOptions['log']) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tern-bench-find-'));
  const cluster = await startEmbedded({ dataDir });
  const stop = async () => {
    ended();
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const ended = whenInterrupted(stop);
  try {
    await migrate({ owner: cluster.owner, folder: MIGRATIONS });
    await fillFound(cluster.owner, members);
    log(`${members} members are there`);
    const database = await openDatabase({ connection: cluster.app, poolSize: 4 });
    const figures = await search(database, seed);
    await database.close();
    return figures;
  } finally {
    await stop();
  }
}

async function search(database: Database, seed: number): Promise<Record<string, number>> {
  const random = randomFrom(seed);
  const kinds = [reviewDeposits({} as never), reviewWithdrawals({} as never, () => undefined)];
  const deps = {
    database,
    clock: { now: () => Date.now() },
    settings: { read: (setting: { fallback: unknown }) => setting.fallback } as never,
    reviews: { kinds: () => kinds } as never,
    records: new MemberRecords([verificationRecords, ...requestRecordSources]),
    membersNamed,
    namesOf,
    findAddresses,
    findAnnouncements,
  };
  const actor = {
    operatorId: 1,
    login: 'finder',
    address: '',
    permissions: [...permissions],
  };
  const { first, last } = await database.one(rangeQuery, []);
  const all: number[] = [];
  const figures: Record<string, number> = {};
  for (const [way, wordsOf] of Object.entries(WAYS)) {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const person = await database.one(memberQuery, [random.between(first, last)]);
      const begun = performance.now();
      const found = await findEverything(deps, actor, wordsOf(person));
      times.push(performance.now() - begun);
      if (Object.values(found).every(({ total }) => total === 0)) {
        throw new Error(`${way} found nothing for ${wordsOf(person)}`);
      }
    }
    all.push(...times);
    figures[`${way}, p99 ms`] = percentile(times, 99);
  }
  return { 'p50 ms': percentile(all, 50), 'p99 ms': percentile(all, 99), ...figures };
}

function percentile(times: readonly number[], at: number): number {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.ceil((sorted.length * at) / TO_PERCENTILE) - 1]!;
}
