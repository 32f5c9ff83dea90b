/** Translates errors to the API: refusals keep their code, all others hide their cause. */
import type { Code } from '@tern/protocol';
import { Refusal, type RefusalDetail } from '../kernel/requests/refusal.ts';
import { type Lang, langOf, momentIn, type TextKey, textOf } from '../kernel/i18n/texts.ts';
import { isoTime } from '../platform/clock.ts';
import {
  isDiskFull,
  isReadOnlyRefusal,
  isUnavailable,
  UnknownOutcome,
} from '../platform/database/database-errors.ts';
import type { Failure, Failures } from '../platform/http/request-failure.ts';
import type { Log } from '../platform/log.ts';
import type { FieldNames } from '../platform/http/route.ts';
import { MINUTE_MS } from '../platform/durations.ts';

interface FailureDetail {
  fields?: readonly string[];
  seconds?: number;
}

/** The failure of a code. */
export function failure(code: Code, lang: string, detail: FailureDetail = {}): Failure {
  const { fields, seconds } = detail;
  const msg = sentenceOf(code, lang, detail);
  const data = {
    ...(fields === undefined ? {} : { fields: [...fields] }),
    ...(seconds === undefined ? {} : { seconds }),
  };
  return { code, msg, data };
}

/** Invalid input has a text that names the fields, unless the refusal has a better one. */
function sentenceOf(code: Code, lang: string, detail: RefusalDetail): string {
  const { fields = [], text, values } = detail;
  return text === undefined && code === 5001 && fields.length > 0
    ? textOf(langOf(lang), 'request.fields', { fields: fields.join(', ') })
    : textOf(langOf(lang), text ?? (`code.${code}` as TextKey), {
        ...inWords(langOf(lang), values),
        fields: fields.join(', '),
      });
}

/** Values named `time` are moments (ISO 8601): written in the reader's language with their zone, never too early. */
function inWords(lang: Lang, values: RefusalDetail['values'] = {}) {
  const { time } = values;
  if (typeof time !== 'string') return values;
  const fullMinute = Math.ceil(Date.parse(time) / MINUTE_MS) * MINUTE_MS;
  return { ...values, time: momentIn(lang, isoTime(fullMinute)) };
}

/**
 * The failure of an error; unexpected ones are logged and answered 5000, with the id by which the log line is found. A missing
 * price is answered with its cause while the disk of the database is full: no price can be stored.
 */
export function createFailureOf(
  log: Log,
  { isDiskFull: isFull = () => false }: { isDiskFull?: () => boolean } = {},
): Failures['failureOf'] {
  const full = new Refusal('busy', { text: 'storage.full' });
  return (error, lang, { id: requestId, fields }) => {
    if (error instanceof Refusal) {
      return refused(error.is('no-price') && isFull() ? full : error, lang, fields);
    }
    if (isReadOnlyRefusal(error)) {
      return refused(new Refusal('busy', { text: 'readOnly.refused' }), lang);
    }
    const isBusy = isUnavailable(error) || error instanceof UnknownOutcome;
    log.error({ err: error, requestId }, logLineOf(error, isBusy));
    const { data, ...answer } = isDiskFull(error)
      ? refused(full, lang)
      : failure(isBusy ? 5006 : 5000, lang);
    return { ...answer, data: { ...data, requestId } };
  };
}

function logLineOf(error: unknown, isBusy: boolean): string {
  if (isDiskFull(error)) return 'the disk of the database is full';
  return isBusy ? 'the database was out of reach' : 'an unforeseen error';
}

/** Inside, fields have the names of the domain; `names` are those of the API. */
function refused({ code, detail }: Refusal, lang: string, names: FieldNames = {}): Failure {
  const fields = detail.fields?.map((field) => names[field] ?? field);
  const named = fields === undefined ? detail : { ...detail, fields };
  const msg = detail.msg ?? sentenceOf(code, lang, named);
  return { code, msg, data: { ...(fields === undefined ? {} : { fields }), ...detail.data } };
}
