/** Which of several translations of a page somebody reads: what was chosen before, else what the browser asks for. */

interface Wishes {
  /** Remembered by the browser from an earlier visit, such as `ja-JP`. */
  chosen: string | undefined;
  /** The `accept-language` header. */
  accepted: string | undefined;
}

/** One of `locales` (BCP 47, such as `zh-TW`), or undefined when none of them is wished for. */
export function pageLanguage(
  locales: readonly string[],
  { chosen, accepted = '' }: Wishes,
): string | undefined {
  if (chosen !== undefined && locales.includes(chosen)) return chosen;
  for (const tag of byPreference(accepted)) {
    const wanted = readAs(tag);
    const found = wanted && locales.find((locale) => readAs(locale) === wanted);
    if (found) return found;
  }
  return undefined;
}

function byPreference(accepted: string): string[] {
  return accepted
    .split(',')
    .map((part) => {
      const [tag = '', ...settings] = part.split(';').map((text) => text.trim());
      const quality = settings.find((setting) => setting.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality)
    .map(({ tag }) => tag);
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
