/** Reads a copy of the running database through the replication protocol, as `pg_basebackup` does. */
import { PassThrough } from 'node:stream';
import { Client } from 'pg';
import type { ConnectionTarget } from '../database/connection.ts';
import { segmentAt, segmentBefore } from './wal-names.ts';

/** Known once the copy is complete. */
export interface BaseRange {
  readonly startWal: string;
  readonly endWal: string;
}

export interface BaseStream {
  /** A tar file, compressed with gzip. @throws the server's error */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Resolves after the last byte, when the server has archived the whole range. */
  readonly range: Promise<BaseRange>;
}

/**
 * Without the write-ahead log, which is in the archive. At most 64 MB/s are read, so that trading keeps the disk. The
 * server waits until its log is archived.
 */
const FOR_ARCHIVE = `BASE_BACKUP (LABEL 'tern', CHECKPOINT 'fast', WAL false, WAIT true, MANIFEST 'no', COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=3', MAX_RATE 65536)`;

/** With the log that makes it consistent, for a server that follows this one. */
export const FOR_STANDBY = `BASE_BACKUP (LABEL 'standby', CHECKPOINT 'fast', WAL true, MANIFEST 'no', COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=1')`;

/** The messages of the stream begin with its type. */
const DATA = 'd'.charCodeAt(0);

interface WireConnection {
  query(text: string): void;
  readonly stream: { pause(): void; resume(): void };
}

export async function streamBase(
  admin: ConnectionTarget,
  statement: typeof FOR_ARCHIVE | typeof FOR_STANDBY = FOR_ARCHIVE,
): Promise<BaseStream> {
  const client = new Client({ ...admin, replication: 'true' } as ConnectionTarget);
  client.on('error', () => undefined);
  await client.connect();
  const bytes = new PassThrough({ highWaterMark: 1024 * 1024 });
  const range = new Promise<BaseRange>((resolve, reject) => {
    const command = new BaseBackupCommand(statement, bytes, (error, rows) => {
      void client.end().catch(() => undefined);
      if (error === undefined) resolve(rangeOf(rows));
      else reject(error);
    });
    client.query(command as never);
  });
  // Who reads the bytes gets the same error.
  range.catch((error: Error) => bytes.destroy(error));
  bytes.on('close', () => void client.end().catch(() => undefined));
  return { bytes, range };
}

/** The first row is where the backup began, the last one where it ended; between them are the tablespaces. */
function rangeOf(rows: readonly (string | null)[][]): BaseRange {
  const [start, end] = [rows[0], rows.at(-1)] as [string[], string[]];
  return {
    startWal: segmentAt(Number(start[1]), start[0]!),
    endWal: segmentBefore(Number(end[1]), end[0]!),
  };
}

/** A statement of the client library: its names are those that the library calls. */
class BaseBackupCommand {
  private readonly rows: (string | null)[][] = [];
  private readonly statement: string;
  private readonly target: PassThrough;
  private readonly done: (error: Error | undefined, rows: (string | null)[][]) => void;
  private connection: WireConnection | undefined;
  private error: Error | undefined;

  constructor(
    statement: string,
    target: PassThrough,
    done: (error: Error | undefined, rows: (string | null)[][]) => void,
  ) {
    this.statement = statement;
    this.target = target;
    this.done = done;
  }

  submit(connection: WireConnection): void {
    this.connection = connection;
    connection.query(this.statement);
    this.target.on('drain', () => connection.stream.resume());
  }

  handleRowDescription(): void {
    // The shape of the rows is known.
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.rows.push(fields);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] !== DATA || this.target.destroyed) return;
    // The library reuses the memory of its messages.
    if (!this.target.write(Buffer.from(chunk.subarray(1)))) this.connection?.stream.pause();
  }

  handleCommandComplete(): void {
    // The last one is followed by ReadyForQuery.
  }

  handleError(error: Error): void {
    this.error = error;
    this.done(error, this.rows);
  }

  handleReadyForQuery(): void {
    if (this.error !== undefined) return;
    this.target.end();
    this.done(undefined, this.rows);
  }
}
