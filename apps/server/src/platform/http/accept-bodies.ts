/** Bodies: JSON documents, none at all, and forms where a call takes them. */
import { parse as parseForm } from 'node:querystring';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { longForm, longJson, PLAIN_BYTES } from './long-bodies.ts';

const FORM_FIELDS_MAX = 20;

/** Calls without input come with the JSON content type and no body at all (spec §7). */
export function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, {});
    else if (body.length <= PLAIN_BYTES) void parseJson(request, body.toString(), done);
    else later(done, () => void parseJson(request, longJson(body as Buffer), done));
  });
}

/** Every field is text; one that is given twice is a list, which no call takes. */
export function acceptForms(scope: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  const parse = async (_request: FastifyRequest, body: Buffer) => {
    if (body.length <= PLAIN_BYTES) {
      return { ...parseForm(body.toString(), '&', '=', { maxKeys: FORM_FIELDS_MAX }) };
    }
    await nextTurn();
    return longForm(body, FORM_FIELDS_MAX);
  };
  scope.addContentTypeParser(type, { parseAs: 'buffer' }, parse);
}

/** Putting a long body together took its time already: others have their turn before it is read. */
function later(done: (error: Error) => void, read: () => void): void {
  setImmediate(() => {
    try {
      read();
    } catch (error) {
      done(error as Error);
    }
  });
}
