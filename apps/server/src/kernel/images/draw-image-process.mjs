/** The process that decodes uploaded images within bounds and draws them anew. It ends with the program that started it (ADR 28). */
import { constants, setPriority } from 'node:os';
import sharp from 'sharp';

/** A phone's largest photograph; an image with more pixels is refused before it is decoded. */
const PIXELS_MAX = 64_000_000;
/** Small print stays legible, and a photograph takes some hundred kB. */
const SIDE_MAX = 2_400;
const QUALITY = 85;
const SECONDS_MAX = 10;

// Nothing is drawn twice, so a cache gains nothing; the parent bounds how many images are drawn at once.
sharp.cache(false);
sharp.concurrency(1);

// Prices and orders go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Upright, at most 2400 pixels wide and high, on white, without metadata. Fails for what cannot be drawn. */
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
// An orderly exit would wait for the image that is being drawn.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.send('ready');
