/** The session ended by a login elsewhere, until its note is dismissed: survives a reload, not the tab. */

export interface EndedSession {
  /** No longer valid; only good for asking how the session ended. */
  token: string;
  email: string;
}

const KEY = 'tern.ended';

/** Session storage may be refused (private windows): then the note has no details. */
function quietly<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

export function rememberEnd({ token, email }: EndedSession): void {
  quietly(() => sessionStorage.setItem(KEY, JSON.stringify({ token, email })));
}

export function endedSession(): EndedSession | undefined {
  const text = quietly(() => sessionStorage.getItem(KEY));
  const kept = quietly(() => JSON.parse(text ?? 'null') as Partial<EndedSession> | null);
  const { token, email } = kept ?? {};
  return typeof token === 'string' && typeof email === 'string' ? { token, email } : undefined;
}

export function forgetEnd(): void {
  quietly(() => sessionStorage.removeItem(KEY));
}
