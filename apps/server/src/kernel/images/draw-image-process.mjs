/** The child process that decodes and redraws uploaded images within limits. It ends with its parent (ADR 28). */
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
  return { bytes: data, width: info.width, height: info.height };
}

process.on('message', (upload) => {
  process.send('begun');
  draw(upload).then(
    (drawn) => process.send(drawn),
    () => process.send('undrawable'),
  );
});

// The parent decides when this process ends: a Ctrl-C in its terminal reaches both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// A normal exit would wait for the current image.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.send('ready');
