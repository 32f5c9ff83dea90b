/** The child process that decodes, redraws and marks images within limits. It ends with its parent (ADR 28). */
import { constants, setPriority } from 'node:os';
import sharp from 'sharp';

/** As the largest photographs of phones; larger images are refused before they are decoded. */
const PIXELS_MAX = 64_000_000;
/** Small print stays legible, and a photograph takes a few hundred kB. */
const SIDE_MAX = 2_400;
const QUALITY = 85;
const SECONDS_MAX = 10;

// No image is drawn twice, so a cache is useless; the parent limits how many are drawn concurrently.
sharp.cache(false);
sharp.concurrency(1);

// Prices and orders go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Upright, at most 2,400 pixels wide and high, on white, without metadata. Fails if it cannot be drawn. */
async function draw(upload) {
  const image = sharp(upload, { limitInputPixels: PIXELS_MAX, failOn: 'error' });
  const { pages = 1 } = await image.metadata();
  if (pages > 1) throw new Error('an animation');
  const { data, info } = await image
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize(SIDE_MAX, SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  return {
    bytes: data,
    width: info.width,
    height: info.height,
    differenceHash: await hashOf(data),
  };
}

/** Large enough for the largest mark of the app on the sharpest screens. */
const ICON_SIDE = 256;
/** Of an icon that is uploaded. */
const ICON_PIXELS_MAX = 16_000_000;
/** An SVG is drawn as if printed, whose unit is a point. */
const POINTS_PER_INCH = 72;
const DENSITY_MAX = 7_200;

/** A square PNG with its transparency, without metadata. Fails unless the upload is square, and large enough if it has pixels. */
async function drawIcon(upload) {
  const limits = { limitInputPixels: ICON_PIXELS_MAX, failOn: 'error' };
  const { format, width, height, pages = 1 } = await sharp(upload, limits).metadata();
  if (pages > 1 || width !== height) throw new Error('not square');
  const isDrawing = format === 'svg';
  if (!isDrawing && width < ICON_SIDE) throw new Error('too small');
  const density = Math.min(DENSITY_MAX, Math.ceil((POINTS_PER_INCH * ICON_SIDE) / width));
  const { data, info } = await sharp(upload, { ...limits, ...(isDrawing ? { density } : {}) })
    .timeout({ seconds: SECONDS_MAX })
    .resize(ICON_SIDE, ICON_SIDE, { fit: 'fill' })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height, differenceHash: '' };
}

const HASH_SIDE = 16;

/**
 * The difference hash: whether each pixel of a small grey copy is brighter than its right neighbour, 256 bits in hex.
 * Copies of a photograph differ in few bits, however they were resized or saved.
 */
async function hashOf(jpeg) {
  const size = [HASH_SIDE + 1, HASH_SIDE];
  const pixels = await sharp(jpeg)
    .greyscale()
    .resize(...size, { fit: 'fill' })
    .raw()
    .toBuffer();
  let hash = '';
  for (let at = 0; at < HASH_SIDE * HASH_SIDE; at += 4) {
    const bits = [0, 1, 2, 3].map((step) => {
      const place = at + step + Math.floor(at / HASH_SIDE);
      return pixels[place] > pixels[place + 1] ? 8 >> step : 0;
    });
    hash += (bits[0] + bits[1] + bits[2] + bits[3]).toString(16);
  }
  return hash;
}

/** A stored image with an SVG of the same size drawn over it. */
async function mark({ image, overlay }) {
  const { data, info } = await sharp(image, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
    .timeout({ seconds: SECONDS_MAX })
    .composite([{ input: Buffer.from(overlay) }])
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

function taskOf(task) {
  if (task instanceof Uint8Array) return draw(task);
  return task.icon === undefined ? mark(task) : drawIcon(task.icon);
}

process.on('message', (task) => {
  process.send('begun');
  taskOf(task).then(
    (drawn) => process.send(drawn),
    () => process.send('undrawable'),
  );
});

// The parent decides when this process ends: a Ctrl-C in its terminal reaches both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// A normal exit would wait for the current image.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.send('ready');
