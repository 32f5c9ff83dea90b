/** Growing a typed array: the larger one takes over what the smaller one held. */

export function widened<T extends Float64Array | Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
