/** The site of a screen's test serves a public log under `/log/`. */
import { parseTilePath } from '@tern/proofs';
import { publish, type Published } from './published-log.ts';

const usual = globalThis.fetch;

/** `undefined` is a server that fails. */
export function serveLog(log: Published | undefined): void {
  const source = log && publish(log);
  const answer = async (path: string) => {
    if (source === undefined) return new Response('', { status: 503 });
    if (path === 'checkpoint') return new Response(source.note);
    const tile = parseTilePath(path);
    const bytes = tile && (await source.tile(tile, false));
    return bytes === undefined
      ? new Response('', { status: 404 })
      : new Response(new Uint8Array(bytes));
  };
  globalThis.fetch = (address, init) => {
    const [, path] = /^\/log\/(.+)$/.exec(typeof address === 'string' ? address : '') ?? [];
    return path === undefined ? usual(address, init) : answer(path);
  };
}

/** Afterwards the site serves no log, and this device has kept none. */
export function forgetLog(): void {
  globalThis.fetch = usual;
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
}
