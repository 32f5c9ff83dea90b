import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { createImageProcesses, type ImageProcesses } from '../src/kernel/images/image-processes.ts';
import { createLog } from '../src/platform/log.ts';
import { imageProcessesOf, residentMb } from './support/image-process-ids.ts';
import { jpeg, png } from './support/uploads.ts';
import { turns } from './support/pass-time.ts';

const log = createLog('silent');
const opened: ImageProcesses[] = [];

/** Own image processes, so that those of other test files are not counted. */
function processes(options: { idleMs?: number; imageMsMax?: number } = {}) {
  const before = new Set(imageProcessesOf(process.pid));
  const images = createImageProcesses({ log, ...options });
  opened.push(images);
  return {
    ...images,
    pids: () => imageProcessesOf(process.pid).filter((pid) => !before.has(pid)),
  };
}

afterEach(() => {
  for (const images of opened.splice(0)) images.stop();
});

const refused = { code: 5008 };

let largest: Promise<Buffer> | undefined;

/** Stops the process of an image during processing. `lost` resolves with the refusal. */
async function beginLargeImage(images: ReturnType<typeof processes>) {
  largest ??= jpeg(8_000, 8_000);
  const image = await largest;
  await images.draw(await png());
  const [victim] = images.pids();
  const idleMb = residentMb(victim!);
  const lost = images.draw(image).then(
    () => 'drawn',
    (error: unknown) => error,
  );
  while (residentMb(victim!) < idleMb + 20) await turns();
  process.kill(victim!, 'SIGSTOP');
  return { lost, victim: victim! };
}

describe('images are drawn in processes that', () => {
  it('start with the first image, are reused, and end when idle', async () => {
    const images = processes({ idleMs: 400 });
    expect(images.pids()).toEqual([]);
    const { bytes, width, height } = await images.draw(await png());
    expect([width, height]).toEqual([40, 20]);
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    const first = images.pids();
    expect(first).toHaveLength(1);
    await images.draw(await jpeg());
    expect(images.pids()).toEqual(first);
    await expect.poll(images.pids).toEqual([]);
    await images.draw(await png());
    expect(images.pids()).not.toEqual(first);
  });

  it('are at most two for any number of concurrent images', async () => {
    const images = processes();
    const photograph = await jpeg(2_000, 2_000);
    let most = 0;
    const drawn = Promise.all(
      Array.from({ length: 8 }, async () => {
        const { width } = await images.draw(photograph);
        most = Math.max(most, images.pids().length);
        return width;
      }),
    );
    expect(await drawn).toEqual(Array.from({ length: 8 }, () => 2_000));
    expect(most).toBe(2);
  });

  it('queue thirty images and refuse further ones as busy', async () => {
    const images = processes();
    const photograph = await jpeg();
    const all = await Promise.allSettled(Array.from({ length: 34 }, () => images.draw(photograph)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    expect(all[33]).toMatchObject({ status: 'rejected', reason: { code: 5006 } });
  });

  it('are replaced after twenty images, so that their memory is released under steady load', async () => {
    const images = processes();
    const picture = await png();
    await images.draw(picture);
    const first = images.pids();
    for (let count = 1; count < 20; count += 1) await images.draw(picture);
    await images.draw(picture);
    await expect.poll(() => images.pids().length).toBe(1);
    expect(images.pids()).not.toEqual(first);
  });

  it('fail only their own image when they are killed', async () => {
    const images = processes();
    const { lost, victim } = await beginLargeImage(images);
    const other = images.draw(await jpeg());
    expect((await other).width).toBe(40);
    process.kill(victim, 'SIGKILL');
    expect(await lost).toMatchObject(refused);
    expect((await images.draw(await png())).width).toBe(40);
    expect(images.pids()).not.toContain(victim);
  });

  it('are killed when they hang, and fail only their own image', async () => {
    const images = processes({ imageMsMax: 3_000 });
    const { lost, victim } = await beginLargeImage(images);
    expect(await lost).toMatchObject(refused);
    await expect.poll(images.pids).not.toContain(victim);
    expect((await images.draw(await png())).width).toBe(40);
  });

  it('lose no image when they are killed or hang while idle', async () => {
    const images = processes({ imageMsMax: 2_000 });
    for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
      await images.draw(await png());
      const [victim] = images.pids();
      process.kill(victim!, signal);
      expect((await images.draw(await png())).width).toBe(40);
      expect(images.pids()).not.toContain(victim);
    }
  });

  it('continue after an image that cannot be decoded', async () => {
    const images = processes();
    await images.draw(await png());
    const before = images.pids();
    const half = (await jpeg(400, 400)).subarray(0, 300);
    await expect(images.draw(half)).rejects.toMatchObject(refused);
    expect((await images.draw(await png())).width).toBe(40);
    expect(images.pids()).toEqual(before);
  });

  it.runIf(existsSync('/proc/self/environ'))('receive none of the server’s settings', async () => {
    const images = processes();
    await images.draw(await png());
    const environment = readFileSync(`/proc/${images.pids()[0]}/environ`, 'utf8');
    const names = environment.split('\0').flatMap((entry) => entry.split('=')[0] || []);
    expect(names.filter((name) => !name.startsWith('NODE_CHANNEL_'))).toEqual([]);
  });
});
