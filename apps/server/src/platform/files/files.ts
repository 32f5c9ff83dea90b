/** The port to private files: bytes under names that only the program knows. */

export interface Files {
  /** Answers once the bytes are safe. Fails with: a thrown error when they are not. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Nothing when there is no such file. Fails with: a thrown error when nobody can say. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Also right when there is no such file. */
  remove(name: string): Promise<void>;
}

const NAME = /^[\w-]{8,64}$/;

/** No name leads out of its folder. Fails with: a thrown error, which is a fault of ours. */
export function assertFileName(name: string): void {
  if (!NAME.test(name)) throw new Error('not a name of a file');
}
