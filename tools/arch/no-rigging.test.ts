/** No one can choose a price or an outcome: one writer per table, and no such input for operators. */
import { operatorCalls } from '@tern/protocol/operator';
import { describe, expect, test } from 'vitest';
import { isTest, productFiles, sourceFiles, sourceText } from './source-files.ts';

/** The tables that decide prices, outcomes and balances, each with its only writer. Undefined: only database functions write it. */
const WRITERS: Readonly<Record<string, RegExp | undefined>> = {
  ticks: /^apps\/server\/src\/features\/market\/pricing\/store[.]ts$/,
  tick_checkpoints: undefined,
  candles: /^apps\/server\/src\/features\/market\/pricing\/store[.]ts$/,
  market_genesis: /^apps\/server\/src\/features\/market\/pricing\/store[.]ts$/,
  ledger_entries: undefined,
  ledger_postings: undefined,
  ledger_balances: undefined,
  transparency_keys: /^apps\/server\/src\/features\/proof\/transparency\/store[.]ts$/,
  transparency_segments: /^apps\/server\/src\/features\/proof\/transparency\/store[.]ts$/,
  transparency_seeds: /^apps\/server\/src\/features\/proof\/transparency\/store-seeds[.]ts$/,
  futures_contracts: /^apps\/server\/src\/features\/trading\/futures\/(.*\/)?store[^/]*[.]ts$/,
};

const writes = (code: string, table: string): boolean =>
  new RegExp(
    String.raw`\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into|copy)\s+(?:only\s+)?(?:public[.])?${table}\b`,
    'iu',
  ).test(code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu, ''));

/** The names of all fields of an input, nested ones included. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]) => {
    const names = key === 'properties' ? Object.keys(part as object) : [];
    return [...names, ...fieldsOf(part)];
  });
}

/** Words of fields that could decide who wins. */
const CHOOSES =
  /^(prices?|quotes?|ticks?|candles?|outcomes?|results?|win|wins|lose|loss|profits?|odds|seeds?|spreads?|settle|settlement|directions?|hash)$/iu;

/** "closePrice" has the words "close" and "price". */
const chooses = (field: string): boolean =>
  field.split(/_|(?=[A-Z])/u).some((word) => CHOOSES.test(word));

const SIGNS_FACTS = /^\/operator\/(review\/|dayClose\/sign$)/;

const operatorFields = Object.values(operatorCalls).flatMap((call) =>
  fieldsOf(call.input).map((field) => ({ path: call.path, field })),
);

describe('no path to rig', () => {
  test.each(Object.entries(WRITERS))('%s has no writer beyond its owner', (table, owner) => {
    const found = productFiles().filter((file) => writes(sourceText(file), table));
    expect(found.filter((file) => owner?.test(file) !== true)).toEqual([]);
    expect(found.length > 0).toBe(owner !== undefined);
  });

  test('tools, benches and scripts write none of these tables', () => {
    const scripts = sourceFiles().filter((file) => /^tools\/.*[.]mjs$/.test(file) && !isTest(file));
    const found = scripts.filter((file) =>
      Object.keys(WRITERS).some((table) => writes(sourceText(file), table)),
    );
    expect(scripts.length).toBeGreaterThan(5);
    expect(found).toEqual([]);
  });

  test('no operator can send a price, an outcome or anything that decides one', () => {
    expect(operatorFields.length).toBeGreaterThan(20);
    const found = operatorFields
      .filter(({ field }) => chooses(field))
      // The hash of an approval is that of the facts shown to the operator, that of a signature is of the day's sums.
      .filter(({ path, field }) => !(SIGNS_FACTS.test(path) && field === 'hash'))
      // A part of what a browser's passkey signs (WebAuthn), which decides nothing.
      .filter(({ field }) => field !== 'clientExtensionResults');
    expect(found).toEqual([]);
  });

  test('operator calls about markets only say whether one trades, with which terms and for which fee; none is about prices or contracts', () => {
    const paths = Object.values(operatorCalls).map((call) => call.path);
    const about = paths.filter((path) =>
      /price|tick|candle|market|listing|hyorder|contract/i.test(path),
    );
    expect(about).toEqual([
      '/operator/market/list',
      '/operator/market/halts',
      '/operator/market/versions',
      '/operator/market/proposeTerms',
      '/operator/market/halt',
      '/operator/market/confirmHalt',
      '/operator/market/delistingImpact',
      '/operator/market/proposeDelisting',
      '/operator/market/withdrawDelisting',
      '/operator/market/reopen',
      '/operator/listing/list',
      '/operator/listing/choices',
      '/operator/listing/save',
      '/operator/listing/uploadPicture',
      '/operator/listing/check',
      '/operator/listing/discard',
      '/operator/listing/propose',
      '/operator/listing/move',
      '/operator/listing/withdraw',
    ]);
  });
});

describe('the checks for rigging', () => {
  test('find a writer in usual and unusual spellings, and none in a reader', () => {
    expect(writes('`insert into ticks (seq) values (1)`', 'ticks')).toBe(true);
    expect(writes('`UPDATE  only public.ticks set price = 1`', 'ticks')).toBe(true);
    expect(writes('`delete\n from ticks`', 'ticks')).toBe(true);
    expect(writes('`select * from ticks`', 'ticks')).toBe(false);
    expect(writes('// insert into ticks\nconst x = 1;', 'ticks')).toBe(false);
    expect(writes('`insert into ticks_of_others`', 'ticks')).toBe(false);
  });

  test('find a field that chooses, also a nested one', () => {
    const schema = { type: 'object', properties: { order: { properties: { closePrice: {} } } } };
    const found = fieldsOf(schema).filter(chooses);
    expect(found).toEqual(['closePrice']);
    expect(chooses('ticket')).toBe(false);
  });
});
