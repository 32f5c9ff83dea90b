/** Follows the links of an app, breadth first, as far as a visitor can tap. */
import type { Page } from 'playwright-core';

/** Pages with the same path and the same parameters show the same screen with other data. */
const PER_SHAPE_MAX = 3;
/** More would mean that something other than a record is counted by links. */
const PAGES_MAX = 400;

export interface Crawl {
  /** The first pages: what follows the hash, `/pages/home/home` or `/queue?kind=loan`. */
  from: readonly string[];
  /** Opens a page and waits until it has loaded. */
  open(path: string): Promise<void>;
  /** What is wrong with the page that is open. */
  faults(): Promise<readonly string[]>;
}

export interface Crawled {
  /** The pages that were opened, in this order. */
  opened: string[];
  /** What is wrong, by page; its name ends with the page that links to it. */
  found: Record<string, readonly string[]>;
}

/** `/pages/bitcoin/loanDetail?id=101` → `/pages/bitcoin/loanDetail?id` */
function shapeOf(path: string): string {
  const [page = '', query = ''] = path.split('?');
  return `${page}?${[...new URLSearchParams(query).keys()].toSorted().join('&')}`;
}

/** Opens every page that links lead to: of each shape a few. */
export async function crawl(page: Page, { from, open, faults }: Crawl): Promise<Crawled> {
  const waiting = from.map((path) => ({ path, linkedBy: 'the start' }));
  const seen = new Set(from);
  const shapes = new Map<string, number>();
  const crawled: Crawled = { opened: [], found: {} };
  for (const { path, linkedBy } of waiting) {
    const shape = shapeOf(path);
    const count = shapes.get(shape) ?? 0;
    if (count >= PER_SHAPE_MAX) continue;
    shapes.set(shape, count + 1);
    if (crawled.opened.length >= PAGES_MAX) throw new Error(`more than ${PAGES_MAX} pages`);
    const wrong = await visited(path, { open, faults });
    crawled.opened.push(path);
    if (wrong.length > 0) crawled.found[`${path}, linked by ${linkedBy}`] = wrong;
    for (const link of await linksOn(page)) {
      if (seen.has(link)) continue;
      seen.add(link);
      waiting.push({ path: link, linkedBy: path });
    }
  }
  return crawled;
}

/** A page that never loads is a fault of its own, and the others are still opened. */
async function visited(path: string, { open, faults }: Pick<Crawl, 'open' | 'faults'>) {
  try {
    await open(path);
    return await faults();
  } catch (error) {
    return [`not loaded: ${String(error).slice(0, 300)}`];
  }
}

/** The pages that the visible links of the app lead to. */
function linksOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((link) => link.checkVisibility() && link.href.startsWith(location.origin))
      .filter((link) => link.pathname === location.pathname && link.hash.startsWith('#/'))
      .map((link) => link.hash.slice(1)),
  );
}
