/** Bodies other than a JSON document: none at all, and forms where a call takes them. */
import { parse as parseForm } from 'node:querystring';
import type { FastifyInstance } from 'fastify';

const FORM_FIELDS_MAX = 20;

/** Calls without input come with the JSON content type and no body at all (spec §7). */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else void parseJson(request, String(body), done);
  });
}

/** Every field is text; one that is given twice is a list, which no call takes. */
export function acceptForms(scope: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => {
    done(null, { ...parseForm(String(body), '&', '=', { maxKeys: FORM_FIELDS_MAX }) });
  });
}
