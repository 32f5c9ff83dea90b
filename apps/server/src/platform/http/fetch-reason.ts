/** Why a `fetch` failed, in a few words. */

/** `fetch` keeps the reason, such as ECONNREFUSED, in the cause. */
export function fetchReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
  return code ?? error.message;
}
