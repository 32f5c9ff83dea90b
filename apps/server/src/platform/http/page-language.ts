/** Chooses the translation of a page: the language chosen earlier, else the browser's preference. */

interface Preferences {
  /** Stored in the browser since an earlier visit, such as `ja-JP`. */
  chosen: string | undefined;
  /** The `accept-language` header. */
  accepted: string | undefined;
}

/** Browsers send a few hundred characters; the rest is not read. */
const ACCEPTED_LENGTH_MAX = 1_000;
/** Each lookup takes up to 10 µs. */
const TAGS_MAX = 20;
/** The length that BCP 47 requires to be supported. */
const TAG_LENGTH_MAX = 35;

/** One of `locales` (BCP 47, such as `zh-TW`), or undefined if none is accepted. */
export function pageLanguage(
  locales: readonly string[],
  { chosen, accepted = '' }: Preferences,
): string | undefined {
  if (chosen !== undefined && locales.includes(chosen)) return chosen;
  for (const tag of byPreference(accepted)) {
    const requested = readAs(tag);
    const found = requested && locales.find((locale) => localeReadAs(locale) === requested);
    if (found) return found;
  }
  return undefined;
}

/** The tags by preference, from the beginning of an overlong header. */
function byPreference(accepted: string): string[] {
  return accepted
    .slice(0, ACCEPTED_LENGTH_MAX)
    .split(',', TAGS_MAX)
    .map((part) => {
      const [tag = '', ...settings] = part.split(';').map((text) => text.trim());
      const quality = settings.find((setting) => setting.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => quality > 0 && tag.length <= TAG_LENGTH_MAX)
    .sort((left, right) => right.quality - left.quality)
    .map(({ tag }) => tag);
}

/** Only of our translations, so its size is bounded. */
const knownLocales = new Map<string, string | undefined>();

function localeReadAs(locale: string): string | undefined {
  if (!knownLocales.has(locale)) knownLocales.set(locale, readAs(locale));
  return knownLocales.get(locale);
}

/** Language and script, so that Hong Kong gets Taiwan's text and Portugal gets Brazil's. */
function readAs(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}
