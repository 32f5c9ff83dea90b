/** Configuration calls fail silently (spec §7). */

/** The call's data, or false if it failed; shows nothing. */
export async function callQuietly<Data>(pending: Promise<Data>): Promise<Data | false> {
  try {
    return await pending;
  } catch {
    return false;
  }
}
