/** The listed mutants: faults that break one rule each, with the tests that find them. Each area has a JSON file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { treeRoot } from '../arch/source-files.ts';

/** A fault to plant: `find`, which occurs once in `file`, becomes `replace`. Paths are from the root of the clone. */
export interface Mutant {
  /** The name of its JSON file. */
  readonly area: string;
  /** The rule that it breaks, as a sentence about the broken product. */
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Test files; at least one test in them fails. */
  readonly tests: readonly string[];
}

const folder = join(treeRoot, 'tools/mutants');

/** All mutants, by area. */
export const readMutants = (): readonly Mutant[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const listed = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Omit<Mutant, 'area'>[];
      return listed.map((mutant) => ({ ...mutant, area: name.slice(0, -'.json'.length) }));
    });

/** The text with the fault. Fails when `find` does not occur exactly once. */
export const planted = (text: string, { find, replace }: Mutant): string => {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`occurs ${more.length === 0 ? 0 : more.length + 1} times`);
  }
  return before + replace + after;
};
