/** The notice period of changes of limits and fees. */
import { type Settings, wholeNumber } from '../../../kernel/settings/settings.ts';

const noticeMinutes = wholeNumber({
  key: 'operators.noticeMinutes',
  unit: 'min between the announcement of a change and its effect',
  fallback: 60,
  min: 1,
});

/** In ms. */
export function noticeMs({ settings }: { settings: Settings }): number {
  return settings.read(noticeMinutes) * 60_000;
}
