/** What is wrong with a request before any feature sees it, said in the envelope of every other answer. */
import type { Code } from '@tern/protocol';

/** An answer other than success. */
export interface Failure {
  code: Code;
  msg: string;
  data: Record<string, unknown>;
}

/** The one translator of errors to the wire. */
export interface Failures {
  /** Refusals, and anything unforeseen. */
  failureOf(error: unknown, lang: string): Failure;
  /** A failure of a code without further detail, in the language. */
  failure(code: Code, lang: string, detail?: { fields?: string[]; seconds?: number }): Failure;
}

/** Invalid input, unreadable bodies and what handlers threw. */
export function failureOfRequest(failures: Failures, error: unknown, lang: string): Failure {
  const { validation, code } = error as { validation?: ValidationFault[]; code?: string };
  if (validation !== undefined) {
    const fields = [...new Set(validation.map(fieldOf).filter((field) => field !== ''))];
    return failures.failure(5001, lang, { fields });
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return failures.failure(5008, lang);
  if (isUnreadable(error)) return failures.failure(5001, lang, {});
  return failures.failureOf(error, lang);
}

interface ValidationFault {
  instancePath: string;
  params: { missingProperty?: string; additionalProperty?: string };
}

function fieldOf(fault: ValidationFault): string {
  const { missingProperty, additionalProperty } = fault.params;
  const name = missingProperty ?? additionalProperty ?? fault.instancePath.split('/')[1] ?? '';
  return shown(name);
}

const shown = (name: string) => name.slice(0, 64);

/** Bodies that are no JSON, have the wrong type or length, paths that lead nowhere: Fastify marks them as client errors. */
export function isUnreadable(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: number };
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500;
}

/**
 * Names of fields that no schema refuses: any field of a call that takes none, and texts with a zero
 * character, which no database text can hold.
 */
export function strangeFields(input: object, takesNone: boolean): string[] {
  const strange = Object.entries(input).filter(([, value]) => takesNone || hasZero(value));
  return strange.slice(0, 10).map(([name]) => shown(name));
}

function hasZero(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasZero);
}

const STATUS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** The whole answer to bytes that are no HTTP request: there is no request to reply to. */
export function malformedHttp(failures: Failures, code: string | undefined): string {
  const body = JSON.stringify(failures.failure(5001, ''));
  return [
    `HTTP/1.1 ${STATUS[code ?? ''] ?? '400 Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
