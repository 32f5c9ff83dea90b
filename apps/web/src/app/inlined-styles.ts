/** Marks the stylesheets inlined by build/first-page-plugin.ts as loaded. */

/**
 * A script that needs a stylesheet looks for its `<link>` and adds one if missing. A link created disabled is found and
 * loads nothing; written into the HTML it would be preloaded.
 */
export function markInlinedStyles(): void {
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-of]')) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.setAttribute('disabled', '');
    link.setAttribute('href', style.dataset['of'] ?? '');
    style.before(link);
  }
}
