/** Settings for display: areas, values as text, faults of typed values, and what a payout ratio means. Pure. */
import { formatDecimal, parseDecimal, percentOf } from '@tern/money';
import { entriesOf, type SettingEntry, type SettingForm } from '@tern/protocol/operator/client';
import type { Setting } from './api.ts';
import { settingTexts } from './texts.ts';

const { areas, faults } = settingTexts;

const CONTRACTS = 'futures';

const areaCodeOf = ({ key }: Pick<Setting, 'key'>) => key.split('.')[0] ?? '';

export const isOfContracts = (setting: Pick<Setting, 'key'>): boolean =>
  areaCodeOf(setting) === CONTRACTS;

/** "Withdrawals" */
export function areaOf(setting: Pick<Setting, 'key'>): string {
  return areas[areaCodeOf(setting)] ?? areas.other;
}

export const unitText = (unit: string): string => settingTexts.units[unit] ?? unit;

function valueText({ text, unit }: Pick<SettingEntry, 'text' | 'unit'>): string {
  if (text === '' || unit === '') return text;
  return unit === '%' ? `${text}%` : `${text} ${unitText(unit)}`;
}

/** The values of a document with their names; the only one has an empty name. */
export function namedValues(form: SettingForm, json: string): [name: string, value: string][] {
  return entriesOf(form, JSON.parse(json) as unknown)
    .filter(({ text }) => text !== '')
    .map((entry) => {
      const { label, unit, text } = entry;
      return [label, label === unit ? text : valueText(entry)];
    });
}

/** All values of a document in one line: "30 s 80%, 60 s 82%". */
export function documentText(form: SettingForm, json: string): string {
  return namedValues(form, json)
    .map((parts) => parts.filter((part) => part !== '').join(' '))
    .join(', ');
}

/** Bounds as people type them: of a share in percent. */
export function boundsOf({ kind, min, max }: SettingForm): { min: string; max: string } {
  const isShare = kind === 'share' || kind === 'shares' || kind === 'ratios';
  return isShare ? { min: percentOf(min), max: percentOf(max) } : { min, max };
}

const NUMBERS: readonly SettingForm['kind'][] = [
  'number',
  'amount',
  'share',
  'shares',
  'amounts',
  'ratios',
];

export const isNumeric = (kind: SettingForm['kind']): boolean => NUMBERS.includes(kind);

/** What is wrong with a typed value, if the form alone can say; the server checks the rest. */
export function faultOf(form: SettingForm, { name, text }: SettingEntry): string | undefined {
  if (!isNumeric(form.kind)) return undefined;
  const typed = text.trim();
  // An empty amount or ratio is one that is taken away.
  if (typed === '') {
    const isNeeded =
      form.parts.some((part) => part.name === name) ||
      !(form.kind === 'amounts' || form.kind === 'ratios');
    return isNeeded ? faults.missing : undefined;
  }
  const value = parseDecimal(typed);
  const { min, max } = boundsOf(form);
  const isWhole = form.kind !== 'number' || /^\d+$/.test(typed);
  if (value === undefined || !isWhole) return form.kind === 'number' ? faults.whole : faults.number;
  const [low, high] = [parseDecimal(min), parseDecimal(max)];
  const isOutside = (low !== undefined && value < low) || (high !== undefined && value > high);
  return isOutside ? faults.between(min, max) : undefined;
}

/** What a payout ratio means to members over many contracts that are right half of the time. */
export interface RatioEffect {
  /** Lost of 100 staked: (100 − ratio) / 2. */
  lost: string;
  /** Right calls of 100 to break even: ceil(10,000 / (100 + ratio)). */
  rightCalls: number;
}

/** `percent`: "75". Undefined for what is no ratio. */
export function ratioEffect(percent: string): RatioEffect | undefined {
  const ratio = parseDecimal(percent.replace('%', ''));
  const hundred = parseDecimal('100');
  if (ratio === undefined || hundred === undefined || ratio <= 0n) return undefined;
  const all = hundred + ratio;
  const needed = (hundred * 100n + all - 1n) / all;
  const lost = formatDecimal(((hundred - ratio) / 2n) as typeof ratio);
  return { lost, rightCalls: Number(needed) };
}
