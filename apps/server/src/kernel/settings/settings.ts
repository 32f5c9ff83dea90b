/** Settings: parameters of the rules that operators may change, with documented defaults. */
import { type Amount, decimal } from '@tern/money';
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

/** A setting. `unit` describes the number; `fallback` applies until an operator changes it. */
export interface Setting<T> {
  readonly key: string;
  readonly unit: string;
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

/** A whole number of at least `min`; `why` is the reason for its bounds. */
export function wholeNumber(declared: {
  key: string;
  unit: string;
  fallback: number;
  min: number;
  why?: string;
}): Setting<number> {
  const { key, unit, fallback, min, why = 'with more, dates would overflow' } = declared;
  return define({
    key,
    unit,
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

/** Amounts by asset code, stored as `{"USDT": "10000"}`. Leaving out a `required` asset would lift its limit, so it fails. */
export function amountsByAsset(declared: {
  key: string;
  unit: string;
  fallback: Record<string, string>;
  required?: readonly string[];
}): Setting<ReadonlyMap<string, Amount>> {
  const { key, unit, required = [] } = declared;
  const parse = (value: unknown) => {
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
  };
  const document = declared.fallback;
  const range =
    required.length === 0
      ? 'an amount of zero or more for each asset'
      : `an amount of zero or more for each asset, with ${required.join(', ')}: without it there would be no limit`;
  return define({ key, unit, range, fallback: parse(document), document, parse });
}

/** A setting of another shape, with its parser. */
export function settingOf<T>(declared: {
  key: string;
  unit: string;
  range: string;
  fallback: unknown;
  parse(value: unknown): T;
}): Setting<T> {
  const { key, unit, range, parse } = declared;
  const document = declared.fallback;
  return define({ key, unit, range, fallback: parse(document), document, parse });
}

/** All declared settings, by key. */
export function declaredSettings(): readonly Setting<unknown>[] {
  return [...registry.values()].toSorted((left, right) => (left.key < right.key ? -1 : 1));
}

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
