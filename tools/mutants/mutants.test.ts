import { expect, it } from 'vitest';
import { sourceFiles, sourceText } from '../arch/source-files.ts';
import { planted, readMutants } from './mutants.ts';

const mutants = readMutants();

it('each listed mutant can be planted: its text occurs once in its file, and is changed', () => {
  const faults = mutants.flatMap((mutant) => {
    const where = `${mutant.area}: ${mutant.name}`;
    if (!sourceFiles().includes(mutant.file)) return [`${where}: there is no ${mutant.file}`];
    try {
      const text = sourceText(mutant.file);
      return planted(text, mutant) === text ? [`${where}: changes nothing`] : [];
    } catch (error) {
      return [`${where}: its text ${(error as Error).message} in ${mutant.file}`];
    }
  });
  expect(faults).toEqual([]);
});

it('each names test files that exist', () => {
  const missing = mutants.filter(
    ({ tests }) =>
      tests.length === 0 ||
      !tests.every(
        (test) => /[.](?:test|spec)[.]tsx?$/u.test(test) && sourceFiles().includes(test),
      ),
  );
  expect(missing).toEqual([]);
});

it('no two have the same name', () => {
  const names = mutants.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
