/** W5, the first load of home on a slow phone: bytes transferred, paint times, and the time of the first price. */
import { gzipSync } from 'node:zlib';
import { launchBrowser, phone } from '../../../e2e/support/phone.ts';
import { compare, type Contender, type Sample } from '../compare.ts';
import { ServerProcess } from '../server-process.ts';
import type { Workload } from '../workload.ts';
import { type Browser, totalBlockingTime, type Visit, visitHome } from './visit.ts';

/** The budget of home's scripts and texts, gzip. */
const SCRIPT_BUDGET_KB = 115;

export const home: Workload = {
  name: 'home',
  title: 'First load of home on a slow phone (W5)',
  async run({ rounds, log }) {
    const server = await ServerProcess.start();
    const browser = await launchBrowser();
    try {
      const visits = visitors(browser, `http://localhost:${server.port}`);
      const comparison = await compare({
        title: 'home, 4× CPU slowdown, 150 ms, 1.6/0.75 Mbit/s × 0.9',
        contenders: visits.contenders,
        rounds,
        log,
      });
      return { comparisons: [comparison], facts: await weigh(visits.firstVisit()) };
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

/** Each round opens an empty browser profile, then visits again with a warm cache. */
function visitors(browser: Browser, url: string) {
  let context = browser.newContext(phone);
  let first: Visit | undefined;
  const contenders: Contender[] = [
    {
      name: 'first visit',
      measure: async () => {
        await (await context).close();
        context = browser.newContext(phone);
        first = await visitHome(await context, url);
        return sampleOf(first);
      },
    },
    {
      name: 'repeat visit',
      measure: async () => sampleOf(await visitHome(await context, url)),
    },
  ];
  return {
    contenders,
    firstVisit(): Visit {
      if (first === undefined) throw new Error('nobody has visited home yet');
      return first;
    },
  };
}

function sampleOf({ timings, resources }: Visit): Sample {
  const kilobytes = (of: typeof resources) => of.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
  return {
    'JS kB': kilobytes(resources.filter(({ type }) => type === 'Script')),
    'all kB': kilobytes(resources),
    'FCP ms': timings.fcp,
    'LCP ms': timings.lcp,
    'TBT ms': totalBlockingTime(timings),
    CLS: timings.cls,
    'first price ms': timings.firstPrice,
  };
}

/**
 * Page, scripts and texts of the first visit, compressed by us, so that the figure is the same on every machine.
 * The budget is for scripts and texts; the page holds styles and drawings, and one small script.
 */
async function weigh({ resources }: Visit): Promise<Record<string, string | number>> {
  const facts: Record<string, string | number> = {};
  let sum = 0;
  for (const { url, type } of resources) {
    const { pathname } = new URL(url);
    const isText = pathname.startsWith('/assets/texts-');
    if (type !== 'Script' && type !== 'Document' && !isText) continue;
    const content = await (await fetch(url)).arrayBuffer();
    const kilobytes = gzipSync(content, { level: 9 }).length / 1_000;
    facts[`gzip kB of ${pathname}`] = kilobytes.toFixed(1);
    if (type !== 'Document') sum += kilobytes;
  }
  const comparison = sum <= SCRIPT_BUDGET_KB ? 'within' : 'over';
  facts['gzip kB of all scripts and texts'] =
    `${sum.toFixed(1)}, ${comparison} the budget of ${SCRIPT_BUDGET_KB}`;
  return facts;
}
