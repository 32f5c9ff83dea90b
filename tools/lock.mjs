/** One process of this clone at a time may install or build; a lock left by a killed process is taken over. */
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
/** A silent holder is given up after this long; sooner when its process is gone. */
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

/** A holder that stopped beating is dead; the rename lets exactly one of those who wait clear it away. */
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

/** Runs `work` while holding the named lock of this clone, waiting for its turn with a word about it. */
export const withLock = async (name, work) => {
  const folder = join(root, 'dist');
  const file = join(folder, `${name}.lock`);
  mkdirSync(folder, { recursive: true });
  let told = false;
  while (!take(file)) {
    if (!told) console.log(`Waiting for another ${name} of this clone to finish`);
    told = true;
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
