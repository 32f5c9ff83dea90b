/** The folder of a copied log: files replaced as a whole, and served as the log serves them. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { parseTilePath, TILE_WIDTH, type TileAddress, tilePath } from '@tern/proofs';

/** In `orders/`: the newest day that has files. */
export const newestDayFile = join('orders', 'newest');
/** In `orders/<day>/`: the files of the day. */
export const listOfDay = (day: string) => join('orders', day, 'list');

export interface CopyFolder {
  read(path: string): Promise<Buffer | undefined>;
  /** A tile or a bundle of entries: of this width, or the full one that came later. */
  readTile(tile: TileAddress): Promise<Buffer | undefined>;
  write(path: string, content: Uint8Array): Promise<void>;
}

/** Shape: paths are those under `/log/`. */
export function copyFolder(folder: string): CopyFolder {
  const read = async (path: string) => {
    const file = join(folder, path);
    return existsSync(file) ? readFile(file) : undefined;
  };
  return {
    read,
    readTile: async (tile) =>
      (await read(tilePath(tile))) ?? read(tilePath({ ...tile, width: TILE_WIDTH })),
    async write(path, content) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.next`, content);
      await rename(`${file}.next`, file);
    },
  };
}

/** The files of text, and of which kind each is. */
const TEXT = 'text/plain; charset=utf-8';
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:checkpoint|policy)$/, TEXT],
  [/^facts\/\d+$/, TEXT],
  [/^log-evidence-\d+\.txt$/, TEXT],
  [/^documents\/[0-9a-f]{64}$/, 'application/json; charset=utf-8'],
  [/^orders(?:\/\d{4}-\d\d-\d\d)?$/, TEXT],
  [/^orders\/\d{4}-\d\d-\d\d\/[a-z0-9]+\.gz$/, 'application/gzip'],
];

/** Where a path is a folder of the copy, what is served is a file in it. */
function fileOf(path: string): string {
  if (path === 'orders') return newestDayFile;
  const day = /^orders\/(\d{4}-\d\d-\d\d)$/.exec(path)?.[1];
  return day === undefined ? path : listOfDay(day);
}

/** Answers `GET /log/…` from the copy; nothing else of the folder can be reached. */
export async function serveCopy(
  folder: CopyFolder,
  { url = '', method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = /^\/log\/([^?]+)$/.exec(url)?.[1] ?? '';
  const text = TEXTS.find(([spelling]) => spelling.test(path))?.[1];
  const type = parseTilePath(path) === undefined ? text : 'application/octet-stream';
  const content =
    method === 'GET' && type !== undefined ? await folder.read(fileOf(path)) : undefined;
  if (content === undefined || type === undefined) response.writeHead(404).end();
  else
    response
      .writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' })
      .end(content);
}
