/** Parts of a file that is made in the background: compressed, in the order in which they were added (ADR 97). */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { bytea, int4, int8 } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export interface PackedParts {
  /** Adds text behind the last part; empty text adds nothing. Returns its bytes, not compressed. */
  add(tx: Tx, fileId: number, text: string): Promise<number>;
  /** The parts in their order, not compressed. */
  content(reader: Reader, fileId: number): AsyncGenerator<Buffer>;
  /** SHA-256 of all parts, not compressed. */
  hash(reader: Reader, fileId: number): Promise<Buffer>;
  remove(tx: Tx, fileId: number): Promise<unknown>;
}

/** `name` is that of the feature, `table` has the columns file_id, part and content. */
export function packedParts({ name, table }: { name: string; table: string }): PackedParts {
  const insert = defineStatement({
    name: `${name}.addFilePart`,
    text: `insert into ${table} (file_id, part, content)
      select $1, coalesce(max(part), 0) + 1, $2 from ${table} where file_id = $1`,
    params: [int8, bytea],
  });
  const after = defineQuery({
    name: `${name}.filePartAfter`,
    text: `select part, content from ${table} where file_id = $1 and part > $2 order by part limit 1`,
    params: [int8, int4],
    row: { part: int4, content: bytea },
  });
  const removal = defineStatement({
    name: `${name}.removeFileParts`,
    text: `delete from ${table} where file_id = $1`,
    params: [int8],
  });
  async function* content(reader: Reader, fileId: number): AsyncGenerator<Buffer> {
    let last = 0;
    for (;;) {
      const found = await reader.maybe(after, [fileId, last]);
      if (found === undefined) return;
      last = found.part;
      yield await unpack(found.content);
    }
  }
  return {
    async add(tx, fileId, text) {
      if (text !== '') await tx.run(insert, [fileId, await pack(text)]);
      return Buffer.byteLength(text);
    },
    content,
    async hash(reader, fileId) {
      const sum = createHash('sha256');
      for await (const part of content(reader, fileId)) sum.update(part);
      return sum.digest();
    },
    remove: (tx, fileId) => tx.run(removal, [fileId]),
  };
}
