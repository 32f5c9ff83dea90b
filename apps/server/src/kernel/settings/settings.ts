/** Settings: parameters of the rules that operators may change, with documented defaults. */
import { type Amount, decimal, formatDecimal, type Rate } from '@tern/money';
import type { SettingForm } from '@tern/protocol/operator';
import { jsonb, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Log } from '../../platform/log.ts';

const allSettings = defineQuery({
  name: 'kernel.allSettings',
  text: 'select key, value from settings',
  params: [],
  row: { key: text, value: jsonb() },
});

/** A JSON document. */
export type Document = object | string | number | boolean | null;

const putSettingStatement = defineStatement({
  name: 'kernel.putSetting',
  text: `insert into settings (key, value, updated_at) values ($1, $2, $3)
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
  params: [text, jsonb<Document>(), timestamptz],
});

/** What people read of a setting, in English: its name, and a sentence of what the value does. */
interface Described {
  readonly key: string;
  readonly name: string;
  readonly effect: string;
}

/** A setting. `fallback` applies until an operator changes it. */
export interface Setting<T> extends Described {
  /** The fields that operators fill in. */
  readonly form: SettingForm;
  /** Which values are possible, and why these; in English, for operators. */
  readonly range: string;
  readonly fallback: T;
  /** The fallback as stored in the table. */
  readonly document: unknown;
  /** @throws Error when the stored value has the wrong shape */
  readonly parse: (value: unknown) => T;
}

const registry = new Map<string, Setting<unknown>>();

function define<T>(setting: Setting<T>): Setting<T> {
  if (registry.has(setting.key)) throw new Error(`two settings are named ${setting.key}`);
  registry.set(setting.key, setting);
  return setting;
}

/** For any unit; with more hours or days, dates would overflow. */
const WHOLE_MAX = 1_000_000;

const formOf = (form: Partial<SettingForm> & Pick<SettingForm, 'kind'>): SettingForm => ({
  unit: '',
  min: '',
  max: '',
  parts: [],
  ...form,
});

/** A whole number of at least `min`, in `unit`: h, min, empty for a count; `why` is the reason for its bounds. */
export function wholeNumber(
  declared: Described & { unit: string; fallback: number; min: number; why?: string },
): Setting<number> {
  const {
    key,
    name,
    effect,
    unit,
    fallback,
    min,
    why = 'with more, dates would overflow',
  } = declared;
  return define({
    key,
    name,
    effect,
    form: formOf({ kind: 'number', unit, min: String(min), max: String(WHOLE_MAX) }),
    range: `a whole number from ${min} to ${WHOLE_MAX}: ${why}`,
    fallback,
    document: fallback,
    parse(value) {
      const isWhole = typeof value === 'number' && Number.isInteger(value);
      if (isWhole && value >= min && value <= WHOLE_MAX) return value;
      throw new Error(`setting ${key} is not a whole number from ${min} to ${WHOLE_MAX}`);
    },
  });
}

/** A ratio from 0 to `max`, stored as decimal text; `why` is the reason for its bound. */
export function share(
  declared: Described & { fallback: string; max: Rate; why: string },
): Setting<Rate> {
  const { key, max, why, ...described } = declared;
  const bound = formatDecimal(max);
  return settingOf({
    ...described,
    key,
    form: { kind: 'share', min: '0', max: bound },
    range: `a ratio from 0 to ${bound}: ${why}`,
    parse(value) {
      const ratio = decimal<Rate>(String(value));
      if (ratio < 0n || ratio > max) throw new Error(`setting ${key} is not a ratio to ${bound}`);
      return ratio;
    },
  });
}

/** An amount of zero or more of one asset, stored as decimal text. */
export function amountIn(
  declared: Described & { asset: string; fallback: string; why?: string },
): Setting<Amount> {
  const { key, asset, why, ...described } = declared;
  return settingOf({
    ...described,
    key,
    form: { kind: 'amount', unit: asset, min: '0' },
    range: why === undefined ? 'an amount of zero or more' : `an amount of zero or more: ${why}`,
    parse(value) {
      const amount = decimal<Amount>(String(value));
      if (amount < 0n) throw new Error(`setting ${key} is below zero`);
      return amount;
    },
  });
}

/** Amounts by asset code, stored as `{"USDT": "10000"}`. Leaving out a `required` asset would lift its limit, so it fails. */
export function amountsByAsset(
  declared: Described & { fallback: Record<string, string>; required?: readonly string[] },
): Setting<ReadonlyMap<string, Amount>> {
  const { required = [], ...described } = declared;
  const { key } = described;
  const range =
    required.length === 0
      ? 'an amount of zero or more for each asset'
      : `an amount of zero or more for each asset, with ${required.join(', ')}: without it there would be no limit`;
  const parts = required.map((asset) => ({ name: asset, label: asset, isNumber: false }));
  return settingOf({
    ...described,
    form: { kind: 'amounts', min: '0', parts },
    range,
    parse(value) {
      if (typeof value !== 'object' || value === null) {
        throw new Error(`setting ${key} is not an object of amounts`);
      }
      const pairs = Object.entries(value as Record<string, unknown>);
      const amounts = new Map(pairs.map(([asset, each]) => [asset, decimal<Amount>(String(each))]));
      if ([...amounts.values()].some((each) => each < 0n)) {
        throw new Error(`setting ${key} has a negative amount`);
      }
      const absent = required.filter((asset) => !amounts.has(asset));
      if (absent.length > 0) throw new Error(`setting ${key} lacks ${absent.join(', ')}`);
      return amounts;
    },
  });
}

/** A setting of another shape, with its form and parser. */
export function settingOf<T>(
  declared: Described & {
    form: Partial<SettingForm> & Pick<SettingForm, 'kind'>;
    range: string;
    fallback: unknown;
    parse(value: unknown): T;
  },
): Setting<T> {
  const document = declared.fallback;
  const form = formOf(declared.form);
  return define({ ...declared, form, fallback: declared.parse(document), document });
}

/** All declared settings, by key. */
export function declaredSettings(): readonly Setting<unknown>[] {
  return [...registry.values()].toSorted((left, right) => (left.key < right.key ? -1 : 1));
}

/** Undefined for an unknown key. */
export const settingByKey = (key: string): Setting<unknown> | undefined => registry.get(key);

/** All stored documents, by key. */
export async function storedSettings(reader: Reader): Promise<ReadonlyMap<string, unknown>> {
  const rows = await reader.many(allSettings, []);
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Stores a value; it applies from the next refresh on. */
export async function putSetting(
  tx: Tx,
  change: { key: string; value: Document },
  at: number,
): Promise<void> {
  await tx.run(putSettingStatement, [change.key, change.value, at]);
}

export interface Settings extends Feature {
  /** The value at the last refresh, a few seconds ago at most. */
  read<T>(setting: Setting<T>): T;
  /** Reads the table now. A malformed value is logged, and the previous one stays in use. */
  refresh(): Promise<void>;
}

const REFRESH_MS = 5_000;

export function createSettings(reader: Reader, log: Log): Settings {
  let values = new Map<string, unknown>();

  async function refresh() {
    const next = new Map<string, unknown>();
    for (const { key, value } of await reader.many(allSettings, [])) {
      try {
        next.set(key, registry.get(key)?.parse(value));
      } catch (error) {
        log.error({ err: error }, 'a setting is malformed');
        next.set(key, values.get(key));
      }
    }
    values = next;
  }

  return {
    slug: 'settings',
    read: <T>(setting: Setting<T>) =>
      (values.get(setting.key) as T | undefined) ?? setting.fallback,
    refresh,
    start: refresh,
    jobs: [{ name: 'settings.refresh', everyMs: REFRESH_MS, runs: 'everywhere', run: refresh }],
  };
}
