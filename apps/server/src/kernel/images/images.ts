/** Private images of members: redrawn at upload, used once, shown to their owner and to reviewers; and icons, which are public (ADR 28). */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ICON_BYTES_MAX, IMAGE_BYTES_MAX, imagesCalls } from '@tern/protocol';
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
  interruptedUploads,
  deleteUnused,
  endUpload,
  type Image,
  imageByIdQuery,
  insertImage,
  insertUpload,
  takeImage,
} from './image-rows.ts';
import { createImageProcesses, type DrawnImage } from './image-processes.ts';
import { watermark } from './watermark.ts';

export interface ImageDeps {
  database: Database;
  clock: Clock;
  random: Random;
  files: Files;
  log: Log;
}

interface StoredBytes {
  contentType: string;
  bytes: Uint8Array;
}

/** A redrawn image whose bytes are in the file store. */
export interface StoredImage {
  name: string;
  sha256: string;
  differenceHash: string;
  bytes: number;
  width: number;
  height: number;
}

export interface Images extends Feature {
  /** Undefined if the bytes are missing. */
  bytesOf(image: Pick<Image, 'id' | 'name'>): Promise<StoredBytes | undefined>;
  /**
   * The same with a text burned in across the image, for operators. Undefined if the bytes are missing.
   * @throws busy
   */
  markedBytesOf(image: Image, text: string): Promise<StoredBytes | undefined>;
  /**
   * Redraws an upload (base64), stores its bytes, and lets `write` insert its row, in the same transaction.
   * @throws busy, invalid-file, and the errors of `write`
   */
  store<Row>(base64: string, write: (tx: Tx, stored: StoredImage) => Promise<Row>): Promise<Row>;
  /**
   * The same for a PNG, WebP or SVG that becomes a square PNG. Anyone may see it.
   * @throws busy, invalid-file, and the errors of `write`
   */
  storeIcon<Row>(
    base64: string,
    write: (tx: Tx, stored: StoredImage) => Promise<Row>,
  ): Promise<Row>;
  /** PNG; undefined if the bytes are missing. */
  iconBytesOf(name: string): Promise<Uint8Array | undefined>;
}

const UNUSED_KEPT_MS = 24 * HOUR_MS;
/** Longer than any upload. */
const INTERRUPTED_MS = HOUR_MS;
/** Unused images per member. */
const UNUSED_MAX = 20;
const NAME_BYTES = 24;
/** Of every stored image. */
const IMAGE_TYPE = 'image/jpeg';

export function createImages(deps: ImageDeps): Images {
  const { database, clock, files, log } = deps;
  const processes = createImageProcesses({ log });
  const bytesOf: Images['bytesOf'] = async (image) => {
    const bytes = await files.get(image.name);
    if (bytes === undefined)
      log.error({ image: image.id }, 'an image is missing from the file store');
    return bytes && { contentType: IMAGE_TYPE, bytes };
  };
  const store: Images['store'] = async (base64, write) => {
    if (base64 === '') throw new Refusal('invalid-request', { fields: ['base64Str'] });
    // Parsing the request blocked the main thread: let other requests run before decoding.
    await nextTurn();
    return storeDrawn(deps, await processes.draw(readUpload(base64, PHOTOGRAPH)), write);
  };
  return {
    slug: 'images',
    bytesOf,
    async markedBytesOf(image, text) {
      const stored = await bytesOf(image);
      if (stored === undefined) return undefined;
      const overlay = watermark(image, text);
      return { ...stored, bytes: await processes.mark({ image: stored.bytes, overlay }) };
    },
    store,
    async storeIcon(base64, write) {
      await nextTurn();
      return storeDrawn(deps, await processes.drawIcon(readUpload(base64, ICON)), write);
    },
    iconBytesOf: (name) => files.get(name),
    routes: [
      route(imagesCalls.uploadImage, async ({ caller, input }) => {
        const { memberId } = caller;
        await assertRoom(database, memberId);
        const image = await store(input.base64Str, async (tx, stored) => {
          await lockMember(tx, memberId);
          await assertRoom(tx, memberId);
          return insertImage(tx, { ...stored, memberId, createdAt: clock.now() });
        });
        const { id, width, height, bytes } = image;
        return { ID: id, width, height, bytes };
      }),
      route(imagesCalls.findImage, async ({ caller, input }) => {
        const image = await database.maybe(imageByIdQuery, [Number(input.ID)]);
        const found = image?.memberId === caller.memberId ? await bytesOf(image) : undefined;
        if (found === undefined) throw new Refusal('not-found');
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
          await sweepUploads(deps, clock.now() - INTERRUPTED_MS);
        },
      },
    ],
    stop: async () => processes.stop(),
  };
}

async function storeDrawn<Row>(
  { database, clock, random, files }: ImageDeps,
  { bytes, width, height, differenceHash }: DrawnImage,
  write: (tx: Tx, stored: StoredImage) => Promise<Row>,
): Promise<Row> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = random.token(NAME_BYTES);
  // Stored first, so that the file can be found and removed if the server ends before the image's row is written.
  await database.transaction((tx) => tx.run(insertUpload, [name, clock.now()]));
  try {
    await files.put(name, bytes);
    return await database.transaction(async (tx) => {
      const row = await write(tx, {
        name,
        sha256,
        differenceHash,
        bytes: bytes.length,
        width,
        height,
      });
      await tx.one(endUpload, [name]);
      return row;
    });
  } catch (error) {
    await files.remove(name);
    await database.transaction((tx) => tx.maybe(endUpload, [name]));
    throw error;
  }
}

/** @throws limit-reached when the member has too many unused images */
async function assertRoom(reader: Reader, memberId: number): Promise<void> {
  const { total } = await reader.one(countUnused, [memberId]);
  if (total >= UNUSED_MAX) throw new Refusal('limit-reached');
}

/** Removes images uploaded before `before` and never used. */
export async function pruneImages(
  { database, files }: Pick<ImageDeps, 'database' | 'files'>,
  before: number,
): Promise<void> {
  for (;;) {
    // The row first, so that every image has its bytes. The name stays in `image_uploads` until the file is removed.
    const gone = await database.transaction(async (tx) => {
      const deleted = await tx.many(deleteUnused, [before]);
      for (const { name } of deleted) await tx.run(insertUpload, [name, before]);
      return deleted;
    });
    await sweepUploads({ database, files }, before + 1);
    if (gone.length === 0) return;
  }
}

/** Removes the file of a deleted row, at the next sweep an hour later. In the transaction that deletes the row. */
export async function removeFile(tx: Tx, name: string, at: number): Promise<void> {
  await tx.run(insertUpload, [name, at]);
}

/** Removes the files of uploads and removals that were started before `before` and interrupted. */
export async function sweepUploads(
  { database, files }: Pick<ImageDeps, 'database' | 'files'>,
  before: number,
): Promise<void> {
  for (;;) {
    const swept = await database.transaction(async (tx) => {
      const names = await tx.many(interruptedUploads, [before]);
      for (const { name } of names) {
        // The file first: if its removal fails, the name is still stored and tried again.
        await files.remove(name);
        await tx.one(endUpload, [name]);
      }
      return names.length;
    });
    if (swept === 0) return;
  }
}

/**
 * Marks a member's own unused image as used, for good; undefined if it does not exist, is used or belongs to another.
 * A concurrent second call waits for the first.
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

/** Whether an identical image was used before, by any member. */
export async function wasUsedBefore(reader: Reader, image: Image): Promise<boolean> {
  return (await reader.one(countUsedAlike, [image.sha256, image.id])).total > 0;
}

const PREFIX = /^data:image\/[\w.+-]{1,40};base64,/i;

const wrong = () => new Refusal('invalid-file', { fields: ['base64Str'] });

type Signature = (bytes: Buffer) => boolean;

const isPng: Signature = (bytes) =>
  bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'));
const isJpeg: Signature = (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'));
const isWebp: Signature = (bytes) =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
/** Text that names the element within its first kilobyte. */
const isSvg: Signature = (bytes) => {
  const head = bytes
    .toString('utf8', 0, 1_024)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return head.startsWith('<') && /<svg[\s>]/i.test(head);
};

/** What an upload may be. By their first bytes: other files never reach a decoder. */
interface Kind {
  readonly bytesMax: number;
  readonly signatures: readonly Signature[];
}

const PHOTOGRAPH: Kind = { bytesMax: IMAGE_BYTES_MAX, signatures: [isPng, isJpeg, isWebp] };
const ICON: Kind = { bytesMax: ICON_BYTES_MAX, signatures: [isPng, isWebp, isSvg] };

/** Decodes base64. @throws invalid-file for malformed text, too many bytes, or another file type */
function readUpload(base64: string, { bytesMax, signatures }: Kind): Buffer {
  const text = withPluses(base64.replace(PREFIX, ''));
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  const length = (text.length / 4) * 3 - padding;
  if (length > bytesMax) throw wrong();
  const bytes = Buffer.from(text, 'base64');
  // Malformed base64 decodes to fewer bytes.
  if (bytes.length !== length || !signatures.some((matches) => matches(bytes))) throw wrong();
  return bytes;
}

const BLANK = 0x20;
const PLUS = 0x2b;

/** In form data an unescaped plus arrives as a space. Byte by byte, because `replace` takes a second for a text of spaces. */
function withPluses(text: string): string {
  if (!text.includes(' ')) return text;
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === BLANK) bytes[at] = PLUS;
  return bytes.toString('latin1');
}
