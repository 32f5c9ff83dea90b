/** Files to upload as images: valid ones, and every kind of invalid one. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

const create = (width: number, height: number, background = '#2a6f97') => {
  const size = { width, height, channels: 3, background } as const;
  return sharp({ create: size });
};

export const png = (width = 40, height = 20) => create(width, height).png().toBuffer();
export const jpeg = (width = 40, height = 20) => create(width, height).jpeg().toBuffer();
export const webp = (width = 40, height = 20) => create(width, height).webp().toBuffer();

/** A JPEG whose base64 has every character. */
export function noiseJpeg(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const size = { width: 400, height: 400, channels: 3, background: '#000', noise } as const;
  return sharp({ create: size }).jpeg().toBuffer();
}

export const WHERE_TAKEN = 'taken at 51 30 N 0 7 W';

/** With orientation, place and author in its metadata. */
export const photograph = () =>
  create(40, 20)
    .withExif({ IFD0: { Copyright: WHERE_TAKEN, ImageDescription: WHERE_TAKEN } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

const animation = async () => {
  const frames = await Promise.all([png(), create(40, 20, '#c1121f').png().toBuffer()]);
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
};

/** A chunk of a PNG; decoders check the sum of critical ones. */
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** A few kB that expand to an image of `side` × `side` pixels. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit per pixel, grey.
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc((1 + Math.ceil(side / 8)) * side);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The header announces more than any machine's memory; nothing follows. */
function falseHeader(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(0x7fffffff, 0);
  header.writeUInt32BE(0x7fffffff, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(6, 9);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
const text = (content: string) => Buffer.from(content, 'latin1');

/** By fault. */
export const wrongFiles: Record<string, () => Promise<Buffer> | Buffer> = {
  'an SVG that reads a file': () => text(SVG),
  'an SVG in a PNG coat': async () => Buffer.concat([(await png()).subarray(0, 8), text(SVG)]),
  'a page': () => text('<!doctype html><script>alert(1)</script>'),
  'a GIF': () => create(40, 20).gif().toBuffer(),
  'a TIFF': () => create(40, 20).tiff().toBuffer(),
  'an AVIF': () => create(16, 16).avif({ effort: 0 }).toBuffer(),
  'a PDF': () => text('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
  'an archive': () => text('PK\x03\x04 and so on'),
  'a sound': () => text('RIFF\x24\x00\x00\x00WAVEfmt '),
  'the first bytes of a JPEG': () => Buffer.from('ffd8ffe000104a464946', 'hex'),
  'half a PNG': async () => {
    const whole = await create(400, 400).png({ compressionLevel: 0 }).toBuffer();
    return whole.subarray(0, whole.length / 2);
  },
  'half a JPEG': async () => {
    const whole = await noiseJpeg();
    return whole.subarray(0, whole.length / 2);
  },
  'a PNG with a broken chunk': async () => {
    const whole = await create(400, 400).png({ compressionLevel: 0 }).toBuffer();
    whole.fill(0x55, 60, 400);
    return whole;
  },
  'an animation': animation,
  'a few kB that unfold to 81 million pixels': () => bomb(9_000),
  'a header that lies about its size': () => falseHeader(),
};

/** Texts that are not the base64 of an image. */
export const wrongTexts: Record<string, string> = {
  blanks: '   ',
  'no base64': 'this is not base64!',
  'base64 that was cut': 'iVBORw0KGgo',
  'base64 with padding inside': 'iVBO=w0KGgoAAAANSUhEUgAAAAQ=',
  'base64 for addresses': '-_-_-_-_',
  'a path': '../../../../etc/passwd',
  'an address': 'https://example.com/image.png',
  'a prefix alone': 'data:image/png;base64,',
  'a prefix of a page': `data:text/html;base64,${Buffer.from('<p>').toString('base64')}`,
  'a path in the prefix': 'data:image/png;name=../../x.png;base64,iVBORw0KGgo=',
};
