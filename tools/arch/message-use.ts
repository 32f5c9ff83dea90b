/** Which message keys the sources use, read from their string literals. */

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/gu;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\$\{[^}]*\}/u)
      .map(escaped)
      .join('.+')}$`,
    'u',
  );

const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{(,])\/\/.*$/gmu, '');

/** Returns a function that checks whether a key occurs in one of the sources: in full, or through a template. */
export const keyUse = (sources: readonly string[]): ((key: string) => boolean) => {
  const literals = new Set<string>();
  const templates: RegExp[] = [];
  for (const source of sources) {
    for (const [, single, double, template] of withoutComments(source).matchAll(LITERAL)) {
      literals.add(single ?? double ?? template ?? '');
      // A template that starts with a value could produce any key, so it proves nothing.
      if (template?.includes('${') && !template.startsWith('${'))
        templates.push(patternOf(template));
    }
  }
  return (key) => literals.has(key) || templates.some((pattern) => pattern.test(key));
};

/** Keys used by `t('…')`, whether or not they exist. */
export const askedKeys = (source: string): readonly string[] =>
  [...withoutComments(source).matchAll(/\bt\(\s*'([^']+)'/gu)].map(([, key]) => key ?? '');
