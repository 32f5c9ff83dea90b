/** What the page says of instances: what they have, and the worst thing about them. */
import type { Instance, Instances } from './api.ts';
import type { Worst } from './worst.ts';
import { operationTexts } from './texts.ts';

const { instances: labels } = operationTexts;

/** More, and an instance takes no lease (ADR 57). */
const CLOCK_MS_MAX = 1_000;

export const hasWrongClock = ({ state, clockOffsetMs }: Instance): boolean =>
  state === 'leaving' && Math.abs(clockOffsetMs) > CLOCK_MS_MAX;

/** "21 engines, prices, 12 jobs"; a single engine or job by its name. Empty: nothing. */
export function worksText({ engines, works }: Pick<Instance, 'engines' | 'works'>): string {
  const [engine, second] = engines;
  const jobs = works.filter(({ name }) => name.startsWith('job.'));
  const parts: string[] = [];
  if (second !== undefined) parts.push(labels.engines(engines.length));
  else if (engine !== undefined) parts.push(engine.symbol);
  for (const { name } of works) {
    if (!name.startsWith('job.')) parts.push(nameOf(name));
  }
  if (jobs.length > 0) parts.push(labels.jobs(jobs.length));
  return parts.join(', ');
}

const nameOf = (work: string): string => (work === 'pricing' ? labels.prices : work);

/** Work that nobody does first, then a clock, then an instance that has ended. */
export function worstOfInstances(instances: Instances | null): Worst | undefined {
  if (instances === null) return undefined;
  const { all, unheld } = instances;
  const [engine, second] = unheld.engines;
  if (second !== undefined) return { level: 'act', text: labels.noEngines(unheld.engines.length) };
  if (engine !== undefined) return { level: 'act', text: labels.noEngine(engine.symbol) };
  const [work] = unheld.works;
  if (work !== undefined) return { level: 'act', text: labels.noWork(nameOf(work.name)) };
  const wrong = all.find(hasWrongClock);
  if (wrong !== undefined) return { level: 'act', text: labels.clockWrong(wrong.name) };
  const silent = all.find(({ state }) => state === 'silent');
  return silent && { level: 'unusual', text: labels.silent(silent.name) };
}
