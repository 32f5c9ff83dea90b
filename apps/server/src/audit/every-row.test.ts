import { expect, it } from 'vitest';
import { pageByNumbers } from './every-row.ts';

interface Batch {
  readonly id: number;
  readonly firstNumber: number;
}

/** Batches of so many numbers, as the database answers, and the numbers of each page. */
async function read(sizes: readonly number[], missing = -1) {
  let next = 1;
  const all = sizes.map((size): Batch => {
    const firstNumber = next;
    next += size;
    return { firstNumber, id: next - 1 };
  });
  const pages: number[] = [];
  const recorded = pageByNumbers(async (last, most, through) => {
    const page = all
      .filter(({ id }, at) => at !== missing && id > last && id <= through)
      .slice(0, most);
    if (page.length > 0) pages.push(page.reduce((sum, each) => sum + sizes[all.indexOf(each)]!, 0));
    return page;
  });
  const found = [];
  for await (const { firstNumber } of recorded) found.push(firstNumber);
  return { found, all: all.map(({ firstNumber }) => firstNumber), pages };
}

it('reads the record of a market with at most 2,000 numbers at a time, and each batch once', async () => {
  const { found, all, pages } = await read(Array.from({ length: 300 }, () => 64));
  expect(found).toEqual(all);
  expect(Math.max(...pages)).toBe(1_984);
  expect(pages).toHaveLength(10);
});

it('reads a batch that is longer alone, and goes on behind numbers that are missing', async () => {
  const { found, all, pages } = await read([5_000, 1, 3_000, 2], 2);
  expect(found).toEqual([all[0], all[1], all[3]]);
  expect(pages).toEqual([5_000, 1, 2]);
});
