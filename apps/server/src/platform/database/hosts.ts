/** The hosts of a database URL: `postgres://user:password@one:5432,two:5433/database` names several servers. */

const SHAPE = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s;

/** Modes of libpq in which one server at a time takes writes; Tern always works in it. */
const WRITABLE = ['read-write', 'primary'];

/**
 * One URL per host, in their order, each with the same login, database and parameters.
 * @throws Error that says what is wrong; it never contains the URL, which has a password
 */
export function hostUrls(url: string): string[] {
  const [, scheme, authority, rest] = SHAPE.exec(url) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) {
    throw new Error('it must be a URL that starts with postgres:// or postgresql://');
  }
  const loginEnd = authority.lastIndexOf('@') + 1;
  const login = authority.slice(0, loginEnd);
  const hosts = authority.slice(loginEnd).split(',');
  if (hosts.length > 1 && hosts.includes('')) throw new Error('it has an empty host name');
  return hosts.map((host) => writable(`${scheme}${login}${host}${rest}`));
}

/** @throws Error when another kind of server is asked for */
function writable(url: string): string {
  if (!URL.canParse(url)) throw new Error('it cannot be read: write special characters as %40');
  if (!url.includes('target_session_attrs')) return url;
  const read = new URL(url);
  const wanted = read.searchParams.get('target_session_attrs') ?? '';
  if (!WRITABLE.includes(wanted)) throw new Error('target_session_attrs must be read-write');
  read.searchParams.delete('target_session_attrs');
  return read.href;
}

/** "host:port", for messages. */
export function placeOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? hostname}:${port === '' ? 5432 : port}`;
}
