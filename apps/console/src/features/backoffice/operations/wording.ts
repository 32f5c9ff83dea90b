/** What the operations page says: the worst thing, numbers, ages, and the lines of figures. */
import { formatAmount } from '@tern/ui';
import type { Figure, State } from './api.ts';
import { worstOfInstances } from './instance-wording.ts';
import type { Worst } from './worst.ts';
import { operationTexts } from './texts.ts';

const { measures: labels } = operationTexts;

/** A figure that was not measured for longer says its age. */
export const OLD_MS = 10_000;
/** The console asks each five seconds. */
const OUTDATED_MS = 20_000;
const FULL_SHARE = 0.9;

/** What is wrong with the measurements; the invariants come before it. */
export function worstOf(state: State, now: number): Worst {
  if (now - Date.parse(state.at) > OUTDATED_MS) return { level: 'act', text: labels.outdated };
  const blocked = state.rails.find(({ chain }) => chain !== null && chain.blocked !== '');
  if (blocked !== undefined) return { level: 'act', text: labels.blocked(blocked.name) };
  const ofInstances = worstOfInstances(state.instances);
  if (ofInstances?.level === 'act') return ofInstances;
  const disk = state.database?.disk;
  if (disk && usedShare(disk) > FULL_SHARE) return { level: 'act', text: labels.diskFull };
  const backup = worstOfBackup(state.backup, now);
  if (backup !== undefined) return backup;
  if (ofInstances !== undefined) return ofInstances;
  const late = state.sources.filter(({ isLate }) => isLate);
  if (late.length === 1)
    return { level: 'unusual', text: labels.sourceLate(nameOf(late[0]!.name)) };
  if (late.length > 1) return { level: 'unusual', text: labels.sourcesLate(late.length) };
  if (state.rewardsWaiting > 0) {
    return { level: 'unusual', text: labels.rewardsWait(state.rewardsWaiting) };
  }
  const ofWork = worstOfWork(state.openWork);
  if (ofWork !== undefined) return ofWork;
  const silent = state.sources.find((source) => source.silent > 0);
  if (silent !== undefined) {
    const { name, silent: markets } = silent;
    return { level: 'unusual', text: labels.worstWork.silent(markets, nameOf(name)) };
  }
  const unusual = state.figures.find((figure) => figure.unusual !== null);
  if (unusual?.unusual) {
    const textOf = unusual.unusual.isAbove ? labels.above : labels.below;
    return { level: 'unusual', text: textOf(labels.labels[unusual.key]) };
  }
  // Not said before what needs somebody: a database of one's own is backed up elsewhere.
  if (state.backup === null) return { level: 'unusual', text: labels.backupNone };
  const isKnown = state.figures.some(({ usual }) => usual !== null);
  return { level: 'usual', text: isKnown ? labels.usual : labels.usualUnknown };
}

/** What costs members money or time first. */
function worstOfWork(work: State['openWork']): Worst | undefined {
  if (work === null) return undefined;
  const { lowCoins, stuck, capped, hedgingStopped, late, unmatched } = work;
  const worst = labels.worstWork;
  if (lowCoins.length > 0) return { level: 'unusual', text: worst.treasury(lowCoins.join(', ')) };
  if (stuck.count > 0) return { level: 'unusual', text: worst.stuck(stuck.count) };
  if (capped.count > 0) return { level: 'unusual', text: worst.capped(capped.count) };
  if (hedgingStopped.count > 0) return { level: 'unusual', text: worst.hedging };
  if (late.count > 0) return { level: 'unusual', text: worst.late(late.count) };
  if (unmatched.count > 0) return { level: 'unusual', text: worst.unmatched(unmatched.count) };
  return undefined;
}

/** A base backup is made each day; it takes an hour at most. */
const BACKUP_OLD_MS = 25 * 3_600_000;
/** The log is archived each minute. */
const ARCHIVE_LATE_MS = 5 * 60_000;

const isOlder = (at: string | null, now: number, ms: number) =>
  at !== null && now - Date.parse(at) > ms;

function worstOfBackup(backup: State['backup'], now: number): Worst | undefined {
  if (backup === null) return undefined;
  const { newestAt, archivedAt, fault } = backup;
  if (fault !== '') return { level: 'act', text: labels.backupFails };
  if (newestAt === null) return { level: 'unusual', text: labels.backupMissing };
  if (isOlder(newestAt, now, BACKUP_OLD_MS)) return { level: 'act', text: labels.backupOld };
  return isOlder(archivedAt, now, ARCHIVE_LATE_MS)
    ? { level: 'act', text: labels.archiveLate }
    : undefined;
}

export const usedShare = ({ free, size }: { free: number; size: number }): number =>
  size === 0 ? 0 : 1 - free / size;

export const nameOf = (source: string): string =>
  source === 'simulated' ? labels.simulated : source;

/** Whole numbers from ten on; below, one decimal place where there is one. */
export function numberText(value: number): string {
  const places = Math.abs(value) >= 10 || Number.isInteger(value) ? 0 : 1;
  return formatAmount(String(value), { locale: 'en', places });
}

/** Tenths of a second below ten. */
export function secondsText(ms: number): string {
  const places = ms < 10_000 ? 1 : 0;
  return labels.inSeconds(formatAmount(String(ms / 1_000), { locale: 'en', places }));
}

export const ageOf = (at: string | null, now: number): string =>
  at === null ? '' : secondsText(Math.max(0, now - Date.parse(at)));

export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${numberText(value)} ${units[unit]}`;
}

/** The usual range in words. */
export function usualText({ usual }: Pick<Figure, 'usual'>): string {
  if (usual === null) return labels.noUsual;
  const { low, high } = usual;
  return low > 0
    ? labels.usually(numberText(low), numberText(high))
    : labels.usuallyUnder(numberText(high));
}

const HEIGHT = 24;
const WIDTH = 100;

export interface Drawn {
  /** Of the line; a pause in measuring is a gap. */
  readonly path: string;
  /** Top and height of the usual range. */
  readonly band: { readonly y: number; readonly height: number } | undefined;
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** In a box of 100 × 24. From zero, so that a small change does not look like a large one. */
export function drawn({ line, usual }: Pick<Figure, 'line' | 'usual'>): Drawn {
  const values = line.values.filter((value) => value !== null);
  const top = Math.max(...values, usual === null ? 0 : usual.high * 1.15, 0.001);
  const y = (value: number) => HEIGHT - 1 - (value / top) * (HEIGHT - 2);
  const step = WIDTH / Math.max(1, line.values.length - 1);
  let path = '';
  let isDown = false;
  line.values.forEach((value, at) => {
    if (value !== null) {
      const point = `${hundredths(at * step)} ${hundredths(y(value))}`;
      path += isDown ? `L${point}` : `M${point}h.01`;
    }
    isDown = value !== null;
  });
  const band =
    usual === null ? undefined : { y: y(usual.high), height: y(usual.low) - y(usual.high) };
  return { path, band };
}

/** The line in words. */
export function drawnText({ line }: Pick<Figure, 'line'>): string {
  const values = line.values.filter((value) => value !== null);
  if (values.length === 0) return labels.notDrawn;
  return labels.drawn(numberText(Math.min(...values)), numberText(Math.max(...values)));
}
