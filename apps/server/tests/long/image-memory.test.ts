/** Images are processed outside of the server, so their memory is released (ADR 28). */
import { join } from 'node:path';
import { IMAGE_BYTES_MAX } from '@tern/protocol';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, createApi } from '../support/api-client.ts';
import { buildServer, type Build, type Instance } from '../support/built-server.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { proveEmbeddedPhone } from '../support/embedded-owner.ts';
import { imageProcessesOf, isRunning, residentMb } from '../support/image-process-ids.ts';
import { createPeople, type People } from '../support/people.ts';

const PHOTOGRAPHS = 30;
/** A member may have twenty unused uploads. */
const PER_MEMBER = 15;
/** Other files never reach a process. */
const JPEG_BEGINS = Buffer.from('ffd8ff', 'hex');
const ACCEPTED = 0;
const REFUSED = 5008;
/** More than files that cannot be drawn leave. Processing images in the server itself left 250 to 390 MB. */
const GROWTH_MB_MAX = 100;

let build: Build;
let instance: Instance;
let api: Api;
let people: People;

beforeAll(async () => {
  build = buildServer();
  await copyFirstStart(build.dataDir);
  instance = await build.start();
  api = createApi(() => instance.url);
  people = createPeople(api, {
    outboxFile: join(build.dataDir, 'outbox.jsonl'),
    captcha: 'GULL',
    provePhone: (memberId) => proveEmbeddedPhone(build.dataDir, memberId),
  });
});

afterAll(async () => {
  instance?.kill('SIGKILL');
  await instance?.ended;
  await build?.remove();
});

/** Twelve megapixels of noise, filled up to the largest accepted file. */
async function largestPhotograph(): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 4_000, height: 3_000, channels: 3, background: '#000', noise } as const;
  const picture = await sharp({ create }).jpeg({ quality: 80 }).toBuffer();
  const padding = Buffer.alloc(IMAGE_BYTES_MAX - picture.length);
  return Buffer.concat([picture, padding]).toString('base64');
}

/** Two members, one upload of each after the other. */
async function upload(base64Str: string, members: { token: string }[]): Promise<Set<number>> {
  const codes = new Set<number>();
  const ofOne = async ({ token }: { token: string }): Promise<void> => {
    for (let count = 0; count < PER_MEMBER; count += 1) {
      const { code } = await api.call('POST /user/uploadBase64', { base64Str }, { token });
      codes.add(code);
    }
  };
  await Promise.all(members.map(ofOne));
  return codes;
}

describe('the server', () => {
  // What the allocator keeps for request bodies of 11 MB depends on the machine: files of the same size, which the same
  // processes refuse, are measured first.
  it('keeps no more memory after thirty photographs of 8 MiB than after as many files that are none', async () => {
    const photograph = await largestPhotograph();
    const noPicture = Buffer.concat([JPEG_BEGINS, Buffer.alloc(IMAGE_BYTES_MAX - 3)]).toString(
      'base64',
    );
    const members = [await people.register(), await people.register()];
    expect(await upload(noPicture, members)).toEqual(new Set([REFUSED]));
    const before = residentMb(instance.pid);
    expect(await upload(photograph, members)).toEqual(new Set([ACCEPTED]));
    const after = residentMb(instance.pid);
    console.log(
      `${PHOTOGRAPHS} photographs: ${before.toFixed(0)} MB before, ${after.toFixed(0)} after`,
    );
    expect(after - before).toBeLessThan(GROWTH_MB_MAX);
  });

  it('leaves no process behind when it is killed', async () => {
    const base64Str = await largestPhotograph();
    const { token } = await people.register();
    const held = api
      .call('POST /user/uploadBase64', { base64Str }, { token })
      .catch(() => undefined);
    await expect.poll(() => imageProcessesOf(instance.pid)).not.toEqual([]);
    const children = imageProcessesOf(instance.pid);
    instance.kill('SIGKILL');
    await Promise.all([held, instance.ended]);
    await expect.poll(() => children.filter(isRunning)).toEqual([]);
  });
});
