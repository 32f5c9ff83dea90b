/** Between the document of a setting and its values as people type and read them. Pure. */
import { percentOf, ratioOf } from '@tern/money';
import type { SettingForm, SettingLine } from './setting-forms.ts';

/** One value of a setting. `text` is as people type it: a share in percent. */
export interface SettingEntry {
  /** Place in the document: "USDT", "btcusdt/30"; empty for the only one. */
  name: string;
  label: string;
  text: string;
  unit: string;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const ZONE = 'zone';
const PERCENT = '%';

type Texts = Readonly<Record<string, string>>;
type Form = Pick<SettingForm, 'kind' | 'unit' | 'parts'>;

const seconds = (name: string) => `${name} s`;

/** An entry that is not in the document yet: an asset, a duration, or a duration of a market (`btcusdt/30`). */
export function newEntry(kind: SettingForm['kind'], name: string, text = ''): SettingEntry {
  if (kind !== 'ratios') return { name, label: name, text, unit: name };
  const [market, duration] = name.split('/') as [string, string?];
  const label =
    duration === undefined ? seconds(market) : `${market.toUpperCase()}, ${seconds(duration)}`;
  return { name, label, text, unit: PERCENT };
}

function ratioEntries(document: object): SettingEntry[] {
  const { markets = {}, ...usual } = document as { markets?: Record<string, Texts> };
  const entriesIn = (ratios: Texts, market: string) =>
    Object.entries(ratios).map(([duration, ratio]) =>
      newEntry('ratios', `${market}${duration}`, percentOf(ratio)),
    );
  return [
    ...entriesIn(usual, ''),
    ...Object.entries(markets).flatMap(([market, ratios]) => entriesIn(ratios, `${market}/`)),
  ];
}

function hourEntries(document: object): SettingEntry[] {
  const { zone, days } = document as { zone: string; days: (readonly string[] | null)[] };
  return [
    { name: ZONE, label: 'Time zone', text: zone, unit: '' },
    ...days.map((day, at) => ({
      name: String(at),
      label: DAYS[at] ?? '',
      text: day?.join('–') ?? '',
      unit: '',
    })),
  ];
}

/** The values of a document, in display order. The document has the shape of the form. */
export function entriesOf({ kind, unit, parts }: Form, document: unknown): SettingEntry[] {
  const only = (text: string, shownUnit = unit) => [{ name: '', label: '', text, unit: shownUnit }];
  switch (kind) {
    case 'number':
    case 'amount':
      return only(String(document));
    case 'share':
      return only(percentOf(String(document)), PERCENT);
    case 'list':
      return only((document as string[]).join(', '));
    case 'amounts':
      return Object.entries(document as Texts).map(([asset, text]) => newEntry(kind, asset, text));
    case 'shares':
      return parts.map(({ name, label }, at) => {
        const text = percentOf((document as string[])[at] ?? '0');
        return { name, label, text, unit: PERCENT };
      });
    case 'ratios':
      return ratioEntries(document as object);
    case 'hours':
      return hourEntries(document as object);
    case 'fields':
      return parts.map(({ name, label }) => {
        const value = (document as Record<string, string | number>)[name] ?? '';
        return { name, label, text: String(value), unit };
      });
  }
}

function ratiosOf(entries: readonly SettingEntry[]): object {
  const usual: Record<string, string> = {};
  const markets: Record<string, Record<string, string>> = {};
  for (const { name, text } of entries) {
    const [market, duration] = name.split('/') as [string, string?];
    if (duration === undefined) usual[market] = ratioOf(text);
    else markets[market] = { ...markets[market], [duration]: ratioOf(text) };
  }
  return Object.keys(markets).length === 0 ? usual : { ...usual, markets };
}

const RANGE = /^\s*(\d\d:\d\d)\s*[-–]\s*(\d\d:\d\d)\s*$/;

/** What is no range of times stays as it is, and the server refuses it. */
function dayOf(text: string): unknown {
  if (text.trim() === '') return null;
  const match = RANGE.exec(text);
  return match === null ? text : [match[1], match[2]];
}

const items = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** The document of typed values; the inverse of `entriesOf`. What was emptied of amounts and ratios is left out. */
export function documentOf({ kind, parts }: Form, entries: readonly SettingEntry[]): unknown {
  const typed = entries.map((entry) => ({ ...entry, text: entry.text.trim() }));
  const first = typed[0]?.text ?? '';
  const given = typed.filter(({ text }) => text !== '');
  switch (kind) {
    case 'number':
      return Number(first);
    case 'amount':
      return first;
    case 'share':
      return ratioOf(first);
    case 'list':
      return items(first);
    case 'amounts':
      return Object.fromEntries(given.map(({ name, text }) => [name, text]));
    case 'shares':
      return typed.map(({ text }) => ratioOf(text));
    case 'ratios':
      return ratiosOf(given);
    case 'hours':
      return {
        zone: typed.find(({ name }) => name === ZONE)?.text ?? '',
        days: typed.filter(({ name }) => name !== ZONE).map(({ text }) => dayOf(text)),
      };
    case 'fields': {
      const numbers = new Set(parts.filter((part) => part.isNumber).map(({ name }) => name));
      return Object.fromEntries(
        typed.map(({ name, text }) => [name, numbers.has(name) ? Number(text) : text]),
      );
    }
  }
}

const shown = ({ text, unit }: SettingEntry) => {
  if (text === '' || unit === '') return text;
  return unit === PERCENT ? `${text}%` : `${text} ${unit}`;
};

/** The values that differ, in the order of the document after; removed ones last. */
export function changedLines(form: Form, before: unknown, after: unknown): SettingLine[] {
  const was = entriesOf(form, before);
  const is = entriesOf(form, after);
  const nameless = { text: '', unit: '' } as SettingEntry;
  const lines = is.map((entry) => ({
    what: entry.label,
    from: shown(was.find(({ name }) => name === entry.name) ?? nameless),
    to: shown(entry),
  }));
  const removed = was
    .filter((entry) => is.every(({ name }) => name !== entry.name))
    .map((entry) => ({ what: entry.label, from: shown(entry), to: '' }));
  return [...lines, ...removed].filter(({ from, to }) => from !== to);
}
