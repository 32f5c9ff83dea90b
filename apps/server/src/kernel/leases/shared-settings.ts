/** Whether instances of a deployment have the same settings, where they must (ADR 65). Pure. */
import type { SharedSettings } from './lease-rows.ts';

export interface OtherSettings {
  readonly name: string;
  readonly settings: SharedSettings;
}

/** Why this instance may not start; undefined: nothing differs. A release may have settings that another does not know. */
export function differenceOf(
  own: SharedSettings,
  others: readonly OtherSettings[],
): string | undefined {
  for (const { name, settings } of others) {
    const differing = Object.keys(own).filter(
      (key) => settings[key] !== undefined && settings[key] !== own[key],
    );
    if (differing.length > 0)
      return sentenceOf(
        differing.map((key) => described(key, own)),
        name,
      );
  }
  return undefined;
}

const described = (key: string, own: SharedSettings) =>
  own[key] === '' ? `${key} (not set here)` : key;

function sentenceOf(differing: readonly string[], name: string): string {
  return (
    `Tern does not start beside ${name} on the same database: the instances of a deployment must have the same ` +
    `${differing.join(', ')}. Give this instance the value of the others, or stop all of them before you change it.`
  );
}
