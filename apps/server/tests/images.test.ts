import { IMAGE_BYTES_MAX } from '@tern/protocol';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  attachImage,
  createImages,
  pruneImages,
  sweepUploads,
} from '../src/kernel/images/images.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { createLog } from '../src/platform/log.ts';
import { systemRandom } from '../src/platform/random.ts';
import { memoryFiles } from './support/deposits.ts';
import { manualClock } from './support/market.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import {
  noiseJpeg,
  jpeg,
  photograph,
  png,
  webp,
  WHERE_TAKEN,
  wrongFiles,
  wrongTexts,
} from './support/uploads.ts';

const imagesOf = defineQuery({
  name: 'test.imagesOfMember',
  text: 'select id from images where member_id = $1 order by id',
  params: [int8],
  row: { id: int8 },
});

const uploadsLeft = defineQuery({
  name: 'test.imageUploadsLeft',
  text: 'select name from image_uploads',
  params: [],
  row: { name: text },
});

const DAY = 24 * 3_600_000;
const clock = manualClock();
let server: TestServer;
let person: Person;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  person = await server.register();
});
afterAll(() => server?.stop());

const upload = (base64Str: string, token = person.token) => {
  clock.advance(1_000);
  return server.api.call('POST /user/uploadBase64', { base64Str }, { token });
};

const uploaded = async (bytes: Buffer): Promise<{ ID: number; width: number; height: number }> => {
  const answer = await upload(bytes.toString('base64'));
  expect(answer.code).toBe(0);
  return answer.data as { ID: number; width: number; height: number };
};

async function kept(ID: number): Promise<Buffer> {
  const ask = { token: person.token };
  const { image } = await server.api.data('GET /user/findImage', { ID }, ask);
  expect(image).toMatch(/^data:image\/jpeg;base64,/);
  return Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
}

describe('an image', () => {
  it.each([
    ['PNG', png],
    ['JPEG', jpeg],
    ['WebP', webp],
  ])('is accepted as %s and stored as JPEG', async (_name, make) => {
    const { ID, width, height } = await uploaded(await make());
    expect([width, height]).toEqual([40, 20]);
    expect(await sharp(await kept(ID)).metadata()).toMatchObject({ format: 'jpeg', width: 40 });
  });

  it('is accepted with the prefix of a data URL, and form-encoded with an unescaped plus', async () => {
    const base64 = (await noiseJpeg()).toString('base64');
    expect((await upload(`data:image/jpeg;base64,${base64}`)).code).toBe(0);
    const form = (body: string, path = '/api/user/uploadBase64') =>
      server.api.raw(path, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-token': person.token },
      });
    const sloppy = base64.replaceAll('/', '%2F').replaceAll('=', '%3D');
    expect(sloppy).toContain('+');
    for (const text of [encodeURIComponent(base64), sloppy]) {
      const { text: answer } = await form(`base64Str=${text}`);
      expect(JSON.parse(answer)).toMatchObject({ code: 0, data: { width: 400 } });
    }
    // No other call accepts a form.
    const { text: other } = await form('password=1&newPassword=2', '/api/user/changePassword');
    expect(JSON.parse(other)).toMatchObject({ code: 5001 });
  });

  it('is stripped of place, time and author, and is upright', async () => {
    const sent = await photograph();
    expect(sent.includes(WHERE_TAKEN)).toBe(true);
    const { ID, width, height } = await uploaded(sent);
    expect([width, height]).toEqual([20, 40]);
    const bytes = await kept(ID);
    expect(bytes.includes(WHERE_TAKEN)).toBe(false);
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is stripped of all other metadata', async () => {
    const script = '<script>alert(document.domain)</script>';
    const { ID } = await uploaded(
      Buffer.concat([await jpeg(), Buffer.from(`PK\x03\x04${script}`)]),
    );
    expect((await kept(ID)).includes(script)).toBe(false);
  });

  it('is scaled down to the size of a screen', async () => {
    const { width, height } = await uploaded(await jpeg(6_000, 1_500));
    expect([width, height]).toEqual([2_400, 600]);
  });

  it('may have 8 MiB and not a byte more', async () => {
    const picture = await jpeg();
    const padded = (bytes: number) =>
      Buffer.concat([picture, Buffer.alloc(bytes - picture.length, 0x20)]).toString('base64');
    expect((await upload(padded(IMAGE_BYTES_MAX))).code).toBe(0);
    const tooLarge = { code: 5008 };
    expect(await upload(padded(IMAGE_BYTES_MAX + 1))).toMatchObject(tooLarge);
    expect(await upload(padded(IMAGE_BYTES_MAX * 2))).toMatchObject(tooLarge);
    // The limit of other calls is unchanged.
    const input = { password: 'a'.repeat(70_000), newPassword: 'b' };
    const ask = { token: person.token };
    expect(await server.api.call('POST /user/changePassword', input, ask)).toMatchObject(tooLarge);
  });

  it.each(Object.entries(wrongFiles))('is refused: %s', async (_what, make) => {
    const bytes = await make();
    expect(await upload(bytes.toString('base64'))).toMatchObject({
      code: 5008,
      data: { fields: ['base64Str'] },
    });
  });

  it.each(Object.entries(wrongTexts))('is refused: %s', async (_what, text) => {
    expect((await upload(text)).code).toBe(5008);
  });

  it('is required', async () => {
    expect((await upload('')).code).toBe(5001);
  });

  it('is visible to its owner only', async () => {
    const { ID } = await uploaded(await png());
    const stranger = await server.register();
    const look = (token?: string) => server.api.call('GET /user/findImage', { ID }, { token });
    expect((await look(stranger.token)).code).toBe(5007);
    expect((await look()).code).toBe(4015);
    expect((await look(person.token)).code).toBe(0);
  });
});

describe('an interrupted upload', () => {
  /** A server whose file store stops answering at a step, as if killed there. */
  const instance = (files: ReturnType<typeof memoryFiles>, over: Partial<typeof files> = {}) => {
    const own = server.fresh.database;
    const log = createLog('silent');
    const held = { ...files, ...over };
    const images = createImages({ database: own, clock, files: held, log, random: systemRandom });
    return images.routes!.find(({ call }) => call.path === '/user/uploadBase64')!;
  };
  const asked = async (memberId: number) => ({
    caller: { memberId, sessionId: 1 },
    lang: 'en',
    address: '192.0.2.1',
    idempotencyKey: undefined,
    input: { base64Str: (await png()).toString('base64') },
  });
  const HOUR = 3_600_000;

  it('leaves no file behind after an hour, and deletes no file of an image', async () => {
    const files = memoryFiles();
    const { memberId } = await server.register();
    const ended = new Error('the server was ended');
    const whole = (await instance(files).answer(await asked(memberId))) as { ID: number };
    // The file is written, and neither the row nor the cleanup follows.
    const cutOff = instance(files, {
      put: async (name, bytes) => {
        await files.put(name, bytes);
        throw ended;
      },
      remove: () => Promise.reject(ended),
    });
    await expect(cutOff.answer(await asked(memberId))).rejects.toThrow('ended');
    expect(files.held.size).toBe(2);
    const own = server.fresh.database;
    clock.advance(HOUR - 1);
    await sweepUploads({ database: own, files }, clock.now() - HOUR);
    expect(files.held.size).toBe(2);
    clock.advance(2);
    await sweepUploads({ database: own, files }, clock.now() - HOUR);
    expect(files.held.size).toBe(1);
    expect((await own.many(imagesOf, [memberId])).map(({ id }) => id)).toEqual([whole.ID]);
  });

  it('is deleted immediately if the server keeps running', async () => {
    const files = memoryFiles();
    const { memberId } = await server.register();
    const busy = instance(files, { put: () => Promise.reject(new Error('the store is busy')) });
    await expect(busy.answer(await asked(memberId))).rejects.toThrow('busy');
    expect(await server.fresh.database.many(uploadsLeft, [])).toEqual([]);
  });

  it('that resumes after its file was deleted is refused instead of stored without its bytes', async () => {
    const files = memoryFiles();
    const { memberId } = await server.register();
    const own = server.fresh.database;
    const slow = instance(files, {
      put: async (name, bytes) => {
        await files.put(name, bytes);
        clock.advance(2 * HOUR);
        await sweepUploads({ database: own, files }, clock.now() - HOUR);
      },
    });
    await expect(slow.answer(await asked(memberId))).rejects.toThrow('returned 0 rows');
    expect(await own.many(imagesOf, [memberId])).toEqual([]);
    expect(files.held.size).toBe(0);
  });

  it('whose record alone was removed loses its file later', async () => {
    const files = memoryFiles();
    const { memberId } = await server.register();
    await instance(files).answer(await asked(memberId));
    const own = server.fresh.database;
    clock.advance(DAY + 1);
    const stuck = { ...files, remove: () => Promise.reject(new Error('the server was ended')) };
    const before = clock.now() - DAY;
    await expect(pruneImages({ database: own, files: stuck }, before)).rejects.toThrow('ended');
    expect(files.held.size).toBe(1);
    await sweepUploads({ database: own, files }, clock.now());
    expect(files.held.size).toBe(0);
  });
});

describe('unused images', () => {
  it('are deleted after a day, those in use are not', async () => {
    const files = memoryFiles();
    const own = server.fresh.database;
    const log = createLog('silent');
    const images = createImages({ database: own, clock, files, log, random: systemRandom });
    const route = images.routes!.find(({ call }) => call.path === '/user/uploadBase64')!;
    const { memberId } = await server.register();
    const caller = { memberId, sessionId: 1 };
    const asked = { caller, lang: 'en', address: '192.0.2.1', idempotencyKey: undefined };
    const base64Str = (await png()).toString('base64');
    const add = async () =>
      (await route.answer({ ...asked, input: { base64Str } })) as { ID: number };
    const [used, unused] = [await add(), await add()];
    expect(files.held.size).toBe(2);
    await own.transaction((tx) => attachImage(tx, { imageId: used.ID, memberId, usedFor: 'test' }));
    await pruneImages({ database: own, files }, clock.now());
    expect(files.held.size).toBe(2);
    clock.advance(DAY);
    const late = await add();
    await pruneImages({ database: own, files }, clock.now() - DAY + 1);
    expect(files.held.size).toBe(2);
    const ids = (await own.many(imagesOf, [memberId])).map(({ id }) => id);
    expect(ids).toEqual([used.ID, late.ID]);
    expect(ids).not.toContain(unused.ID);
  });

  it('are limited to twenty per member', async () => {
    const { token } = await server.register();
    const base64 = (await png()).toString('base64');
    const codes: number[] = [];
    for (let count = 0; count < 21; count += 1) codes.push((await upload(base64, token)).code);
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 0), 5012]);
  });
});
