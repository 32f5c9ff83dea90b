/** Settings: numbers of the rules that operators may change, read from the database with documented defaults. */
import { type Amount, decimal } from '@tern/money';
import type { Clock } from '../platform/clock.ts';
import { jsonb, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const allSettings = defineQuery({
  name: 'kernel.allSettings',
  text: 'select key, value from settings',
  params: [],
  row: { key: text, value: jsonb() },
});

/** One setting. `unit` says what the number means; `fallback` holds until an operator changed it. */
export interface Setting<T> {
  readonly key: string;
  readonly unit: string;
  readonly fallback: T;
  /** Fails with: a thrown error when the stored value is not of the setting's kind. */
  readonly parse: (value: unknown) => T;
}

const keys = new Set<string>();

function define<T>(setting: Setting<T>): Setting<T> {
  if (keys.has(setting.key)) throw new Error(`two settings are named ${setting.key}`);
  keys.add(setting.key);
  return setting;
}

/** A whole number of at least `min`. */
export function wholeNumber(declared: {
  key: string;
  unit: string;
  fallback: number;
  min: number;
}): Setting<number> {
  const { key, unit, fallback, min } = declared;
  return define({
    key,
    unit,
    fallback,
    parse(value) {
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value;
      throw new Error(`setting ${key} is not a whole number of at least ${min}`);
    },
  });
}

/** Amounts by asset code. Shape in the table: `{"USDT": "10000"}`. */
export function amountsByAsset(declared: {
  key: string;
  unit: string;
  fallback: Record<string, string>;
}): Setting<ReadonlyMap<string, Amount>> {
  const { key, unit } = declared;
  const parse = (value: unknown) => {
    if (typeof value !== 'object' || value === null) {
      throw new Error(`setting ${key} is not an object of amounts`);
    }
    const pairs = Object.entries(value as Record<string, unknown>);
    return new Map(pairs.map(([asset, amount]) => [asset, decimal<Amount>(String(amount))]));
  };
  return define({ key, unit, fallback: parse(declared.fallback), parse });
}

export interface Settings {
  /** The value now, at most five seconds old. Fails with: a thrown error when it is malformed. */
  read<T>(setting: Setting<T>): Promise<T>;
}

const FRESH_MS = 5_000;

export function createSettings(reader: Reader, clock: Clock): Settings {
  let stored: Promise<Map<string, unknown>> | undefined;
  let readAt = 0;

  function current(): Promise<Map<string, unknown>> {
    const now = clock.now();
    if (stored === undefined || Math.abs(now - readAt) > FRESH_MS) {
      readAt = now;
      const reading = reader
        .many(allSettings, [])
        .then((rows) => new Map(rows.map((row) => [row.key, row.value])));
      reading.catch(() => {
        if (stored === reading) stored = undefined;
      });
      stored = reading;
    }
    return stored;
  }

  return {
    async read(setting) {
      const value = (await current()).get(setting.key);
      return value === undefined ? setting.fallback : setting.parse(value);
    },
  };
}
