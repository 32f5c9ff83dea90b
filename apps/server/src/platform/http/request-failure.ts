/** Failures of a request before any feature receives it, in the usual envelope. */
import type { Code } from '@tern/protocol';
import { requestIdOf } from '../request-id.ts';
import type { FieldNames } from './route.ts';

/** An answer other than success. */
export interface Failure {
  code: Code;
  msg: string;
  data: Record<string, unknown>;
}

/** Translates errors to the API. */
export interface Failures {
  /** Of refusals, whose fields are named as the API does, and of unexpected errors, which are logged with the id of the request. */
  failureOf(error: unknown, lang: string, request: FailedRequest): Failure;
  /** Of a code. */
  failure(code: Code, lang: string, detail?: { fields?: string[]; seconds?: number }): Failure;
}

export interface FailedRequest {
  id: string;
  fields?: FieldNames | undefined;
}

/** For invalid input, unreadable bodies and errors thrown by handlers. */
export function failureOfRequest(
  failures: Failures,
  error: unknown,
  { lang, ...request }: FailedRequest & { lang: string },
): Failure {
  const { validation, code } = error as { validation?: ValidationFault[]; code?: string };
  if (validation !== undefined) {
    const fields = [...new Set(validation.map(fieldOf).filter((field) => field !== ''))];
    return failures.failure(5001, lang, { fields });
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return failures.failure(5008, lang);
  if (isUnreadable(error)) return failures.failure(5001, lang, {});
  return failures.failureOf(error, lang, request);
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

/** Malformed bodies, wrong types or lengths, invalid paths: Fastify marks them as client errors. */
export function isUnreadable(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: number };
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500;
}

/**
 * Names of fields that schemas do not refuse: any field of a call without input, and texts with a zero character, which
 * PostgreSQL cannot store.
 */
export function unexpectedFields(input: object, takesNone: boolean): string[] {
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

/** The complete answer to bytes that are not an HTTP request. */
export function malformedHttp(failures: Failures, code: string | undefined): string {
  const body = JSON.stringify(failures.failure(5001, ''));
  return [
    `HTTP/1.1 ${STATUS[code ?? ''] ?? '400 Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestIdOf(undefined)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
