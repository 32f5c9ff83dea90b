/** Every screen passes the automatic checks of WCAG 2.1 A and AA in both themes. */
import { expect } from 'vitest';
import { publicPages } from '../../apps/web/src/app/public-pages.ts';
import { routes } from '../../apps/web/src/app/routes.ts';
import { checksOf } from '../support/automatic-checks.ts';
import { busyMember } from '../support/screens.ts';
import { story } from '../support/story.ts';
import { visit } from '../support/waiting.ts';

story('every screen of a visitor', async ({ open }) => {
  const page = await open();
  const { found, check } = checksOf(page);
  for (const { path } of routes.filter((route) => publicPages.has(route.path))) {
    await visit(page, path);
    await check(path);
  }
  expect(found).toEqual({});
});

// In two halves, so that each is within the time limit of a story on a busy machine.
for (const half of [0, 1]) {
  story(`every screen of a member, half ${half + 1} of 2`, async ({ open, world }) => {
    const { member, screens } = await busyMember(world);
    const page = await open('/', { as: member });
    const { found, check } = checksOf(page);
    for (const path of screens.filter((_path, index) => index % 2 === half)) {
      await visit(page, path);
      await check(path);
    }
    expect(found).toEqual({});
  });
}
