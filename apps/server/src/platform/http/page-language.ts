/** Which of several translations of a page somebody reads: what was chosen before, else what the browser asks for. */

interface Wishes {
  /** Remembered by the browser from an earlier visit, such as `ja-JP`. */
  chosen: string | undefined;
  /** The `accept-language` header. */
  accepted: string | undefined;
}

/** Browsers send some hundred characters; what is behind these is not read. */
const ACCEPTED_LENGTH_MAX = 1_000;
/** Looking one tag up takes up to 10 µs. */
const TAGS_MAX = 20;
/** BCP 47 asks for room for 35 characters. */
const TAG_LENGTH_MAX = 35;

/** One of `locales` (BCP 47, such as `zh-TW`), or undefined when none of them is wished for. */
export function pageLanguage(
  locales: readonly string[],
  { chosen, accepted = '' }: Wishes,
): string | undefined {
  if (chosen !== undefined && locales.includes(chosen)) return chosen;
  for (const tag of byPreference(accepted)) {
    const wanted = readAs(tag);
    const found = wanted && locales.find((locale) => localeReadAs(locale) === wanted);
    if (found) return found;
  }
  return undefined;
}

/** Tags in the order of preference; of an overlong header its beginning. */
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

/** Of our own translations only, so it never grows beyond them. */
const knownLocales = new Map<string, string | undefined>();

function localeReadAs(locale: string): string | undefined {
  if (!knownLocales.has(locale)) knownLocales.set(locale, readAs(locale));
  return knownLocales.get(locale);
}

/** Language and script: Hong Kong reads what Taiwan reads, Portugal what Brazil reads. */
function readAs(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}
