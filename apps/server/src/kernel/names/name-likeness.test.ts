import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALIKE_MIN, nameLikeness } from './name-likeness.ts';

describe('two names of a person', () => {
  it.each([
    ['Anna Weber', 'WEBER ANNA'],
    ['Anna Weber', 'Frau Dr. Anna Weber'],
    ['Anna Weber', 'A. Weber'],
    ['Anna Maria Weber', 'Weber, Anna M.'],
    ['Anna Maria Weber', 'Anna Weber'],
    ['Jürgen Müller', 'Juergen Mueller'],
    ['José García Núñez', 'JOSE GARCIA NUNEZ'],
    ['Jean-Pierre Dupont', 'Jeanpierre Dupont'],
    ['Иван Петров', 'Ivan Petrov'],
    ['Ирина Щербакова', 'Shcherbakova Irina'],
    ['王小明', 'Wang Xiaoming'],
    ['王小明', 'XIAOMING WANG'],
    ['김철수', 'Kim Cheolsu'],
    ['Nguyễn Thị Hương', 'NGUYEN THI HUONG'],
    ['Ｋｉｍ Ｔｅｓｔｅｒ', 'Kim Tester'],
    ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos'],
    ['O’Brien Seán', "Sean O'Brien"],
  ])('%s and %s are alike', (left, right) => {
    const { likeness, isStranger } = nameLikeness(left, right);
    expect([likeness >= ALIKE_MIN, isStranger]).toEqual([true, false]);
  });

  it.each([
    ['Anna Weber', 'Peter Weber'],
    ['Anna Weber', 'Anna'],
    ['Anna Weber', 'Weber GmbH Berlin Handel'],
    ['Anna Weber', 'B. Weber'],
    // Its sounds are not written: nothing can be told.
    ['山田太郎', 'Yamada Taro'],
    ['محمد علي', 'Mohammed Ali'],
    ['', 'Anna Weber'],
    ['A. E.', 'E. A.'],
    ['!!', 'Anna Weber'],
  ])('%s and %s are for a person to decide', (left, right) => {
    const { likeness, isStranger } = nameLikeness(left, right);
    expect([likeness < ALIKE_MIN, isStranger]).toEqual([true, false]);
  });

  it.each([
    ['Anna Weber', 'John Smith'],
    ['Иван Петров', 'Maria Gonzalez'],
    ['Kim Tester', 'Acme Trading Ltd'],
    ['A. B. Weber', 'A. B. Smith'],
    ['王小明', '李娜'],
  ])('%s and %s have nothing in common', (left, right) => {
    expect(nameLikeness(left, right).isStranger).toBe(true);
  });

  it('are as alike one way as the other, between 0 and 100, and 100 in any order', () => {
    const word = fc.stringMatching(/^[A-Za-zäéшλ]{1,9}$/);
    // Initials alone say little. Longer than a title, which does not count.
    const whole = fc.stringMatching(/^[A-Za-zäéшλ]{6,9}$/);
    const name = fc
      .tuple(whole, fc.array(word, { maxLength: 4 }), fc.nat())
      .map(([first, others, at]) => others.toSpliced(at % (others.length + 1), 0, first));
    fc.assert(
      fc.property(name, name, (left, right) => {
        const [one, two] = [left.join(' '), right.join(' ')];
        const there = nameLikeness(one, two);
        expect(there).toEqual(nameLikeness(two, one));
        expect(there.likeness >= 0 && there.likeness <= 100).toBe(true);
        expect(nameLikeness(one, left.toReversed().join(' ').toUpperCase()).likeness).toBe(100);
      }),
      { numRuns: 100 },
    );
  });
});
