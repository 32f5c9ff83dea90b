/** A lock so that one process of this clone at a time installs or builds; a lock left by a killed process is removed. */
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './steps.mjs';

const beatMs = 1_000;
/** A lock is stale when its holder has not renewed it for this long, or sooner if its process is gone. */
const staleMs = 10_000;
const goneMs = 3_000;

const take = (file) => {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
};

const ageMs = (file) => {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
};

const isGone = (file) => {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
};

/** Removes a stale lock; the rename lets exactly one of the waiting processes do it. */
const clearIfStale = (file) => {
  if (ageMs(file) < (isGone(file) ? goneMs : staleMs)) return;
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside);
  } catch {
    // Another waiting process was first.
  }
};

/** Runs `work` under the named lock of this clone; prints a line if it has to wait. */
export const withLock = async (name, work) => {
  const folder = join(root, 'dist');
  const file = join(folder, `${name}.lock`);
  mkdirSync(folder, { recursive: true });
  let isReported = false;
  while (!take(file)) {
    if (!isReported) console.log(`Waiting for another ${name} of this clone to finish`);
    isReported = true;
    clearIfStale(file);
    await sleep(200);
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimesSync(file, now, now);
  }, beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(file, { force: true });
  }
};
