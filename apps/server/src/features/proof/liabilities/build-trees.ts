/** Makes the trees of a snapshot from its stored balances, in bounded memory and between other work. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type BalancePart,
  createLiabilitiesBuilder,
  type LiabilitiesBuilder,
  type NodeBuckets,
  splitBalance,
  type Tile,
} from '@tern/proofs';
import { SCALE } from '@tern/money';
import type { OwedMember } from '../../../kernel/ledger/owed-members.ts';
import { clearTrees, insertTiles, insertTree, keepClaim } from './store.ts';
import type { Building } from './building.ts';
import { listBalances } from './store-balances.ts';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMBERS_PER_PAGE = 200;
/** Tiles stored together: about 400 KB. */
const TILES_PER_WRITE = 32;
/** Balances split before yielding to the event loop: well below a millisecond. */
const BALANCES_PER_TURN = 4;
const USUAL_SCALE = 8;
const USUAL_UNIT = 10n ** BigInt(SCALE - USUAL_SCALE);

/** Shape: all balances of the snapshot are stored. An earlier attempt is removed first. */
export async function buildTrees(building: Building): Promise<void> {
  const { deps, claim } = building;
  const { snapshot } = claim();
  await deps.database.transaction(async (tx) => {
    await keepClaim(tx, claim());
    await clearTrees(tx, snapshot);
  });
  const files = await openFileBuckets();
  try {
    const builders = new Map<string, LiabilitiesBuilder>();
    await splitBalances(building, (asset) => {
      const known = builders.get(asset);
      if (known !== undefined) return known;
      const made = createLiabilitiesBuilder(asset, files.of(asset));
      builders.set(asset, made);
      return made;
    });
    for (const [asset, builder] of builders) await finishTree(building, asset, builder);
  } finally {
    await files.remove();
  }
}

async function splitBalances(
  { deps, nonce, claim }: Building,
  builderOf: (asset: string) => LiabilitiesBuilder,
): Promise<void> {
  const { snapshot } = claim();
  let balances = 0;
  for (let after = 0; ; ) {
    const page = await listBalances(deps.database, { snapshot, after, limit: MEMBERS_PER_PAGE });
    for (const member of page) {
      for (const parts of partsOf({ snapshot, nonce }, member)) {
        const [first] = parts;
        if (first !== undefined) await builderOf(first.asset).add(parts);
        balances += 1;
        if (balances % BALANCES_PER_TURN === 0) await nextTurn();
      }
    }
    await deps.database.transaction((tx) => keepClaim(tx, claim()));
    if (page.length < MEMBERS_PER_PAGE) return;
    after = page.at(-1)?.ownerId ?? after;
  }
}

/** The parts of each of a member's balances: the same whenever they are computed. */
export function* partsOf(
  given: { readonly snapshot: number; readonly nonce: Uint8Array },
  { ownerId, assets, amounts }: OwedMember,
): Generator<BalancePart[]> {
  for (const [at, asset] of assets.entries()) {
    const amount = amounts[at];
    if (amount === undefined) continue;
    yield splitBalance(given, { owner: ownerId, asset, scale: scaleOf(amount), amount });
  }
}

/** Places of an amount's parts. It depends on nothing that may change until the member asks for a proof. */
const scaleOf = (amount: bigint): number => (amount % USUAL_UNIT === 0n ? USUAL_SCALE : SCALE);

async function finishTree(
  { deps, claim }: Building,
  asset: string,
  builder: LiabilitiesBuilder,
): Promise<void> {
  const { snapshot } = claim();
  let waiting: Tile[] = [];
  const store = async () => {
    const tiles = waiting;
    waiting = [];
    await deps.database.transaction(async (tx) => {
      await keepClaim(tx, claim());
      if (tiles.length > 0) await insertTiles(tx, { snapshot, asset }, tiles);
    });
  };
  const tree = await builder.finish(async (tile) => {
    waiting.push(tile);
    if (waiting.length >= TILES_PER_WRITE) await store();
  });
  await store();
  if (tree === undefined) return;
  await deps.database.transaction(async (tx) => {
    await keepClaim(tx, claim());
    await insertTree(tx, { snapshot, ...tree });
  });
}

/** Where nodes wait to be sorted: files in a folder of their own, which hold nothing but what will be published. */
interface BucketFiles {
  of(asset: string): NodeBuckets;
  /** Removes all files. */
  remove(): Promise<void>;
}

async function openFileBuckets(): Promise<BucketFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'tern-liabilities-'));
  return {
    of: (asset) => {
      const written = new Set<number>();
      const path = (bucket: number) => join(folder, `${asset}-${bucket}`);
      return {
        async put(bucket, nodes) {
          written.add(bucket);
          await appendFile(path(bucket), nodes);
        },
        async take(bucket) {
          if (!written.delete(bucket)) return new Uint8Array();
          const nodes = await readFile(path(bucket));
          await rm(path(bucket));
          return new Uint8Array(nodes);
        },
        rest: () => nextTurn(),
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
