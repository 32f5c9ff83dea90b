/** The schema of a call, for validation by Fastify and for the OpenAPI document. */
import {
  type Call,
  type Code,
  codes,
  everyCallCodes,
  memberCallCodes,
  type Need,
  operatorCallCodes,
} from '@tern/protocol';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';

const needsOf = (needs: readonly Need[]): string =>
  needs.includes('role') ? 'For every role.' : `Needs ${needs.join(' or ')}.`;

/** Input goes to the query for GET and DELETE, to the body otherwise; the answer is the envelope. */
export function documentRoute(call: Call): FastifySchema {
  const possible: readonly Code[] = [
    ...call.codes,
    ...(call.auth === 'member' ? memberCallCodes : []),
    ...(call.auth === 'operator' ? operatorCallCodes : []),
    ...everyCallCodes,
  ];
  const isQuery = call.method === 'GET' || call.method === 'DELETE';
  const schema: FastifySchema & Record<string, unknown> = {
    summary: call.summary,
    description: [
      ...(call.movesMoney ? ['Takes an optional Idempotency-Key header.'] : []),
      ...(call.needs === undefined ? [] : [needsOf(call.needs)]),
      'Codes:',
      ...[...new Set(possible)].sort((a, b) => a - b).map((code) => `${code} ${codes[code]};`),
    ].join(' '),
    tags: [call.path.split('/')[1] ?? ''],
    response: {
      200: Type.Object({ code: Type.Integer(), msg: Type.String(), data: call.output }),
    },
  };
  if (isQuery) schema.querystring = call.input;
  else if (takesInput(call)) schema.body = call.input;
  return schema;
}

declare module 'fastify' {
  interface FastifyInstance {
    operatorSwagger: FastifyInstance['swagger'];
  }
}

const OPERATOR_PATH = /^\/api\/operator\//;

/** Two documents, one with members' calls and one with operators'. */
export async function addDocuments(app: FastifyInstance, version: string): Promise<void> {
  const showOnly =
    (isShown: (url: string) => boolean) =>
    ({ schema, url }: { schema: FastifySchema; url: string }) => ({
      schema: isShown(url) ? schema : { ...schema, hide: true },
      url,
    });
  await app.register(fastifySwagger, {
    openapi: { info: { title: 'Tern', version } },
    transform: showOnly((url) => !OPERATOR_PATH.test(url)),
  });
  await app.register(fastifySwagger, {
    openapi: { info: { title: 'Tern console', version } },
    decorator: 'operatorSwagger',
    transform: showOnly((url) => OPERATOR_PATH.test(url)),
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}

/** Rendered once, at the first request: it never changes while the server runs. */
export function serveDocument(api: FastifyInstance, url: string, read: () => object): void {
  let text: string | undefined;
  api.get(url, { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(read());
    return reply.type('application/json; charset=utf-8').serializer(String).send(text);
  });
}

/** False for a call without input fields. */
export function takesInput(call: Call): boolean {
  return Object.keys((call.input as { properties?: object }).properties ?? {}).length > 0;
}
