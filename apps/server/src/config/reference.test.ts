import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settingSections } from './config.ts';
import { referenceText } from './reference.ts';

const page = fileURLToPath(new URL('../../../../docs/configuration.md', import.meta.url));
const settings = Object.values(settingSections).flatMap((section) => Object.entries(section));

describe('the configuration reference', () => {
  it('is what the code says: `npm run configuration` writes it', async () => {
    await expect(referenceText(settingSections)).toMatchFileSnapshot(page);
  });

  it('names each setting once, with sentences about what it does and prevents', () => {
    const names = settings.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const [name, { description, rationale, format }] of settings) {
      expect(description, name).toMatch(/^[A-Z].*[.]$/);
      expect(rationale, name).toMatch(/^[A-Z].*[.]$/);
      expect(format, name).not.toMatch(/[.]$/);
    }
  });

  it('has every setting that the README names', () => {
    const readme = readFileSync(
      fileURLToPath(new URL('../../../../README.md', import.meta.url)),
      'utf8',
    );
    const rows = readme.slice(readme.indexOf('## Settings'), readme.indexOf('## Running it live'));
    const named = [...rows.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(10);
    expect(settings.map(([name]) => name)).toEqual(expect.arrayContaining(named));
  });
});
