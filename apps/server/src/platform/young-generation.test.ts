import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { HOLD, RELEASE } from './young-generation.ts';

/** Prints the size of the young generation after objects that survive were made, first held, then released. */
const PROGRAM = `
  const { getHeapSpaceStatistics, setFlagsFromString } = require('node:v8');
  const kept = [];
  const sizeAfter = (flag) => {
    setFlagsFromString(flag);
    for (let i = 0; i < 300000; i += 1) kept.push({ i, more: [i, i + 1, i + 2] });
    return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
  };
  console.log(JSON.stringify([sizeAfter('${HOLD}'), sizeAfter('${RELEASE}')]));`;

test('the young generation keeps its size while the server starts, and grows afterwards', () => {
  const flags = ['--max-semi-space-size=64', '--eval', PROGRAM];
  const [held, released] = JSON.parse(
    execFileSync(process.execPath, flags, { encoding: 'utf8' }),
  ) as [number, number];
  expect(released / held).toBeGreaterThan(4);
});
