/** Configuration calls fail in silence (spec §7). */

/** The call's data, or false when it failed for whatever reason; nothing is shown. */
export async function callQuietly<Data>(pending: Promise<Data>): Promise<Data | false> {
  try {
    return await pending;
  } catch {
    return false;
  }
}
