/** Turns what was uploaded into an image of our own: decoded within bounds, redrawn, nothing else of it kept (rules §6). */
import { IMAGE_BYTES_MAX } from '@tern/protocol';
import sharp from 'sharp';
import { Refusal } from '../refusal.ts';

// Nothing is drawn twice, so nothing is worth keeping; and one thread for each image keeps its memory in one place.
sharp.cache(false);
sharp.concurrency(1);

export interface DrawnImage {
  /** JPEG */
  bytes: Uint8Array;
  width: number;
  height: number;
}

export const IMAGE_TYPE = 'image/jpeg';

/** A phone's largest photograph; what would unfold to more is refused before it is decoded. */
const PIXELS_MAX = 64_000_000;
/** Small print stays legible, and a photograph takes some hundred kB. */
const SIDE_MAX = 2_400;
const QUALITY = 85;
const SECONDS_MAX = 10;

const PREFIX = /^data:image\/[\w.+-]{1,40};base64,/i;

const wrong = () => new Refusal(5008, { fields: ['base64Str'] });

/** How each kind of file begins: what begins otherwise never reaches a decoder. */
const beginnings = [
  (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (bytes: Buffer) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

/** Fails with: 5008 for what is no base64, too large, or begins like no image that we take. */
export function readUpload(base64: string): Buffer {
  const text = withPluses(base64.replace(PREFIX, ''));
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  const length = (text.length / 4) * 3 - padding;
  if (length > IMAGE_BYTES_MAX) throw wrong();
  const bytes = Buffer.from(text, 'base64');
  // What is no base64 decodes to fewer bytes, or to none.
  if (bytes.length !== length || !beginnings.some((isKind) => isKind(bytes))) throw wrong();
  return bytes;
}

const BLANK = 0x20;
const PLUS = 0x2b;

/** In a form a plus that was not escaped arrives as a blank. Byte by byte: a text of blanks would otherwise take a second. */
function withPluses(text: string): string {
  if (!text.includes(' ')) return text;
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === BLANK) bytes[at] = PLUS;
  return bytes.toString('latin1');
}

/** Upright, at most 2400 pixels wide and high, on white, without metadata. Fails with: 5008 for what cannot be drawn. */
export async function drawImage(upload: Buffer): Promise<DrawnImage> {
  try {
    const image = sharp(upload, { limitInputPixels: PIXELS_MAX, failOn: 'error' });
    const { pages = 1 } = await image.metadata();
    if (pages > 1) throw wrong();
    const { data, info } = await image
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize(SIDE_MAX, SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    throw wrong();
  }
}
