/** Reads parameter and column types of a statement from the server, without running it. */
import type { Client, Connection, FieldDef, Submittable } from 'pg';

export interface Described {
  /** The type ids of `$1`, `$2`, … */
  readonly parameters: readonly number[];
  /** Empty for a command without rows. */
  readonly columns: readonly Pick<FieldDef, 'name' | 'dataTypeID'>[];
}

interface ParameterDescription {
  readonly dataTypeIDs: readonly number[];
}

interface RowDescription {
  readonly fields: readonly FieldDef[];
}

/** @throws the server's error if the statement is wrong or lacks a grant */
export function describeStatement(client: Client, text: string): Promise<Described> {
  return new Promise((resolve, reject) => {
    let parameters: readonly number[] = [];
    let columns: readonly FieldDef[] = [];
    let failure: Error | undefined;
    const question = {
      submit(connection: Connection): void {
        connection.once('parameterDescription', (message: ParameterDescription) => {
          parameters = message.dataTypeIDs;
        });
        connection.parse({ text, name: '', types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription(message: RowDescription): void {
        columns = message.fields;
      },
      handleError(error: Error): void {
        failure = error;
        reject(error);
      },
      handleReadyForQuery(): void {
        if (failure === undefined) resolve({ parameters, columns });
      },
      callback: (): void => undefined,
    };
    client.query(question as Submittable);
  });
}
