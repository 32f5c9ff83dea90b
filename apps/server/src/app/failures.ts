/** The one translator of errors to the wire: refusals keep their code, everything else hides its cause. */
import type { Code } from '@tern/protocol';
import { Refusal } from '../kernel/refusal.ts';
import { langOf, type TextKey, textOf } from '../kernel/texts.ts';
import {
  isConnectionFailure,
  isSerializationOrDeadlock,
  UnknownOutcome,
} from '../platform/database/database-errors.ts';
import type { Failure } from '../platform/http/request-failure.ts';
import type { Log } from '../platform/log.ts';

interface FailureDetail {
  fields?: readonly string[];
  seconds?: number;
}

/** The failure of a code without a refusal of its own. */
export function failure(code: Code, lang: string, detail: FailureDetail = {}): Failure {
  const { fields, seconds } = detail;
  const language = langOf(lang);
  const msg =
    fields !== undefined && fields.length > 0
      ? textOf(language, 'request.fields', { fields: fields.join(', ') })
      : textOf(language, codeKey(code));
  const data = {
    ...(fields === undefined ? {} : { fields: [...fields] }),
    ...(seconds === undefined ? {} : { seconds }),
  };
  return { code, msg, data };
}

const codeKey = (code: Code) => `code.${code}` as TextKey;

/** What an error becomes on the wire; anything unforeseen is logged and answered 5000. */
export function createFailureOf(log: Log): (error: unknown, lang: string) => Failure {
  return (error, lang) => {
    if (error instanceof Refusal) return refused(error, lang);
    const isBusy =
      isConnectionFailure(error) ||
      isSerializationOrDeadlock(error) ||
      error instanceof UnknownOutcome;
    log.error({ err: error }, isBusy ? 'the database was out of reach' : 'an unforeseen error');
    return failure(isBusy ? 5006 : 5000, lang);
  };
}

function refused({ code, detail }: Refusal, lang: string): Failure {
  const msg = detail.msg ?? textOf(langOf(lang), detail.text ?? codeKey(code), detail.values);
  const fields = detail.fields === undefined ? {} : { fields: [...detail.fields] };
  return { code, msg, data: { ...fields, ...detail.data } };
}
