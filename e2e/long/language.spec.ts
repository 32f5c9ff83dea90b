/** Every screen in other languages: no English text is left, none is wider than the phone, no word is torn apart. */
import { expect } from 'vitest';
import { languages } from '../../apps/web/src/platform/i18n/languages.ts';
import {
  bareKey,
  brokenWords,
  englishOnly,
  sharedBusyMember,
  textsOn,
  textsOverEdge,
} from '../support/screens.ts';
import { story } from '../support/story.ts';
import { visit } from '../support/waiting.ts';

for (const language of ['de', 'ru', 'jp', 'vn'] as const) {
  const { locale } = languages[language];
  story(`every screen fits and has no English text in ${locale}`, async ({ open, world }) => {
    const { member, screens } = await sharedBusyMember(world);
    const foreign = englishOnly(language);
    const page = await open('/', { as: member, remembered: { language } });
    const found: Record<string, string[]> = {};
    for (const path of screens) {
      await visit(page, path);
      const english = (await textsOn(page)).filter(
        (text) => foreign.has(text) || bareKey.test(text),
      );
      const cut = [...(await textsOverEdge(page)), ...(await brokenWords(page))];
      const faults = [...english, ...cut];
      if (faults.length > 0) found[path] = faults;
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth, path).toBeLessThanOrEqual(375);
    }
    expect(found).toEqual({});
    expect(foreign.size, 'texts that differ from the English').toBeGreaterThan(200);
  });
}
