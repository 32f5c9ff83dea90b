/** The one error that tells an operator that, and why, the embedded database does not run here. */

export class EmbeddedCannotRun extends Error {
  override readonly name = 'EmbeddedCannotRun';

  constructor(reason: string, cause?: unknown) {
    super(
      `The embedded PostgreSQL cannot run here: ${reason}\n` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer of your own ' +
        '(for example DATABASE_URL=postgres://user:password@localhost:5432/tern) and start again.',
      { cause },
    );
  }
}
