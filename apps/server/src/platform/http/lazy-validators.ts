/**
 * Compiles the validator of a call at its first request. Compiling those of every call takes a third of a second of each
 * start, most of it for calls of operators that an instance may never serve.
 */
import ajvCompiler, { type Options } from '@fastify/ajv-compiler';
import type { FastifySchema, FastifySchemaCompiler } from 'fastify';

type Validate = ReturnType<FastifySchemaCompiler<FastifySchema>>;

/** Fastify's own compiler with these options, for `setValidatorCompiler`. */
export function lazyValidators(customOptions: Options): FastifySchemaCompiler<FastifySchema> {
  const compile = ajvCompiler()({}, { customOptions }) as FastifySchemaCompiler<FastifySchema>;
  return (route) => {
    let compiled: Validate | undefined;
    const validate: Validate = (input: unknown) => {
      compiled ??= compile(route);
      const result = compiled(input);
      // Fastify reads the errors where the validator left them.
      validate.errors = compiled.errors ?? null;
      return result;
    };
    return validate;
  };
}
