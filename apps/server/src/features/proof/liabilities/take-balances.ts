/** Stores what every member is owed, all read in one snapshot of the database (ADR 53). */
import { type Amount, formatDecimal } from '@tern/money';
import { listOwedMembers, type OwedMember } from '../../../kernel/ledger/owed-members.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { listUnsealedBalances, readHead } from '../public-log/index.ts';
import type { Building } from './building.ts';
import { keepClaim, markTaken } from './store.ts';
import { clearBalances, insertBalances } from './store-balances.ts';

const MEMBERS_PER_PAGE = 250;

interface Page {
  readonly owed: readonly Owed[];
  /** When the snapshot of the database was made, and the last round that counts. */
  readonly takenAt: number;
  readonly round: number;
  readonly isLast: boolean;
}

/**
 * Reads page by page and stores each page in its own short transaction: a long one that writes would delay members' events.
 * The balances are those after the log's last round: what the journal has after it is subtracted.
 */
export async function takeBalances(building: Building): Promise<void> {
  const { deps, claim } = building;
  const { snapshot } = claim();
  await deps.database.transaction(async (tx) => {
    await keepClaim(tx, claim());
    await clearBalances(tx, snapshot);
  });
  await deps.publicLog.seal();
  // One page waits while another is stored.
  const { readable, writable } = new TransformStream<Page, Page>();
  await Promise.all([readPages(deps, writable.getWriter()), storePages(building, readable)]);
}

/** Reads all balances in one snapshot of the database. */
async function readPages(
  { database, clock }: Building['deps'],
  pages: WritableStreamDefaultWriter<Page>,
): Promise<void> {
  try {
    await database.snapshot(async (reader) => {
      const takenAt = clock.now();
      const head = await readHead(reader);
      if (head === undefined) throw new Error('the public log is not open yet');
      const later = await laterChanges(reader, head.sealedThrough);
      let [after, isLast] = [0, false];
      while (!isLast) {
        const rows = await listOwedMembers(reader, { after, limit: MEMBERS_PER_PAGE });
        const owed = rows.map((member) => owedAt(member, later)).filter(isOwed);
        isLast = rows.length < MEMBERS_PER_PAGE;
        after = rows.at(-1)?.ownerId ?? after;
        await pages.write({ owed, takenAt, round: head.round, isLast });
      }
    });
    await pages.close();
  } catch (error) {
    await pages.abort(error);
    throw error;
  }
}

async function storePages({ deps, claim }: Building, pages: ReadableStream<Page>): Promise<void> {
  const { snapshot } = claim();
  for await (const { owed, takenAt, round, isLast } of pages) {
    await deps.database.transaction(async (tx) => {
      await keepClaim(tx, claim());
      if (owed.length > 0) await insertBalances(tx, snapshot, owed);
      if (isLast) await markTaken(tx, { snapshot, takenAt, round });
    });
  }
}

type Changes = ReadonlyMap<string, bigint>;

const keyOf = (ownerId: number, asset: string) => `${ownerId} ${asset}`;

async function laterChanges(reader: Reader, sealedThrough: number): Promise<Changes> {
  const rows = await listUnsealedBalances(reader, sealedThrough);
  return new Map(rows.map(({ ownerId, asset, amount }) => [keyOf(ownerId, asset), amount]));
}

interface Owed {
  readonly ownerId: number;
  readonly assets: string[];
  readonly amounts: string[];
}

/** Without assets of which nothing is owed. */
function owedAt({ ownerId, assets, amounts }: OwedMember, later: Changes): Owed {
  const owed: Owed = { ownerId, assets: [], amounts: [] };
  for (const [at, asset] of assets.entries()) {
    const amount = (amounts[at] ?? 0n) - (later.get(keyOf(ownerId, asset)) ?? 0n);
    if (amount === 0n) continue;
    owed.assets.push(asset);
    owed.amounts.push(formatDecimal(amount as Amount));
  }
  return owed;
}

const isOwed = ({ assets }: Owed): boolean => assets.length > 0;
