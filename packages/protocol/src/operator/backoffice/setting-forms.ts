/** The form of a setting: what its document holds, in which unit and range, so that the console draws fields and never JSON. */
import { type Static, Type } from 'typebox';

/**
 * The documents: `number` 24; `amount` and `share` "0.001"; `amounts` {"USDT": "10"}; `list` ["10", "50"]; `shares` ["0.2", "0.1"];
 * `ratios` {"30": "0.8", "markets": {"btcusdt": {"30": "0.75"}}}; `hours` {"zone": "UTC", "days": [["08:00", "20:00"], null, …]};
 * `fields` {"name": "Tern Ltd"}.
 */
export const SettingForm = Type.Object({
  kind: Type.Union([
    Type.Literal('number'),
    Type.Literal('amount'),
    Type.Literal('share'),
    Type.Literal('amounts'),
    Type.Literal('list'),
    Type.Literal('shares'),
    Type.Literal('ratios'),
    Type.Literal('hours'),
    Type.Literal('fields'),
  ]),
  unit: Type.String({ description: 'of a number or an amount: h, min, USDT; empty for a count' }),
  min: Type.String({ description: 'exact decimal; of a share as a ratio; empty: no bound' }),
  max: Type.String({ description: 'like min' }),
  parts: Type.Array(
    Type.Object({
      name: Type.String({ description: 'in the document' }),
      label: Type.String(),
      isNumber: Type.Boolean({ description: 'a number in the document, not a text' }),
    }),
    { description: 'of amounts those that must be there; of shares and fields all' },
  ),
});
export type SettingForm = Static<typeof SettingForm>;

/** One value of a setting before and after a change, for people. */
export const SettingLine = Type.Object({
  what: Type.String({ description: 'which value: "30 s", "Monday"; empty if there is only one' }),
  from: Type.String({ description: 'empty if it is new' }),
  to: Type.String({ description: 'empty if it is removed' }),
});
export type SettingLine = Static<typeof SettingLine>;
