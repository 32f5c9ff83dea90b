/** Stylesheets that stand inside the page (build/first-page-plugin.ts) count as loaded. */

/**
 * A script that needs a stylesheet looks for its link, and loads it when there is none. A link that is
 * disabled from the start is found and loads nothing; in the page's own text the browser would load it ahead.
 */
export function countWrittenStyles(): void {
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-of]')) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.setAttribute('disabled', '');
    link.setAttribute('href', style.dataset['of'] ?? '');
    style.before(link);
  }
}
