/** What a witness signs with ML-DSA-44 (C2SP tlog-cosignature): its own name, the time, and the log's name, size and root. */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, parseWhole } from './plain-bytes.ts';
import { HASH_BYTES } from './tree-hash.ts';

const LABEL = 'subtree/v1\n\0';
const NAME_BYTES_MAX = 255;

export interface SubtreeCosigned {
  /** Of the witness. */
  readonly name: string;
  /** Whole seconds since 1970. */
  readonly at: number;
  /** The text of the checkpoint. Its extension lines are not signed. */
  readonly text: string;
}

/** The structure `cosigned_message` of a whole tree. Undefined when the text is no checkpoint, or a name is too long. */
export function subtreeMessage({ name, at, text }: SubtreeCosigned): Uint8Array | undefined {
  const [origin = '', sizeText = '', rootText = ''] = text.split('\n');
  const [size, root] = [parseWhole(sizeText), fromBase64(rootText)];
  const names = [utf8ToBytes(name), utf8ToBytes(origin)];
  const isNamed = names.every(({ length }) => length > 0 && length <= NAME_BYTES_MAX);
  if (size === undefined || root?.length !== HASH_BYTES || !isNamed) return undefined;
  const [cosigner, log] = names.map((each) => concatBytes(Uint8Array.of(each.length), each));
  // It begins at the first entry.
  return concatBytes(
    utf8ToBytes(LABEL),
    cosigner!,
    uint64(at),
    log!,
    uint64(0),
    uint64(size),
    root,
  );
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}
