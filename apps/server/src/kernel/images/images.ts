/** Private images of members: uploaded once, used once, shown to their owner and to who reviews them (rules §6). */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { imagesCalls } from '@tern/protocol';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/database/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Files } from '../../platform/files/files.ts';
import { route } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { lockMember } from '../members/members.ts';
import { Refusal } from '../requests/refusal.ts';
import {
  countUnused,
  countUsedAlike,
  cutOffUploads,
  deleteUnused,
  endUpload,
  type Image,
  imageByIdQuery,
  insertImage,
  insertUpload,
  takeImage,
} from './image-rows.ts';
import { createImageProcesses, type ImageProcesses } from './image-processes.ts';
import { readUpload } from './read-image.ts';

export interface ImageDeps {
  database: Database;
  clock: Clock;
  random: Random;
  files: Files;
  log: Log;
}

export interface Images extends Feature {
  /** Nothing when the bytes are gone. */
  bytesOf(image: Image): Promise<{ contentType: string; bytes: Uint8Array } | undefined>;
}

const UNUSED_KEPT_MS = 24 * HOUR_MS;
/** No upload lasts as long. */
const CUT_OFF_MS = HOUR_MS;
/** Uploads that nothing used yet, of one member. */
const UNUSED_MAX = 20;
const NAME_BYTES = 24;
/** Of every image that is kept. */
const IMAGE_TYPE = 'image/jpeg';

export function createImages(deps: ImageDeps): Images {
  const { database, clock, files, log } = deps;
  const processes = createImageProcesses({ log });
  const bytesOf: Images['bytesOf'] = async (image) => {
    const bytes = await files.get(image.name);
    if (bytes === undefined) log.error({ image: image.id }, 'an image is not where it was put');
    return bytes && { contentType: IMAGE_TYPE, bytes };
  };
  return {
    slug: 'images',
    bytesOf,
    routes: [
      route(imagesCalls.uploadImage, async ({ caller, input }) => {
        if (input.base64Str === '') throw new Refusal(5001, { fields: ['base64Str'] });
        // Reading the request took its time: others have their turn before the image is unpacked.
        await nextTurn();
        const upload = readUpload(input.base64Str);
        const owner = { memberId: caller.memberId, upload };
        const { id, width, height, bytes } = await keepImage(deps, processes, owner);
        return { ID: id, width, height, bytes };
      }),
      route(imagesCalls.findImage, async ({ caller, input }) => {
        const image = await database.maybe(imageByIdQuery, [Number(input.ID)]);
        const found = image?.memberId === caller.memberId ? await bytesOf(image) : undefined;
        if (found === undefined) throw new Refusal(5007);
        const { contentType, bytes } = found;
        return { image: `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}` };
      }),
    ],
    jobs: [
      {
        name: 'images.prune',
        everyMs: HOUR_MS,
        run: async () => {
          await pruneImages(deps, clock.now() - UNUSED_KEPT_MS);
          await sweepUploads(deps, clock.now() - CUT_OFF_MS);
        },
      },
    ],
    stop: async () => processes.stop(),
  };
}

/** Fails with: 5006, 5008, 5012 while too many are unused. */
async function keepImage(
  deps: ImageDeps,
  processes: ImageProcesses,
  { memberId, upload }: { memberId: number; upload: Buffer },
): Promise<Image> {
  const { database, clock, random, files } = deps;
  await assertRoom(database, memberId);
  const { bytes, width, height } = await processes.draw(upload);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = random.token(NAME_BYTES);
  // Whatever ends this program from here on, the name of the file is known.
  await database.transaction((tx) => tx.run(insertUpload, [name, clock.now()]));
  try {
    await files.put(name, bytes);
    return await database.transaction(async (tx) => {
      await lockMember(tx, memberId);
      await assertRoom(tx, memberId);
      await tx.one(endUpload, [name]);
      const values = [memberId, name, sha256, bytes.length, width, height] as const;
      return tx.one(insertImage, [...values, clock.now()]);
    });
  } catch (error) {
    await files.remove(name);
    await database.transaction((tx) => tx.maybe(endUpload, [name]));
    throw error;
  }
}

async function assertRoom(reader: Reader, memberId: number): Promise<void> {
  const { total } = await reader.one(countUnused, [memberId]);
  if (total >= UNUSED_MAX) throw new Refusal(5012);
}

/** Removes what was uploaded before the moment and never used. */
export async function pruneImages(
  { database, files }: Pick<ImageDeps, 'database' | 'files'>,
  before: number,
): Promise<void> {
  for (;;) {
    // The row first: an image that is still known always has its bytes. The name stays known until they are gone.
    const gone = await database.transaction(async (tx) => {
      const deleted = await tx.many(deleteUnused, [before]);
      for (const { name } of deleted) await tx.run(insertUpload, [name, before]);
      return deleted;
    });
    await sweepUploads({ database, files }, before + 1);
    if (gone.length === 0) return;
  }
}

/** Removes files whose names were written down before the moment and are no image: their upload, or their removal, was cut off. */
export async function sweepUploads(
  { database, files }: Pick<ImageDeps, 'database' | 'files'>,
  before: number,
): Promise<void> {
  for (;;) {
    const swept = await database.transaction(async (tx) => {
      const names = await tx.many(cutOffUploads, [before]);
      for (const { name } of names) {
        // The file first: a name that is still known is swept again.
        await files.remove(name);
        await tx.one(endUpload, [name]);
      }
      return names.length;
    });
    if (swept === 0) return;
  }
}

/**
 * Takes a member's own unused image for one purpose for good; nothing when it is another's, absent or used.
 * Whoever asks second waits for the first.
 */
export function attachImage(
  tx: Tx,
  wanted: { imageId: number; memberId: number; usedFor: string },
): Promise<Image | undefined> {
  return tx.maybe(takeImage, [wanted.imageId, wanted.memberId, wanted.usedFor]);
}

export function imageById(reader: Reader, id: number): Promise<Image | undefined> {
  return reader.maybe(imageByIdQuery, [id]);
}

/** Whether anybody used an image that looks exactly the same. */
export async function wasUsedBefore(reader: Reader, image: Image): Promise<boolean> {
  return (await reader.one(countUsedAlike, [image.sha256, image.id])).total > 0;
}
