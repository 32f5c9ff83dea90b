/** A refusal: an expected outcome other than success, thrown so that leaving a transaction rolls it back. */
import { type Code, type RefusalName, refusals } from '@tern/protocol';
import { isoTime } from '../../platform/clock.ts';
import type { TextKey } from '../i18n/texts.ts';

export interface RefusalDetail {
  /** Names of the wrong input fields, for `data.fields`. */
  fields?: readonly string[];
  /** A text of the server, in the request's language. Absent: the text of the code. */
  text?: TextKey;
  values?: Record<string, string | number>;
  /** Verbatim message, for 4006 where the client adds the sentence and the unit. */
  msg?: string;
  /** Added to `data`. */
  data?: Record<string, unknown>;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Its number in the API. */
  readonly code: Code;
  readonly detail: RefusalDetail;

  constructor(reason: RefusalName, detail: RefusalDetail = {}) {
    super(`refused: ${reason}`);
    this.code = refusals[reason];
    this.detail = detail;
  }

  is(reason: RefusalName): boolean {
    return this.code === refusals[reason];
  }
}

/** Of an amount with more decimal places than its asset has: names the field and how many are allowed. */
export function tooManyPlaces(field: string, places: number): Refusal {
  return new Refusal('invalid-request', {
    fields: [field],
    text: 'request.places',
    values: { fields: field, places },
    data: { places },
  });
}

/** A refusal that crosses to another instance, where it is thrown again. */
export interface RefusalAsJson {
  readonly code: Code;
  readonly detail: RefusalDetail;
}

export const refusalAsJson = ({ code, detail }: Refusal): RefusalAsJson => ({ code, detail });

const reasons = new Map(
  Object.entries(refusals).map(([reason, code]) => [code as Code, reason as RefusalName]),
);

/** @throws Error for a code of another release that this one does not know */
export function refusalFromJson({ code, detail }: RefusalAsJson): Refusal {
  const reason = reasons.get(code);
  if (reason === undefined)
    throw new Error(`another instance refused with the unknown code ${code}`);
  return new Refusal(reason, detail);
}

/** What ends at a time, as the value `time` of its sentence. */
type UntilText = Extract<TextKey, `until.${string}`>;

/** A refusal as not-yet that names its cause and its end (epoch ms). */
export function notYet(cause: UntilText, until: number, fields: readonly string[] = []): Refusal {
  const time = isoTime(until);
  const named = fields.length === 0 ? {} : { fields };
  return new Refusal('not-yet', { text: cause, values: { time }, data: { until: time }, ...named });
}
