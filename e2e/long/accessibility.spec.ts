/** Every screen of a member passes the automatic checks of WCAG 2.1 A and AA in both themes. */
import { expect } from 'vitest';
import { faultsOf } from '../support/automatic-checks.ts';
import { busyMember } from '../support/screens.ts';
import { story } from '../support/story.ts';
import { wear } from '../support/themes.ts';
import { visit } from '../support/waiting.ts';

// In two halves, so that each is within the time limit of a story on a busy machine.
for (const half of [0, 1]) {
  story(`every screen of a member, half ${half + 1} of 2`, async ({ open, world }) => {
    const { member, screens } = await busyMember(world);
    const page = await open('/', { as: member });
    const found: Record<string, string[]> = {};
    for (const path of screens.filter((_path, index) => index % 2 === half)) {
      await visit(page, path);
      for (const theme of ['dark', 'light'] as const) {
        await wear(page, theme);
        // The themes differ only in colours.
        const faults = await faultsOf(page, { onlyColours: theme === 'light' });
        if (faults.length > 0) found[`${path}, ${theme}`] = faults;
      }
    }
    expect(found).toEqual({});
  });
}
